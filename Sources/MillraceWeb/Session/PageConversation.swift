// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// The protocol with one page over its socket: one hello, then events; counts invalid messages.
@MainActor final class PageConversation {
  private let line: SocketLine
  /// The request that opened the socket, until the page has sent its hello.
  private var opening: Opening
  private let hub: SessionHub
  /// The number of invalid messages after which the socket is closed.
  private let badMessages: Int
  private let log: WebLog
  private var session: Session?
  /// The task that finds or begins the session of the hello.
  private var attaching: Task<Void, Never>?
  private var isOver = false
  /// Messages that arrived before the session was found or begun, in the groups in which they
  /// arrived.
  private var delayed: [[String]] = []
  /// The number of invalid messages.
  private var bad = 0

  init(
    line: SocketLine, request: PageRequest, hub: SessionHub, limits: WebLimits, log: WebLog
  ) {
    opening = .by(request)
    self.line = line
    self.hub = hub
    badMessages = limits.badMessages
    self.log = log
  }

  /// Handles messages that arrived together; delays them while the session is found or begun.
  func take(_ texts: [String]) {
    if attaching == nil { handle(texts) } else { delayed.append(texts) }
  }

  private func handle(_ texts: [String]) {
    guard !isOver else { return line.handled(texts) }
    var left = texts[...]  // all messages except those that are moved to `delayed`
    defer { line.handled(left) }
    var events: [(seq: Int, event: ViewEvent?)] = []
    var (hasInput, isAsked) = (false, false)
    for (index, text) in texts.enumerated() where !isOver {
      let message: PageMessage
      do {
        message = try PageMessage(text)
      } catch {
        if let seq = PageMessage.number(of: text) { events.append((seq, nil)) }
        refuse("\(error)", after: &events)
        continue
      }
      switch message {
      case .event(let seq, let event):
        guard session != nil else { return close("an event came before the hello") }
        // The input is answered first, so that the page can tell what has become of the typed text
        // from what an action does with the field. What came before a focus is answered first too,
        // so that the page can tell that the person's focus is newer than one that an action set.
        if hasInput && event.kind.isAction || event.kind.isFocus { handle(&events) }
        hasInput = event.kind.isInput || hasInput && !events.isEmpty
        events.append((seq, event))
      case .files(let seq, let node, let names):
        guard let session else { return close("an event came before the hello") }
        if hasInput { handle(&events) }
        hasInput = false
        events.append((seq, ViewEvent(node: node, kind: .files(session.uploads.files(names)))))
      case .ask:
        guard session != nil else { return close("a question came before the hello") }
        isAsked = true
      case .hello(let id, let path, let seen, let address, let browser):
        guard session == nil, case .by(let request) = opening else {
          handle(&events)
          return close("a second hello came")
        }
        opening = .done
        delayed = [Array(texts[(index + 1)...])]
        left = texts[...index]
        return attach(request.at(path), id: id, seen: seen, address: address, browser)
      }
    }
    handle(&events, isAsked: isAsked)
  }

  /// Handles the collected events; with `isAsked` the page gets an answer even if there are none.
  private func handle(_ events: inout [(seq: Int, event: ViewEvent?)], isAsked: Bool = false) {
    defer { events = [] }
    guard !events.isEmpty || isAsked, let session, !isOver else { return }
    if case .close(let code) = hub.receive(events, from: line, in: session) { end(code) }
  }

  private func attach(
    _ request: PageRequest, id: String, seen: Int, address: PageAddress?, _ browser: BrowserState
  ) {
    line.connection.welcome(line)
    var request = request
    request.address = address ?? PageAddress()
    request.query = address?.query ?? [:]
    attaching = Task { @MainActor in
      do {
        let session = try await hub.attach(line, session: id, request: request, seen: seen)
        session.browserShows(browser)
        if isOver { hub.detach(line, from: session) } else { self.session = session }
      } catch {
        refuse(error, path: request.path)
      }
      // Other work of the main actor runs between two messages; new messages are delayed meanwhile.
      while !delayed.isEmpty {
        for text in delayed.removeFirst() {
          handle([text])
          await Task.yield()
        }
      }
      attaching = nil
    }
  }

  private func refuse(_ error: any Error, path: String) {
    switch error {
    case is CancellationError where isOver: break
    case SessionHub.Refusal.replaced: end(.replaced)
    case is SessionReadFault: end(.tryLater)  // the log has it
    case SessionHub.Refusal.noPage:
      log("closed a socket, because there is no page at '\(path.oneLine)'", from: line.client)
      end(.reload)
    case let refusal as SessionHub.Refusal:
      log("closed a socket, because \(refusal)", from: line.client)
      end(.tryLater)
    case is PageAnswer: end(.reload)
    default:
      let reason = hub.persons.shortened(in: error)
      log("page \(path.oneLine): \(reason)", from: line.client, level: .error)
      // A view would fail again, but what the page's closure needs can become available.
      end(error is ViewFailure ? .reload : .tryLater)
    }
  }

  /// Refuses one message; if there were too many, handles the earlier events and closes the socket.
  private func refuse(
    _ reason: String, after events: inout [(seq: Int, event: ViewEvent?)]
  ) {
    bad += 1
    log("refused a message, because \(reason)", from: line.client)
    guard bad >= badMessages else { return }
    handle(&events)
    close("\(bad) of its messages were invalid")
  }

  private func close(_ reason: String) {
    log("closed a socket, because \(reason)", from: line.client)
    end(.policy)
  }

  private func end(_ code: CloseCode) {
    guard !isOver else { return }  // the event loop of the closed socket can have ended
    line.close(code)
    over()
  }

  /// Ends the conversation, because the socket has closed.
  func over() {
    guard !isOver else { return }
    isOver = true
    attaching?.cancel()
    if let session { hub.detach(line, from: session) }
    session = nil
  }
}

extension ViewEvent.Kind {
  fileprivate var isInput: Bool { if case .input = self { true } else { false } }
  fileprivate var isFocus: Bool { if case .focus(true) = self { true } else { false } }

  /// True for an action of a person, and false for typed text and for what a page reports.
  fileprivate var isAction: Bool {
    switch self {
    case .input, .focus, .hover, .rows, .address, .browser: false
    case .drag(let drag): drag.phase == .ended
    default: true
    }
  }
}
