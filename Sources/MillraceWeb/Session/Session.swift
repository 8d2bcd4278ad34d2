// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// One open page of one visitor: its views, its handled events, and its socket, if it has one.
///
/// It is not the session of a person; that is a `PersonSession`, which all pages of a browser
/// share.
@MainActor final class Session {
  let id = SessionID()
  /// The name of the page in tools: its path pattern and a running number, which reveal nothing of
  /// its id.
  let name: String
  let page: Page
  /// The parts of the page's own path, without the address below it.
  let path: [String]
  /// The length of the latest HTML of the whole page, in bytes.
  private(set) var htmlBytes = 0
  /// The number of the latest batch of patches; the first HTML of the page is batch 1.
  private(set) var batch = 1
  /// The address of the client that opened the page.
  let client: String
  /// The session of the person, or nil if the page has not used it yet.
  private(set) var person: PersonSession?
  /// The person's session of the page's request, as long as the page's work can use it.
  weak var visit: Visit?
  /// True if the browser has sent the person's cookie; a browser without cookies never does.
  var hasShownCookie = false
  /// True if no response could give the browser the cookie of `person`.
  private(set) var lacksCookie = false
  /// The files that the page has sent.
  let uploads: Uploads
  private let host: ViewHost
  private let log: WebLog
  private weak var hub: SessionHub?
  private var ledger = EventLedger()
  /// The number of consecutive events that were refused.
  private var refusals = 0
  private var socket: (any PageSocket)? {
    didSet {
      if isConnected != (oldValue != nil) { person?.note(isConnected: isConnected) }
    }
  }
  /// The latest socket that opened for the page; it can still wait until the page is made.
  private weak var latest: (any PageSocket)?
  private lazy var work = PageWork(page: self)
  /// The token of a cookie that the page must fetch; each new socket sends it, until the renewal
  /// has ended, because the socket before it can have lost it.
  private var renewalToken: String?
  /// True while events are handled; then `receive` sends the changes.
  private var isHandling = false
  /// True while changes wait for the hub to call `flush`.
  private var isWaiting = false

  init(
    page: Page, path: [String], host: ViewHost, number: Int = 1, client: String = "",
    uploads: Uploads, hub: SessionHub, log: WebLog
  ) {
    name = "\(page.path) #\(number)"
    self.uploads = uploads
    self.client = client
    self.page = page
    self.path = path
    self.host = host
    self.hub = hub
    self.log = log
    host.onInvalidate = { [weak self] in self?.changed() }
    host.onFault = { [path = page.path] in log("page \(path): \($0)") }
    host.onFailure = { [weak self] in self?.failed($0) }
  }

  /// Sets the session of the person, when the page or its work uses it for the first time, or again
  /// after it has ended; `hasCookie` is true if the browser has sent the person's cookie.
  func belongs(to person: PersonSession, hasCookie: Bool, lacksCookie: Bool) {
    if isConnected {
      self.person?.note(isConnected: false)
      person.note(isConnected: true)
    }
    self.person = person
    hasShownCookie = hasCookie
    self.lacksCookie = lacksCookie
  }

  /// True if the page has a socket.
  var isConnected: Bool { socket != nil }

  /// The current title of the page.
  var title: String { host.title.isEmpty ? page.title : host.title }

  /// False if the page has nothing at its address; then the response has status 404.
  var isAddressKnown: Bool { host.isAddressKnown }

  /// The programmer's error that ended the page, or nil; with an error the response has status 500.
  var failure: ViewFailure? { host.failure }

  /// The HTML of the page's whole tree.
  func html() -> String {
    let html = named { host.html() }
    htmlBytes = html.utf8.count
    return html
  }

  /// Runs code of the page with its name and work as task-local values, which its tasks inherit.
  private func named<Result>(_ body: () -> Result) -> Result {
    PageName.$current.withValue(name) { PageWork.$current.withValue(work, operation: body) }
  }

  /// True if a page whose last applied batch is `seen` does not need the whole tree.
  func isCurrent(_ seen: Int) -> Bool { seen == batch }

  /// Stores a socket as the latest one of the page; it replaces an earlier one that still waits.
  func setLatest(_ socket: any PageSocket) { latest = socket }

  /// True if no other socket has opened for the page since.
  func isLatest(_ socket: any PageSocket) -> Bool { latest === socket }

  /// Connects the page to a new socket; `seen` is the last batch that the page has applied.
  ///
  /// If the page has missed no batch, it gets the patches of the time without a socket, otherwise
  /// the whole tree. In both cases, if the address that the page shows, `address`, is not that of
  /// its views, the page gets the address of its views.
  func attach(_ new: any PageSocket, seen: Int, isNew: Bool, address: PageAddress? = nil) {
    socket?.close(.replaced)
    socket = new
    refusals = 0
    let isCurrent = !isNew && self.isCurrent(seen)
    if !isCurrent { batch += 1 }
    if let address, !isNew { host.pageShows(address) }
    let html = isCurrent ? nil : self.html()
    let patches = named { host.flush() }
    guard host.failure == nil else { return }
    send(
      .welcome(
        session: id.text, isNew: isNew, ack: ledger.last, batch: batch, title: title, html: html,
        hasMore: !patches.isEmpty))
    if !patches.isEmpty { send(patches) }
    if let renewalToken { send(.renew(token: renewalToken)) }
  }

  /// Sets the state of the page's browser, which views can have read.
  func browserShows(_ state: BrowserState) {
    named { host.browserShows(state) }
  }

  /// Releases a socket that has closed; returns false if it is not the current socket.
  func detach(_ old: any PageSocket) -> Bool {
    guard socket === old else { return false }
    socket = nil
    return true
  }

  /// The decision about the socket after its events were handled.
  enum Verdict: Equatable {
    case keep
    case close(CloseCode)
  }

  /// The number of consecutive refused events after which the socket is closed.
  ///
  /// An event can arrive too late, for an element that was removed or no longer handles it. The
  /// answer to an event contains the changes of the page; no page sends so many events before that
  /// answer.
  static let mostRefusals = 1_000

  /// Handles events that arrived together, one after another, and sends their changes in one batch.
  ///
  /// Each event acts on the views with the changes of the events before it, although the page does
  /// not show these changes yet. An event that is nil was invalid: it is counted and does nothing.
  func receive(_ events: [(seq: Int, event: ViewEvent?)], from source: any PageSocket) -> Verdict {
    guard socket === source else { return .close(.replaced) }
    var gap: Int?
    isHandling = true
    let patches = named {
      for (seq, event) in events where host.failure == nil && refusals < Self.mostRefusals {
        switch ledger.admit(seq) {
        case .handle: if let event { handle(event) }
        case .alreadyHandled: continue
        case .gap(let expected): gap = expected
        }
        if gap != nil { break }
      }
      isHandling = false
      return host.flush()
    }
    guard host.failure == nil else { return .keep }
    if patches.isEmpty { send(.ack(ledger.last)) } else { send(patches) }
    if refusals >= Self.mostRefusals {
      log("session \(id): closed its socket, because \(refusals) events in a row were refused")
      return .close(.policy)
    }
    guard let gap else { return .keep }
    log("session \(id): refused an event, because number \(gap) was expected and is missing")
    return .close(.policy)
  }

  /// Ends the page's views and closes its socket.
  ///
  /// - Returns: A task that deletes the files that the page has sent, or nil if there are none.
  @discardableResult
  func end(_ code: CloseCode = .goingAway, _ reason: String = "") -> Task<Void, Never>? {
    host.close()
    socket?.close(code, reason)
    socket = nil
    return uploads.end()
  }

  /// Called when the page has ended because a view has reported a programmer's error.
  private func failed(_ failure: ViewFailure) {
    #if DEBUG
      let reason = failure.description
    #else
      let reason = "This page has ended because of an error in it."
    #endif
    socket?.close(.failed, CloseCode.fitting(reason))
    socket = nil
    hub?.failed(self, failure)
  }

  private func handle(_ event: ViewEvent) {
    do {
      try host.handle(event)
      refusals = 0
    } catch {
      guard host.failure == nil else { return }  // the hub logs the failure
      refusals += 1
      log("session \(id): refused an event, because \(Self.reason(error))")
    }
  }

  /// The reason why a host refused an event, without text that a person typed.
  private static func reason(_ error: ViewEventError) -> String {
    switch error {
    case .unknownNode(let node): "the page has no element \(node.rawValue), or no longer has it"
    case .unsupported(let node, _): "the element \(node.rawValue) does not handle it"
    case .disabled(let node): "the element \(node.rawValue) is disabled"
    case .covered(let node): "the element \(node.rawValue) is not shown"
    case .closed: "the page has ended"
    }
  }

  /// Makes the page fetch a cookie, as soon as it is connected; only this page gets the token.
  func fetchCookie(_ token: String) {
    renewalToken = token
    send(.renew(token: token))
  }

  /// Called when a renewal has ended.
  func forgetCookie(_ token: String) { if renewalToken == token { renewalToken = nil } }

  /// Called when the views have changed, for example because of a timer or another page.
  private func changed() {
    guard !isHandling, !isWaiting, socket != nil else { return }
    isWaiting = true
    hub?.changed(self)
  }

  /// Sends the changes of the views.
  func flush() {
    isWaiting = false
    guard socket != nil else { return }
    let patches = named { host.flush() }
    if !patches.isEmpty { send(patches) }
  }

  private func send(_ patches: [Patch]) {
    batch += 1
    var patches = patches
    for index in patches.indices {
      if case .setTitle = patches[index] { patches[index] = .setTitle(title) }
    }
    let text = hub?.encoder.encoded(patches) ?? ServerMessage.encoded(patches)
    send(.patch(batch: batch, ack: ledger.last, text))
  }

  private func send(_ message: ServerMessage) { socket?.send(message.encoded()) }
}
