// SPDX-License-Identifier: Apache-2.0

/// Answers plain requests: pages, their files, and what is not there.
struct Router: Sendable {
  let name: String
  let pages: [Page]
  /// What follows Millrace's own style sheet.
  var styleSheet = ""
  let hub: SessionHub
  let guards: Guard
  let log: WebLog

  /// The answer to a request whose head could not be read.
  func refuse(_ error: RequestError) -> Response {
    log("refused a request, because \(error)")
    let status: Response.Status =
      if case .tooLong = error { .headersTooLarge } else { .badRequest }
    return .error(status, "The request was refused: \(error).", home: name)
  }

  /// Whether a page of this server asks for a socket; `answer` says why not.
  func mayOpen(_ head: RequestHead) -> Bool {
    let host = head.headers["host"] ?? ""
    do {
      try guards.checkHost(host)
      try guards.checkOrigin(head.headers["origin"], host: host)
      return true
    } catch {
      return false
    }
  }

  /// The answer to any other request.
  func answer(_ head: RequestHead) async -> Response {
    do {
      try guards.checkHost(head.headers["host"] ?? "")
    } catch {
      log("refused a request, because \(error)")
      return .error(.forbidden, "The request was refused: \(error).", home: name)
    }
    guard !head.announcesBody else {
      log("refused a request, because it has a body")
      return .error(.contentTooLarge, "This server takes no request bodies.", home: name)
    }
    guard head.method == "GET" || head.method == "HEAD" else {
      log("refused a request, because its method is '\(head.method.oneLine)'")
      return .error(
        .methodNotAllowed, "This server answers GET and HEAD only.", home: name,
        headers: [("Allow", "GET, HEAD")])
    }
    if let asset = Asset(rawValue: head.path) {
      var response = asset.response
      if asset == .style { response.body += Array(styleSheet.utf8) }
      return response
    }
    if head.path == Asset.socketPath { return refuseSocket(head) }
    if let page = pages.first(where: { $0.path == head.path }) {
      return await live(page, isHead: head.method == "HEAD")
    }
    if head.path == "/" { return .page(.ok, ContentsPage.html(name: name, pages: pages)) }
    return .error(
      .notFound, "There is no page at \(head.path.oneLine). All pages are listed at /.",
      home: name)
  }

  private func refuseSocket(_ head: RequestHead) -> Response {
    do {
      try guards.checkOrigin(head.headers["origin"], host: head.headers["host"] ?? "")
      _ = try Handshake.accept(head)
      return .error(.methodNotAllowed, "A socket is opened with GET.", home: name)
    } catch let refusal as Handshake.Refusal {
      log("refused a socket, because \(refusal)")
      return .error(
        refusal == .badKey ? .badRequest : .upgradeRequired,
        "The request was refused: \(refusal).", home: name,
        headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")])
    } catch {
      log("refused a socket, because \(error)")
      return .error(.forbidden, "The request was refused: \(error).", home: name)
    }
  }

  /// A page with a session of its own; a `HEAD` request begins none.
  @MainActor private func live(_ page: Page, isHead: Bool) -> Response {
    guard !isHead else {
      return .page(.ok, Document(title: page.title, home: name, body: "").html())
    }
    do {
      let session = try hub.begin(path: page.path)
      let body = session.html()
      return .page(
        .ok,
        Document(
          title: session.title, home: page.path == "/" ? nil : name, body: body,
          live: .init(session: session.id, path: page.path, batch: session.batch)
        ).html())
    } catch {
      log("refused a page, because \(pages.count) pages have as many sessions as there may be")
      return .error(
        .unavailable, "Too many pages are open. Close some and try again.", home: name,
        headers: [("Retry-After", "10")])
    }
  }
}
