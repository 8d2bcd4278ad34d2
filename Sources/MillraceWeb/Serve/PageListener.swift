// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Understands a page's messages: one hello, then events; counts those that are no good.
struct PageListener: Sendable {
  let hub: SessionHub
  let limits: WebLimits
  let log: WebLog
  let outbox: Outbox
  private(set) var session: Session?
  private var bad = 0

  init(hub: SessionHub, limits: WebLimits, log: WebLog, outbox: Outbox) {
    self.hub = hub
    self.limits = limits
    self.log = log
    self.outbox = outbox
  }

  /// Takes messages that arrived together; the answer is why to close the socket, or nil.
  mutating func take(_ texts: [String]) async -> CloseCode? {
    var events: [(seq: Int, event: ViewEvent)] = []
    for text in texts {
      let message: PageMessage
      do {
        message = try PageMessage(text)
      } catch {
        if let code = refuse("\(error)") { return code }
        continue
      }
      switch message {
      case .event(let seq, let event):
        guard session != nil else { return close("an event came before the hello") }
        events.append((seq, event))
      case .hello(let id, let path, let seen):
        guard session == nil else { return close("a second hello came") }
        do {
          session = try await hub.attach(outbox, session: id, path: path, seen: seen)
        } catch SessionHub.Refusal.full {
          log("closed a socket, because there are as many sessions as there may be")
          return .tryLater
        } catch {
          return close("there is no page at '\(path.oneLine)'")
        }
      }
    }
    guard !events.isEmpty, let session else { return nil }
    switch await session.receive(events, from: outbox) {
    case .goOn: return nil
    case .close(let code): return code
    }
  }

  /// Refuses one message; closes when there were too many.
  private mutating func refuse(_ reason: String) -> CloseCode? {
    bad += 1
    log("refused a message, because \(reason)")
    guard bad >= limits.badMessages else { return nil }
    return close("\(bad) of its messages were no good")
  }

  private func close(_ reason: String) -> CloseCode {
    log("closed a socket, because \(reason)")
    return .policy
  }
}
