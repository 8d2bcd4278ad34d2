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
/// What has come is handled in hops, each up to a time and a weight; between two of them other work
/// of the main actor has its turn. Each site has as many turns within a hop as any other, and
/// messages that came together are as many turns as they weigh, so that a click does not wait for
/// all that a stranger sends over a thousand sockets. Those of a site whose messages take long come
/// one by one.
final class Exchange: Sendable {
  enum News: Sendable {
    /// The socket is open; the request has opened it.
    case opened(PageRequest)
    case texts([String])
    case closed

    var weight: Int {
      if case .texts(let texts) = self { SocketLine.weight(texts) } else { 1 }
    }
  }

  typealias Item = (line: SocketLine, news: News)

  /// What one site has sent.
  private struct Queue {
    var items = Fifo<Item>()
    /// Whether an item has taken as long as a hop may.
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
    /// The sites that have sent something, in the order of their turns.
    var turns = Fifo<String>()
    var isScheduled = false

    mutating func push(_ item: Item) {
      let site = item.line.site
      if queues[site] == nil { turns.push(site) }
      queues[site, default: Queue()].items.push(item)
    }

    /// The next item; its site comes again after the others.
    mutating func pop() -> Item? {
      // Out of the dictionary, so that the list is not copied.
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

  /// The weight of what is handled before other work of the main actor.
  static let burst = 1_024
  /// How long a hop may take; the item that takes longer is its last.
  static let slice = Duration.milliseconds(5)
  /// The weight of messages that are handled together.
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
  ///   - finish: is called at the end of each hop.
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

  /// Messages in pieces of a bounded weight; a message that is heavier is a piece of its own.
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
