// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// The request that has opened a socket, as long as it is of use.
///
/// It is indirect: a socket that has let go of it takes the space of a pointer and no more.
indirect enum Opening {
  case by(PageRequest)
  case done
}

/// Brings what sockets say to the main actor, each socket's news in its order.
///
/// What has come together is one hop, up to a number of messages; then other work of the main actor
/// has its turn. Each network has as many turns within a hop as any other, so that a click does not
/// wait for all that a stranger sends over a thousand sockets.
final class Exchange: Sendable {
  enum News: Sendable {
    /// The socket is open; the request has opened it.
    case opened(PageRequest)
    case texts([String])
    case closed
  }

  typealias Item = (line: SocketLine, news: News)

  /// What one network has sent.
  private struct Queue {
    var items: [Item] = []
    var next = 0

    mutating func pop() -> Item {
      defer { next += 1 }
      return items[next]
    }

    var isEmpty: Bool { next == items.count }
  }

  private struct State {
    var queues: [String: Queue] = [:]
    /// The networks that have sent something, in the order of their turns.
    var turns: [String] = []
    var isScheduled = false

    /// The next items, up to a number of messages.
    mutating func take(_ limit: Int) -> [Item] {
      var (taken, count) = ([Item](), 0)
      while !turns.isEmpty, count < limit {
        var others: [String] = []
        for (index, network) in turns.enumerated() {
          guard count < limit else {
            others = turns[index...] + others
            break
          }
          // Out of the dictionary, so that the list is not copied.
          guard var queue = queues.removeValue(forKey: network) else { continue }
          let item = queue.pop()
          taken.append(item)
          if case .texts(let texts) = item.news { count += texts.count } else { count += 1 }
          guard !queue.isEmpty else { continue }
          queues[network] = queue
          others.append(network)
        }
        turns = others
      }
      isScheduled = !turns.isEmpty
      return taken
    }
  }

  /// How many messages are handled before other work of the main actor.
  static let burst = 1_024

  private let state = NIOLockedValueBox(State())
  private let handle: @MainActor @Sendable ([Item]) -> Void

  /// Creates an exchange whose news a closure handles, a burst at a time.
  init(handle: @escaping @MainActor @Sendable ([Item]) -> Void) {
    self.handle = handle
  }

  func post(_ news: News, from line: SocketLine) {
    let isFirst = state.withLockedValue { state in
      if state.queues[line.network] == nil { state.turns.append(line.network) }
      state.queues[line.network, default: Queue()].items.append((line, news))
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  private func schedule() { Task { @MainActor in deliver() } }

  @MainActor private func deliver() {
    let (news, isMore) = state.withLockedValue { state in
      (state.take(Self.burst), state.isScheduled)
    }
    if isMore { schedule() }
    handle(news)
  }
}
