// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Answers plain requests: pages, their files, and what is not there.
struct Router: Sendable {
  let name: String
  let options: WebOptions
  let hub: SessionHub
  let pages: PageList
  let guards: Guard
  let log: WebLog
  /// What visitors have not read of what is sent to them.
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

  /// The request below the base path, or nil if its address is not below it.
  func below(_ request: PageRequest) -> PageRequest? {
    guard !options.basePath.isEmpty else { return request }
    guard request.path.hasPrefix(options.basePath) else { return nil }
    let rest = request.path.dropFirst(options.basePath.count)
    guard rest.isEmpty || rest.hasPrefix("/") else { return nil }
    var request = request
    request.path = rest.isEmpty ? "/" : String(rest)
    return request
  }

  /// The answer to a request whose head could not be read.
  func refuse(_ reason: String, _ status: HTTPResponseStatus, from address: String) -> Response {
    log("refused a request, because \(reason)", from: address)
    var response = error(status, "The request was refused: \(reason).")
    response.endsConnection = true
    return response
  }

  /// Why a page may not open a socket or send a file.
  struct PageRefusal: Equatable {
    let status: HTTPResponseStatus
    let reason: String
  }

  /// Why a request does not come from a page of this server; nil if it does.
  private func refusal(ofOrigin request: PageRequest) -> PageRefusal? {
    do {
      let host = request["host"] ?? ""
      try guards.checkHost(host)
      try guards.checkOrigin(request["origin"], host: host)
      return nil
    } catch {
      return PageRefusal(status: .forbidden, reason: "\(error)")
    }
  }

  /// Why a page of this server may not open a socket with this request; nil if it may.
  func refusal(ofSocket request: PageRequest) -> PageRefusal? {
    refusal(ofOrigin: request) ?? refusal(ofHandshake: request)
  }

  /// Why a request opens no socket of any kind; nil if it may.
  private func refusal(ofHandshake request: PageRequest) -> PageRefusal? {
    guard request.method == "GET" else {
      return PageRefusal(status: .methodNotAllowed, reason: "a socket is opened with GET")
    }
    guard request.header("upgrade", holds: "websocket"),
      request.header("connection", holds: "upgrade")
    else {
      return PageRefusal(
        status: .upgradeRequired,
        reason: "this address opens a WebSocket; the request asks for none")
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

  /// The request below the base path if it is one for a socket that may be opened.
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

  /// What takes the socket of a request below the base path, if no page does.
  func route(of request: PageRequest) -> SocketRoute? { pages.sockets[request.path] }

  /// The answer to a request of a socket that may not be opened.
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

  /// A request with the origin that it tells: a page that asks why it gets no socket tells it, as
  /// no browser adds it to a plain request.
  private static func told(_ request: PageRequest) -> PageRequest {
    var request = request
    if request["origin"] == nil, let origin = request["x-millrace-origin"] {
      request.headers.replaceOrAdd(name: "origin", value: origin)
    }
    return request
  }

  /// Sixteen bytes in base 64: 22 characters and two equal signs.
  private static func isKey(_ key: String) -> Bool {
    key.utf8.count == 24 && key.hasSuffix("==")
      && key.utf8.dropLast(2).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  /// The answer to any other request; it counts as unread as long as it is there.
  func answer(_ request: PageRequest) async -> Response {
    if let refusal = refusal(ofUnread: request) { return refusal }
    var response = await respond(request)
    count(&response, request)
    return response
  }

  /// The answer to a visitor that does not read what it has asked for; nil for all others.
  private func refusal(ofUnread request: PageRequest) -> Response? {
    unread.isFull(for: Network.name(of: request.clientAddress)) ? refuseUnread(request) : nil
  }

  private func refuseUnread(_ request: PageRequest) -> Response {
    log(
      "refused a request, because much waits for its address that is not read",
      from: request.clientAddress)
    var response = error(
      .serviceUnavailable, "Much that was asked for is not read yet. Try again.",
      [("Retry-After", "10")])
    response.endsConnection = true
    return response
  }

  private func count(_ response: inout Response, _ request: PageRequest) {
    guard response.share == nil else { return }
    response.share = unread.hold(
      response.body.readableBytes, for: Network.name(of: request.clientAddress))
  }

  private func respond(_ request: PageRequest) async -> Response {
    do {
      try guards.checkHost(request["host"] ?? "")
    } catch {
      log("refused a request, because \(error)", from: request.clientAddress)
      return self.error(.forbidden, "The request was refused: \(error).")
    }
    guard let request = below(request) else { return notFound(request.path) }
    if request.path == Asset.socketPath, let refusal = refusal(ofSocket: Self.told(request)) {
      return refuse(socket: request, refusal)
    }
    if request.path == Asset.uploadPath {
      return error(.methodNotAllowed, "Files are sent with POST.", [("Allow", "POST")])
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      log(
        "refused a request, because its method is '\(request.method.oneLine)'",
        from: request.clientAddress)
      return error(
        .methodNotAllowed, "This server answers GET and HEAD only.", [("Allow", "GET, HEAD")])
    }
    if let file = files[request.path] { return file.response(to: request) }
    if request.path == Asset.healthPath { return await health() }
    if let (page, _) = pages.find(request.path) { return await live(page, request) }
    for folder in options.folders {
      if let response = folder.response(to: request) { return response }
    }
    if request.path == "/" {
      return .page(
        .ok, ContentsPage.html(name: name, pages: pages.all, base: options.basePath))
    }
    return notFound(request.path)
  }

  /// Whether a request sends a file.
  func isUpload(_ request: PageRequest) -> Bool {
    request.method == "POST" && below(request)?.path == Asset.uploadPath
  }

  /// Why no file may be sent with this request; nil if it may, as far as its head tells.
  func refusal(ofUpload request: PageRequest, length: Int?) -> PageRefusal? {
    if let refusal = refusal(ofOrigin: request) { return refusal }
    guard let length else {
      return PageRefusal(
        status: .lengthRequired, reason: "a file needs the header Content-Length")
    }
    guard length <= options.limits.fileBytes else {
      return PageRefusal(
        status: .payloadTooLarge, reason: "a file may have \(options.limits.fileBytes) bytes")
    }
    return nil
  }

  /// Takes a file in for the page that sends it; the answer is by what name the page may speak of
  /// it.
  func take(_ file: ByteBuffer, _ request: PageRequest) async -> Response {
    do {
      let name = try await hub.take(
        file, named: request.query["name"] ?? "", for: request.query["session"] ?? "")
      return Response(
        .ok, type: "text/plain; charset=utf-8", body: name.utf8,
        headers: [("Cache-Control", "no-store")])
    } catch let refusal as Uploads.Refusal {
      log("refused a file, because \(refusal)", from: request.clientAddress)
      return error(.forbidden, "The file was refused: \(refusal).")
    } catch {
      log("could not keep a file: \(error)", from: request.clientAddress, level: .error)
      return self.error(.internalServerError, "The file could not be kept.")
    }
  }

  private func notFound(_ path: String) -> Response {
    error(.notFound, "There is no page at \(path.oneLine). All pages are listed at /.")
  }

  private func error(
    _ status: HTTPResponseStatus, _ reason: String, _ headers: [(String, String)] = []
  ) -> Response {
    .error(status, reason, home: name, base: options.basePath, headers: headers)
  }

  /// The main actor answers, so the server is well as far as it can tell.
  @MainActor private func health() -> Response {
    Response(
      .ok, type: "text/plain; charset=utf-8", body: "ok\n".utf8,
      headers: [("Cache-Control", "no-store")])
  }

  /// A page with a session of its own; a `HEAD` request leaves none, and a request that another
  /// site's page makes on its own begins none.
  @MainActor private func live(_ page: Page, _ request: PageRequest) async -> Response {
    guard Guard.mayBeginSession(request) else {
      log("refused a page to another site's page", from: request.clientAddress)
      return error(.forbidden, "Another site's page may only lead here by a link.")
    }
    let visit = Visit(hub.persons, cookies: request.cookies, isSecure: request.isSecure)
    var request = request
    request.visit = visit
    var response = await live(page, begun: request)
    if let cookie = visit.cookie(path: options.basePath, isSecure: request.isSecure) {
      response.headers.add(name: "Set-Cookie", value: cookie)
    }
    return response
  }

  @MainActor private func live(_ page: Page, begun request: PageRequest) async -> Response {
    do {
      return try await hub.begin(request) { try answer(with: $0, request) }
    } catch let answer as PageAnswer {
      return self.answer(answer, request)
    } catch SessionHub.Refusal.unread {
      return refuseUnread(request)
    } catch SessionHub.Refusal.full(let limit) {
      log(
        "refused a page, because there are \(limit) sessions, as many as there may be",
        from: request.clientAddress)
      return error(
        .serviceUnavailable, "Too many pages are open. Close some and try again.",
        [("Retry-After", "10")])
    } catch {
      log("page \(page.path): \(error)", from: request.clientAddress, level: .error)
      return self.error(.internalServerError, Self.explained(error))
    }
  }

  /// The answer with a session's page, which counts as unread before the next page is made.
  @MainActor private func answer(
    with session: Session, _ request: PageRequest
  ) throws -> Response {
    let body = session.html()
    if let failure = session.failure { throw failure }
    hub.note(session, bytes: body.utf8.count)
    if request.method == "HEAD" { hub.end(session) }  // its answer is as that of GET
    var response = Response.page(
      session.isAddressKnown ? .ok : .notFound,
      Document(
        title: session.title, base: options.basePath, home: session.page.path == "/" ? nil : name,
        body: body,
        live: .init(
          session: session.id, path: session.path, batch: session.batch,
          fileBytes: options.limits.fileBytes)
      ).html())
    count(&response, request)
    return response
  }

  private func answer(_ answer: PageAnswer, _ request: PageRequest) -> Response {
    switch answer {
    case .redirect(let target):
      guard target.hasPrefix("/"), !target.hasPrefix("//"), !target.hasPrefix("/\\"),
        target.utf8.allSatisfy({ $0 > 32 && $0 != 127 })
      else {
        log(
          "page \(request.path.oneLine): a redirect must begin with one slash and be one line",
          level: .error)
        return error(.internalServerError, "The page leads to no address of this server.")
      }
      return Response(
        .seeOther,
        headers: [("Location", options.basePath + target), ("Cache-Control", "no-store")])
    case .notFound: return notFound(request.path)
    case .download(let file): return file.response
    case .unauthorized: return error(.unauthorized, "This page needs a log-in.")
    }
  }

  /// What a visitor hears of a mistake in the program: all of it in debug builds, else nothing.
  private static func explained(_ error: any Error) -> String {
    #if DEBUG
      "The page could not be made: \(error)."
    #else
      "The page could not be made."
    #endif
  }
}
