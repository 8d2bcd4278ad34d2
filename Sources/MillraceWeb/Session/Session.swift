// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// One visitor's page: its views, what was handled, and the socket to it while there is one.
@MainActor final class Session {
  let id = SessionID()
  /// What tools call the page: its pattern and a running number, which tell nothing of its id.
  let name: String
  let page: Page
  /// The parts of the page's own path, without the address below it.
  let path: [String]
  /// The length of the whole page as it was last made.
  private(set) var htmlBytes = 0
  /// The last batch of patches that was made; the page as it was first served is batch 1.
  private(set) var batch = 1
  /// Where the page was opened from.
  let client: String
  /// Whose page it is, if the page asked.
  let person: PersonSession?
  /// Whether its browser has shown the person's cookie; one that takes no cookies never does.
  var hasShownCookie = false
  /// The files that the page has sent.
  let uploads: Uploads
  private let host: ViewHost
  private let log: WebLog
  private weak var hub: SessionHub?
  private var ledger = EventLedger()
  /// How many events in a row were refused.
  private var refusals = 0
  private var socket: (any PageSocket)? {
    didSet {
      if isConnected != (oldValue != nil) { person?.note(isConnected: isConnected) }
    }
  }
  /// The last socket that has come for the page; it may still wait until the page is made.
  private weak var last: (any PageSocket)?
  private lazy var work = PageWork(page: self)
  /// The token for a cookie that the page shall fetch when it is connected.
  private var cookie: String?
  private var isHandling = false
  private var isWaiting = false

  init(
    page: Page, path: [String], host: ViewHost, number: Int = 1, client: String = "",
    person: PersonSession? = nil, uploads: Uploads, hub: SessionHub,
    log: WebLog
  ) {
    name = "\(page.path) #\(number)"
    self.uploads = uploads
    self.client = client
    self.person = person
    self.page = page
    self.path = path
    self.host = host
    self.hub = hub
    self.log = log
    host.onInvalidate = { [weak self] in self?.changed() }
    host.onFault = { [path = page.path] in log("page \(path): \($0)") }
    host.onFailure = { [weak self] in self?.failed($0) }
  }

  /// Whether a page is there.
  var isConnected: Bool { socket != nil }

  /// The title that the page has now.
  var title: String { host.title.isEmpty ? page.title : host.title }

  /// Whether the page knows what is at its address; false is status 404.
  var isAddressKnown: Bool { host.isAddressKnown }

  /// Why the page has ended by itself; status 500.
  var failure: ViewFailure? { host.failure }

  /// The page's tree for its first response.
  func html() -> String {
    let html = named { host.html() }
    htmlBytes = html.utf8.count
    return html
  }

  /// Lets code of the page run under the page's name and as the page's work, which the tasks that
  /// it starts inherit.
  private func named<Result>(_ body: () -> Result) -> Result {
    PageName.$current.withValue(name) { PageWork.$current.withValue(work, operation: body) }
  }

  /// Whether a page that has applied `seen`, the last batch, needs no whole tree.
  func isCurrent(_ seen: Int) -> Bool { seen == batch }

  /// Notes that a socket has come for the page; those that still wait are of no use any more.
  func comes(_ socket: any PageSocket) { last = socket }

  /// Whether no other socket has come for the page since.
  func isLast(_ socket: any PageSocket) -> Bool { last === socket }

  /// Connects a page that shows `seen`, the last batch that it applied.
  ///
  /// A page that missed nothing gets the patches of the meantime, another one the whole tree. Both
  /// get the address if `address`, which the page shows, is another one.
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
        session: id.text, isNew: isNew, ack: ledger.last, batch: batch, title: title, html: html))
    if !patches.isEmpty { send(patches) }
    if let cookie { fetchCookie(cookie) }
  }

  /// Forgets a socket that has closed; false if another one has taken its place.
  func detach(_ old: any PageSocket) -> Bool {
    guard socket === old else { return false }
    socket = nil
    return true
  }

  /// What to do with the socket after its events.
  enum Verdict: Equatable {
    case goOn
    case close(CloseCode)
  }

  /// How many events in a row may be refused; then the socket is closed.
  ///
  /// An event may come late, for an element that has gone or listens no more. A page is told so
  /// with the answer to its event; none has sent as many before that.
  static let mostRefusals = 1_000

  /// Handles events that arrived together one by one, and sends what they changed in one go.
  ///
  /// Each one finds the views as those before it have left them, whatever the page shows.
  /// An event without content could not be read: it counts and does nothing.
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
    guard host.failure == nil else { return .goOn }
    if patches.isEmpty { send(.ack(ledger.last)) } else { send(patches) }
    if refusals >= Self.mostRefusals {
      log("session \(id): closed its socket, because \(refusals) events in a row were refused")
      return .close(.policy)
    }
    guard let gap else { return .goOn }
    log("session \(id): refused an event, because number \(gap) was expected and is missing")
    return .close(.policy)
  }

  /// Ends the page's views and says goodbye to its socket.
  ///
  /// - Returns: What ends when the files that the page has sent are gone.
  @discardableResult
  func end(_ code: CloseCode = .goingAway, _ reason: String = "") -> Task<Void, Never>? {
    host.close()
    socket?.close(code, reason)
    socket = nil
    return uploads.end()
  }

  /// The page has ended by itself: a view has reported a programmer's error.
  private func failed(_ failure: ViewFailure) {
    #if DEBUG
      let reason = failure.description
    #else
      let reason = "This page has ended because of a fault in it."
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
      guard host.failure == nil else { return }  // which the log tells
      refusals += 1
      log("session \(id): refused an event, because \(Self.reason(error))")
    }
  }

  /// Why a host refused an event, without what a person typed.
  private static func reason(_ error: ViewEventError) -> String {
    switch error {
    case .unknownNode(let node): "the page has no element \(node.rawValue), or no longer"
    case .unsupported(let node, _): "the element \(node.rawValue) does not take it"
    case .disabled(let node): "the element \(node.rawValue) is disabled"
    case .covered(let node): "the element \(node.rawValue) is covered"
    case .closed: "the page has ended"
    }
  }

  /// Lets the page fetch a cookie, as soon as it is connected; only this page knows the token.
  func fetchCookie(_ token: String) {
    cookie = isConnected ? nil : token
    send(.renew(token: token))
  }

  /// Something changed outside of an event: another tab, a timer, a task.
  private func changed() {
    guard !isHandling, !isWaiting, socket != nil else { return }
    isWaiting = true
    hub?.changed(self)
  }

  /// Sends what has changed.
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
