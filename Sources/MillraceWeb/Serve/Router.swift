// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOCore
import NIOHTTP1
import NIOPosix

/// Makes the response to a request: a page, a file, the result of an upload, or an error.
struct Router: Sendable {
  let name: String
  let options: WebOptions
  let hub: SessionHub
  let pages: PageList
  let guards: Guard
  let log: WebLog
  /// Counts the output that visitors have not read.
  var unread: ByteReserve { hub.unread }
  private let files: [String: StaticFile]

  init(
    name: String, options: WebOptions, hub: SessionHub, pages: PageList, guards: Guard,
    log: WebLog
  ) {
    self.name = name
    self.options = options
    self.hub = hub
    self.pages = pages
    self.guards = guards
    self.log = log
    files = Asset.files(styleSheet: options.styleSheet)
  }

  /// The request with its path relative to the base path, or nil if it is not below that path.
  func below(_ request: PageRequest) -> PageRequest? {
    guard !options.basePath.isEmpty else { return request }
    return request.below(options.basePath.split(separator: "/").map(String.init))
  }

  /// True if the target of a malformed request could be below the base path.
  func mayBeBelow(_ target: String) -> Bool {
    let raw = String(target.prefix { $0 != "?" })
    let path = raw.removingPercentEncoding ?? raw
    return path == options.basePath || path.hasPrefix(options.basePath + "/")
  }

  /// The response to a request that is refused because of its head or body; the response ends the
  /// connection.
  func refuse(_ reason: String, _ status: HTTPResponseStatus, from address: String) -> Response {
    log("refused a request, because \(reason)", from: address)
    var response = error(status, "The request was refused: \(reason).")
    response.endsConnection = true
    return response
  }

  /// The reason why a page must not open a socket, send a file or fetch a cookie.
  struct PageRefusal: Equatable {
    let status: HTTPResponseStatus
    let reason: String
  }

  /// The reason why a request is not from a page of this server or of an allowed origin, or nil if
  /// it is.
  private func refusal(ofOrigin request: PageRequest) -> PageRefusal? {
    do {
      let host = request["host"] ?? ""
      try guards.checkHost(host)
      try guards.checkOrigin(request["origin"], host: host, isSecure: request.isSecure)
      return nil
    } catch {
      return PageRefusal(status: .forbidden, reason: "\(error)")
    }
  }

  /// The reason why a request must not open the socket of a page, or nil if it is allowed to.
  func refusal(ofSocket request: PageRequest) -> PageRefusal? {
    refusal(ofOrigin: request) ?? refusal(ofHandshake: request)
  }

  /// The reason why a request is not a valid WebSocket handshake, or nil if it is.
  private func refusal(ofHandshake request: PageRequest) -> PageRefusal? {
    guard request.method == "GET" else {
      return PageRefusal(status: .methodNotAllowed, reason: "a socket is opened with GET")
    }
    guard request.header("upgrade", holds: "websocket"),
      request.header("connection", holds: "upgrade")
    else {
      return PageRefusal(
        status: .upgradeRequired,
        reason: "this address opens a WebSocket, and the request does not ask for one")
    }
    guard request["sec-websocket-version"] == "13" else {
      return PageRefusal(
        status: .upgradeRequired, reason: "the WebSocket version is not 13")
    }
    guard Self.isKey(request["sec-websocket-key"] ?? "") else {
      return PageRefusal(
        status: .badRequest,
        reason: "the header 'Sec-WebSocket-Key' is not 16 bytes in base 64")
    }
    return nil
  }

  /// The request with its path relative to the base path, if it is allowed to open a socket.
  func socket(_ request: PageRequest) -> PageRequest? {
    guard let request = below(request) else { return nil }
    if let route = route(of: request) {
      let isOfAProgram =
        request["origin"] == nil && (try? guards.checkHost(request["host"] ?? "")) != nil
      let mayOpen = isOfAProgram && refusal(ofHandshake: request) == nil && route.mayOpen(request)
      return mayOpen ? request : nil
    }
    guard request.path == Asset.socketPath, refusal(ofSocket: request) == nil else { return nil }
    return request
  }

  /// The socket route at the path of a request, or nil; the path is relative to the base path.
  func route(of request: PageRequest) -> SocketRoute? { pages.sockets[request.path] }

  /// The response to a request that must not open a socket.
  private func refuse(socket request: PageRequest, _ refusal: PageRefusal) -> Response {
    log("refused a socket, because \(refusal.reason)", from: request.clientAddress)
    let headers =
      switch refusal.status {
      case .methodNotAllowed: [("Allow", "GET")]
      case .upgradeRequired: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
      default: [(String, String)]()
      }
    return error(refusal.status, "The request was refused: \(refusal.reason).", headers)
  }

  /// The request with the value of `X-Millrace-Origin` as its `Origin`, if it has no `Origin`.
  ///
  /// A page whose socket was refused requests the reason with a plain GET, with which browsers send
  /// no `Origin`.
  private static func withStatedOrigin(_ request: PageRequest) -> PageRequest {
    var request = request
    if request["origin"] == nil, let origin = request["x-millrace-origin"] {
      request.headers.replaceOrAdd(name: "origin", value: origin)
    }
    return request
  }

  /// True if the key is 16 bytes in base 64, which are 22 characters and two equal signs.
  private static func isKey(_ key: String) -> Bool {
    key.utf8.count == 24 && key.hasSuffix("==")
      && key.utf8.dropLast(2).allSatisfy { $0.isLetterOrDigit || "+/".utf8.contains($0) }
  }

  /// The response to a request that neither uploads a file nor opens a socket.
  func answer(_ request: PageRequest) async -> Response {
    if let refusal = refusal(ofUnread: request) { return refusal }
    var response = await respond(request)
    let host = request["host"] ?? ""
    if request.isSecure, let age = options.httpsAge, !Guard.isOfThisMachine(host),
      (try? guards.checkHost(host)) != nil
    {
      response.headers.add(
        name: "Strict-Transport-Security", value: "max-age=\(max(0, age.components.seconds))")
    }
    count(&response, request)
    return response
  }

  /// The response to a visitor with too many unread bytes, or nil for other visitors.
  private func refusal(ofUnread request: PageRequest) -> Response? {
    unread.isFull(for: Network.name(of: request.clientAddress)) ? refuseUnread(request) : nil
  }

  private func refuseUnread(_ request: PageRequest) -> Response {
    refuse(request, .unread, "Too much output for your address is not read yet. Try again.")
  }

  /// The response that makes a visitor try again later, on another connection.
  private func refuse(
    _ request: PageRequest, _ refusal: SessionHub.Refusal, _ text: String
  ) -> Response {
    log("refused a request, because \(refusal)", from: request.clientAddress)
    var response = error(.serviceUnavailable, text, [("Retry-After", "10")])
    response.endsConnection = true
    return response
  }

  /// Counts the bytes of a response as unread until the response is released.
  private func count(_ response: inout Response, _ request: PageRequest) {
    guard response.share == nil else { return }
    // Only one piece of a file is in memory at a time.
    let bytes = min(response.length, response.file == nil ? .max : FilePart.piece)
    response.share = unread.hold(bytes, for: Network.name(of: request.clientAddress))
  }

  private func respond(_ request: PageRequest) async -> Response {
    do {
      try guards.checkHost(request["host"] ?? "")
    } catch {
      log("refused a request, because \(error)", from: request.clientAddress)
      return self.error(.forbidden, "The request was refused: \(error).")
    }
    guard let request = below(request) else { return notFound(request.path) }
    if request.path == Asset.socketPath,
      let refusal = refusal(ofSocket: Self.withStatedOrigin(request))
    {
      return refuse(socket: request, refusal)
    }
    if let refusal = refusal(ofPreflight: request) { return refusal }
    if request.path == Asset.uploadPath {
      return error(.methodNotAllowed, "Files are sent with POST.", [("Allow", "POST")])
    }
    if request.path == Asset.renewPath { return await renewed(request) }
    guard request.method == "GET" || request.method == "HEAD" else {
      log(
        "refused a request, because its method is '\(request.method.oneLine)'",
        from: request.clientAddress)
      return error(
        .methodNotAllowed, "This server answers GET and HEAD only.", [("Allow", "GET, HEAD")])
    }
    if let file = files[request.path] { return file.response(to: request) }
    if request.path == Asset.healthPath { return await health() }
    if let (page, match) = pages.find(request.parts) {
      if !match.rest.isEmpty, let response = await file(request) { return response }
      // A page sends its path with its hello, where a longer one is not read.
      guard PageAddress(path: match.own).text.utf8.count <= PageAddress.longest else {
        let limit = "at most \(PageAddress.longest) bytes"
        log(
          "refused a request, because the path of a page may have \(limit)",
          from: request.clientAddress)
        return error(.uriTooLong, "The path of a page may have \(limit).")
      }
      return await live(page, request)
    }
    if let response = await file(request) { return response }
    if request.path == "/" {
      return .page(
        .ok,
        ContentsPage.html(
          name: name, pages: pages.all, base: options.basePath, language: options.language))
    }
    return notFound(options.basePath + request.path)
  }

  /// The response to a browser that asks whether a page of another origin may send a request (a
  /// CORS preflight), or nil for other requests: no origin may.
  private func refusal(ofPreflight request: PageRequest) -> Response? {
    guard request.method == "OPTIONS", request["access-control-request-method"] != nil else {
      return nil
    }
    let origin = (request["origin"] ?? "").oneLine
    log(
      "refused a request of a page of '\(origin)', because pages of other origins cannot send "
        + "one with a preflight (CORS); allowedOrigins is for sockets", from: request.clientAddress)
    let takesPosts = [Asset.uploadPath, Asset.renewPath].contains(request.path)
    return error(
      .methodNotAllowed, "Pages of other origins cannot send requests to this server (CORS).",
      [("Allow", takesPosts ? "POST" : "GET, HEAD")])
  }

  /// The response to a page that fetches the cookie of its person's renewed session.
  private func renewed(_ request: PageRequest) async -> Response {
    guard request.method == "POST" else {
      return error(.methodNotAllowed, "A cookie is fetched with POST.", [("Allow", "POST")])
    }
    let answer =
      refusal(ofOrigin: request) == nil
      ? await hub.persons.fetched(
        request["x-millrace-token"] ?? "", cookies: request.cookies, isSecure: request.isSecure)
      : .refused
    var headers = [("Cache-Control", "no-store")]
    switch answer {
    case .cookie(let cookie), .doneWith(let cookie): headers.append(("Set-Cookie", cookie))
    case .done: break
    case .refused:
      log("refused a cookie, because no page expects it", from: request.clientAddress)
      return error(.forbidden, "The request was refused: no page expects a cookie.")
    }
    return Response(.noContent, headers: headers)
  }

  /// True if a request uploads a file.
  func isUpload(_ request: PageRequest) -> Bool {
    request.method == "POST" && below(request)?.path == Asset.uploadPath
  }

  /// The response with a file of a folder, or nil if there is no such file.
  ///
  /// The file is opened on a thread that is allowed to wait for the disk.
  private func file(_ request: PageRequest) async -> Response? {
    let folders = options.folders.filter { request.path.hasPrefix($0.path + "/") }
    guard !folders.isEmpty else { return nil }
    do {
      return try await NIOThreadPool.singleton.runIfActive { try folders.response(to: request) }
    } catch is FilePart.NoDescriptor {
      log(
        "a file could not be opened, because the process has the maximum number of files and "
          + "sockets open", from: request.clientAddress, level: .error)
      return error(
        .serviceUnavailable, "Too many files are open. Try again.", [("Retry-After", "10")])
    } catch {
      return nil
    }
  }

  /// The reason why the head of an upload is refused, or nil if it is accepted.
  ///
  /// Without a session no byte of the file is stored. The cookie of the session's person is checked
  /// when the file has arrived, on the main actor.
  func refusal(ofUpload request: PageRequest, length: Int?) -> PageRefusal? {
    if let refusal = refusal(ofOrigin: request) { return refusal }
    guard hub.hasSession(request["x-millrace-session"] ?? "") else {
      return PageRefusal(status: .forbidden, reason: "\(Uploads.Refusal.noSession)")
    }
    guard let length else {
      return PageRefusal(
        status: .lengthRequired, reason: "a file needs the header Content-Length")
    }
    guard length <= options.limits.fileBytes else {
      return PageRefusal(
        status: .payloadTooLarge,
        reason: "a file may have at most \(options.limits.fileBytes) bytes")
    }
    return nil
  }

  /// Stores a file that a page has sent, and responds with the name by which events of the page
  /// refer to the file.
  ///
  /// The session and the file's own name are in headers, because proxies write addresses into logs.
  func take(_ file: ByteBuffer, _ request: PageRequest) async -> Response {
    do {
      let name = try await hub.take(
        file, named: request["x-millrace-name"]?.removingPercentEncoding ?? "",
        for: request["x-millrace-session"] ?? "", by: request)
      return Response(
        .ok, type: "text/plain; charset=utf-8", body: name.utf8,
        headers: [("Cache-Control", "no-store")])
    } catch let refusal as Uploads.Refusal {
      log("refused a file, because \(refusal)", from: request.clientAddress)
      return error(.forbidden, "The file was refused: \(refusal).")
    } catch is CancellationError where Task.isCancelled {
      return error(.serviceUnavailable, "The connection was closed.")
    } catch {
      log("could not store a file: \(error)", from: request.clientAddress, level: .error)
      return self.error(.internalServerError, "The file could not be stored.")
    }
  }

  /// The response if there is no page at a path, which includes the base path.
  private func notFound(_ path: String) -> Response {
    // A page at "/" replaces the list of pages.
    let list = pages.find([]) == nil ? " All pages are listed at \(options.basePath)/." : ""
    return error(.notFound, "There is no page at \(path.oneLine).\(list)")
  }

  private func error(
    _ status: HTTPResponseStatus, _ reason: String, _ headers: [(String, String)] = []
  ) -> Response {
    .error(status, reason, home: name, base: options.basePath, headers: headers)
  }

  /// The response of the health check.
  ///
  /// It runs on the main actor, and therefore proves that the main actor is not blocked.
  @MainActor private func health() -> Response {
    Response(
      .ok, type: "text/plain; charset=utf-8", body: "ok\n".utf8,
      headers: [("Cache-Control", "no-store")])
  }

  /// The response with a page and a new session.
  ///
  /// The session of a `HEAD` request ends at once, and so does every session while the server
  /// stops. A request that a page of another site makes for an image, a script or a frame begins no
  /// session.
  @MainActor private func live(_ page: Page, _ request: PageRequest) async -> Response {
    guard Guard.mayBeginSession(request) else {
      log("refused a page that a page of another site has embedded", from: request.clientAddress)
      return error(.forbidden, "A page of another site can link to this page, but not embed it.")
    }
    let visit = await Visit(hub.persons, request)
    var request = request
    request.visit = visit
    var response = await live(page, begun: request)
    if let cookie = await visit.cookie(isSecure: request.isSecure) {
      response.headers.add(name: "Set-Cookie", value: cookie)
    }
    return response
  }

  @MainActor private func live(_ page: Page, begun request: PageRequest) async -> Response {
    do {
      return try await hub.begin(request) { try answer(with: $0, request) }
    } catch let answer as PageAnswer {
      return self.answer(answer, request)
    } catch is CancellationError where Task.isCancelled {
      // The connection is closed, and the response is not sent.
      return self.error(.serviceUnavailable, "The connection was closed.")
    } catch SessionHub.Refusal.unread {
      return refuseUnread(request)
    } catch SessionHub.Refusal.busy {
      return refuse(request, .busy, "Too many pages wait for your address. Try again.")
    } catch SessionHub.Refusal.full(let limit) {
      let refusal = SessionHub.Refusal.full(limit: limit)
      log("refused a page, because \(refusal)", from: request.clientAddress)
      return error(
        .serviceUnavailable, "Too many pages are open. Close some and try again.",
        [("Retry-After", "10")])
    } catch {
      return failed(page, error, request)
    }
  }

  @MainActor private func failed(
    _ page: Page, _ error: any Error, _ request: PageRequest
  ) -> Response {
    let reason = hub.persons.shortened(in: error)
    if !(error is SessionReadFault) {  // the log has that
      log("page \(page.path): \(reason)", from: request.clientAddress, level: .error)
    }
    return self.error(.internalServerError, Self.explained(reason))
  }

  /// The response with a session's page.
  ///
  /// Its bytes count as unread at once, before the next page of the visitor is made.
  @MainActor private func answer(
    with session: Session, _ request: PageRequest
  ) throws -> Response {
    let body = session.html()
    if let failure = session.failure { throw failure }
    do { try session.visit?.checkRead() } catch {  // a view that appears may have asked for it
      hub.end(session)
      throw error
    }
    hub.note(session, bytes: body.utf8.count)
    var response = Response.page(
      session.isAddressKnown ? .ok : .notFound,
      Document(
        title: session.title, base: options.basePath, language: options.language,
        home: session.page.path == "/" ? nil : name, body: body,
        live: .init(
          session: session.id, path: PageAddress(path: session.path).text, batch: session.batch,
          fileBytes: options.limits.fileBytes, messageBytes: options.limits.messageBytes)
      ).html())
    // The response to HEAD has the headers of the response to GET. Therefore a session is begun for
    // HEAD too, and ends here.
    if request.method == "HEAD" { hub.end(session) }
    count(&response, request)
    return response
  }

  private func answer(_ answer: PageAnswer, _ request: PageRequest) -> Response {
    switch answer {
    case .redirect(let target):
      // Bytes are compared: for Swift, a slash with a combining mark is another character. Browsers
      // can ignore the mark.
      let second = target.utf8.dropFirst().first
      guard target.utf8.first == UInt8(ascii: "/"),
        second != UInt8(ascii: "/"), second != UInt8(ascii: "\\"),
        target.utf8.allSatisfy({ $0 > 32 && $0 != 127 })
      else {
        log(
          "page \(request.path.oneLine): a redirect must begin with exactly one slash and have no "
            + "spaces or control characters", level: .error)
        return error(.internalServerError, "The page redirects to an invalid address.")
      }
      return Response(
        .seeOther,
        headers: [("Location", options.basePath + target), ("Cache-Control", "no-store")])
    case .notFound: return notFound(options.basePath + request.path)
    case .download(let file): return file.response
    case .unauthorized: return error(.unauthorized, "This page requires a log-in.")
    }
  }

  /// The text that a visitor sees for an error of the program; only debug builds include the error.
  private static func explained(_ reason: String) -> String {
    #if DEBUG
      "The page could not be made: \(reason)."
    #else
      "The page could not be made."
    #endif
  }
}
