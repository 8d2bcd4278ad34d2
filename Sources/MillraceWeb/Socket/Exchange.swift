// SPDX-License-Identifier: Apache-2.0

import NIOConcurrencyHelpers

/// The request that opened a socket, until it is no longer needed.
///
/// The enumeration is indirect. After the request is released, it takes only the space of a
/// pointer.
indirect enum Opening {
  case by(PageRequest)
  case done
}

/// Passes the events of sockets to the main actor, each socket's events in their order.
///
/// The events are handled in hops, which are tasks on the main actor. A hop ends when it has
/// reached a maximum time or a maximum weight, and other work of the main actor runs between two
/// hops. A site is one IPv4 address, or all IPv6 networks of one organization; see `Network`.
/// Within a hop the sites are served in turn, one item each, so that a click does not wait for all
/// messages that another client sends over a thousand sockets. Messages that arrive together are
/// split into pieces of limited weight, and each piece is one item. If an item of a site was slow,
/// the messages of that site are handled one by one.
final class Exchange: Sendable {
  enum News: Sendable {
    /// The request has opened the socket.
    case opened(PageRequest)
    case texts([String])
    case closed

    var weight: Int {
      if case .texts(let texts) = self { SocketLine.weight(texts) } else { 1 }
    }
  }

  typealias Item = (line: SocketLine, news: News)

  /// The items that one site has sent.
  private struct Queue {
    var items = Fifo<Item>()
    /// True if an item has taken at least the time of a hop; then texts are handled one by one.
    var isSlow = false

    mutating func pop() -> Item? {
      guard isSlow, let (line, news) = items.first, case .texts(let texts) = news, texts.count > 1
      else { return items.pop() }
      items.replaceFirst(with: (line, .texts(Array(texts.dropFirst()))))
      return (line, .texts([texts[0]]))
    }
  }

  private struct State {
    var queues: [String: Queue] = [:]
    /// The sites with items, in the order in which they are handled.
    var turns = Fifo<String>()
    var isScheduled = false

    mutating func push(_ item: Item) {
      let site = item.line.site
      if queues[site] == nil { turns.push(site) }
      queues[site, default: Queue()].items.push(item)
    }

    /// Removes and returns the next item; its site then comes after the other sites.
    mutating func pop() -> Item? {
      // The queue is removed from the dictionary, so that it is not copied.
      guard let site = turns.pop(), var queue = queues.removeValue(forKey: site) else {
        return nil
      }
      let item = queue.pop()
      guard !queue.items.isEmpty else { return item }
      queues[site] = queue
      turns.push(site)
      return item
    }
  }

  /// The weight after which a hop ends.
  static let burst = 1_024
  /// The time after which a hop ends; an item that has begun is always completed.
  static let slice = Duration.milliseconds(5)
  /// The maximum weight of messages that are handled together.
  static let piece = 8

  private let stopwatch: Stopwatch
  private let state = NIOLockedValueBox(State())
  private let handle: @MainActor @Sendable (Item) -> Void
  private let finish: @MainActor @Sendable () -> Void

  /// Creates an exchange.
  ///
  /// - Parameters:
  ///   - stopwatch: measures how long a hop takes.
  ///   - handle: handles one item.
  ///   - finish: called at the end of each hop.
  init(
    stopwatch: Stopwatch, handle: @escaping @MainActor @Sendable (Item) -> Void,
    finish: @escaping @MainActor @Sendable () -> Void = {}
  ) {
    self.stopwatch = stopwatch
    self.handle = handle
    self.finish = finish
  }

  func post(_ news: News, from line: SocketLine) {
    let isFirst = state.withLockedValue { state in
      if case .texts(let texts) = news {
        for piece in Self.pieces(of: texts) { state.push((line, .texts(piece))) }
      } else {
        state.push((line, news))
      }
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Splits messages into pieces of at most the weight `piece`; a heavier message is a piece of its
  /// own.
  private static func pieces(of texts: [String]) -> [[String]] {
    var pieces: [[String]] = []
    var weight = 0
    for text in texts {
      let own = SocketLine.weight(CollectionOfOne(text))
      if pieces.isEmpty || weight + own > piece {
        pieces.append([])
        weight = 0
      }
      pieces[pieces.count - 1].append(text)
      weight += own
    }
    return pieces
  }

  private func schedule() { Task { @MainActor in deliver() } }

  @MainActor private func deliver() {
    let start = stopwatch.elapsed
    var weight = 0
    while weight < Self.burst, let item = state.withLockedValue({ $0.pop() }) {
      let before = stopwatch.elapsed
      handle(item)
      let now = stopwatch.elapsed
      weight += item.news.weight
      if now - before >= Self.slice {
        state.withLockedValue { $0.queues[item.line.site]?.isSlow = true }
      }
      if now - start >= Self.slice { break }
    }
    finish()
    let isMore = state.withLockedValue { state in
      state.isScheduled = !state.turns.isEmpty
      return state.isScheduled
    }
    if isMore { schedule() }
  }
}
