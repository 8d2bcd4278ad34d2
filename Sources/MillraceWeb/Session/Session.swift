// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// One visitor's page: its views, what was handled, and the socket to it while there is one.
@MainActor final class Session {
  let id = SessionID()
  let page: Page
  /// The last batch of patches that was made; the page as it was first served is batch 1.
  private(set) var batch = 1
  private let host: ViewHost
  private let log: WebLog
  private var ledger = EventLedger()
  private var socket: (any PageSocket)?
  private var isHandling = false

  init(page: Page, log: WebLog) {
    self.page = page
    self.log = log
    host = page.makeHost()
    host.onInvalidate = { [weak self] in self?.changed() }
    host.onFault = { log("page \(page.path): \($0)") }
  }

  /// The title that the page has now.
  var title: String { host.title.isEmpty ? page.title : host.title }

  /// The page's tree for its first response.
  func html() -> String { host.html() }

  /// Connects a page that shows `seen`, the last batch that it applied.
  ///
  /// A page that missed nothing gets the patches of the meantime, another one the whole tree.
  func attach(_ new: any PageSocket, seen: Int, isNew: Bool) {
    socket?.close(.replaced)
    socket = new
    let isCurrent = !isNew && seen == batch
    if !isCurrent { batch += 1 }
    let patches = isCurrent ? host.flush() : []
    let html = isCurrent ? nil : host.html()
    send(
      .welcome(
        session: id.text, isNew: isNew, ack: ledger.last, batch: batch, title: title, html: html))
    if !patches.isEmpty { send(patches) }
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

  /// Handles events that arrived together one by one, and sends what they changed in one go.
  func receive(_ events: [(seq: Int, event: ViewEvent)], from source: any PageSocket) -> Verdict {
    guard socket === source else { return .close(.replaced) }
    var gap: Int?
    isHandling = true
    for (seq, event) in events {
      switch ledger.admit(seq) {
      case .handle: handle(event)
      case .alreadyHandled: continue
      case .gap(let expected): gap = expected
      }
      if gap != nil { break }
    }
    isHandling = false
    let patches = host.flush()
    if patches.isEmpty { send(.ack(ledger.last)) } else { send(patches) }
    guard let gap else { return .goOn }
    log("session \(id): refused an event, because number \(gap) was expected and is missing")
    return .close(.policy)
  }

  /// Ends the page's views and says goodbye to its socket.
  func end() {
    host.close()
    socket?.close(.goingAway)
    socket = nil
  }

  private func handle(_ event: ViewEvent) {
    do {
      try host.handle(event)
    } catch {
      log("session \(id): refused an event, because \(Self.reason(error))")
    }
  }

  /// Why a host refused an event, without what a person typed.
  private static func reason(_ error: ViewEventError) -> String {
    switch error {
    case .unknownNode(let node): "the page has no element \(node.rawValue), or no longer"
    case .unsupported(let node, _): "the element \(node.rawValue) does not take it"
    case .disabled(let node): "the element \(node.rawValue) is disabled"
    case .closed: "the page has ended"
    }
  }

  /// Something changed outside of an event: another tab, a timer, a task.
  private func changed() {
    guard !isHandling, socket != nil else { return }
    Task { @MainActor [weak self] in self?.flush() }
  }

  private func flush() {
    guard socket != nil else { return }
    let patches = host.flush()
    if !patches.isEmpty { send(patches) }
  }

  private func send(_ patches: [Patch]) {
    batch += 1
    let named = patches.map { patch in
      if case .setTitle = patch { Patch.setTitle(title) } else { patch }
    }
    send(.patch(batch: batch, ack: ledger.last, named))
  }

  private func send(_ message: ServerMessage) { socket?.send(message.encoded()) }
}
