// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Sends messages to a monitor in order; they are encoded off the main actor.
///
/// A monitor that reads slowly has no more messages wait for it than it asked for: there is one
/// piece of news of each store between two answers.
final class LinkOutlet: Sendable {
  private typealias Work = @Sendable () throws -> [String]

  /// News that waits to be sent, of each store the newest.
  private final class PendingNews: Sendable {
    private let news: Mutex<[StoreNews]?>

    init(_ news: [StoreNews]) { self.news = Mutex(news) }

    /// Adds news; false if its turn has come already.
    func add(_ new: [StoreNews]) -> Bool {
      news.withLock { news in
        guard var all = news else { return false }
        for next in new {
          if let index = all.firstIndex(where: { $0.store == next.store }) {
            all[index] = next.after(all[index])
          } else {
            all.append(next)
          }
        }
        news = all
        return true
      }
    }

    func take() -> [StoreNews] { news.withLock { $0.take() ?? [] } }
  }

  private let work: AsyncStream<Work>
  private let input: AsyncStream<Work>.Continuation
  private let waiting = Atomic<Int>(0)
  /// The news that was put last, if nothing was put after it.
  private let last = Mutex<PendingNews?>(nil)
  private let isHeard = Atomic<Bool>(true)

  init() { (work, input) = AsyncStream.makeStream() }

  /// How many answers wait to be sent.
  var count: Int { waiting.load(ordering: .relaxed) }

  /// Sends news, together with what waits to be sent and is the last message.
  func put(_ news: [StoreNews]) {
    if last.withLock({ $0?.add(news) ?? false }) { return }
    let pending = PendingNews(news)
    put { try LinkText.parts(of: ProgramMessage.news(pending.take())) }
    last.withLock { $0 = pending }
  }

  /// Sends a message; it is encoded when its turn comes.
  func put(_ message: ProgramMessage) {
    put { try LinkText.parts(of: message) }
  }

  /// Sends the opening.
  func put(_ opening: LinkOpening) {
    put { try LinkText.parts(of: opening) }
  }

  /// Sends the answer to a question; in place of one that is too long, a failure that says so.
  func put(_ answer: @escaping @Sendable () -> StoreAnswer, to question: Int) {
    waiting.add(1, ordering: .relaxed)
    put { [weak self] in
      defer { self?.waiting.subtract(1, ordering: .relaxed) }
      do {
        return try LinkText.parts(of: answer(), to: question)
      } catch {
        return try LinkText.parts(of: ProgramMessage.answer(question, .failed("\(error)")))
      }
    }
  }

  private func put(_ make: @escaping Work) {
    last.withLock { $0 = nil }
    input.yield(make)
  }

  func close() { input.finish() }

  /// Sends until it is closed.
  func send(over connection: any LinkConnection) async throws {
    for await make in work {
      for part in try make() { try await connection.send(part) }
    }
  }

  /// Something has come from the other end.
  func heard() { isHeard.store(true, ordering: .relaxed) }

  /// Sends signs of life, and throws when none have come for three beats.
  func beat(_ clock: any Clock<Duration>) async throws {
    var silent = 0
    while true {
      try await clock.sleep(for: LinkEngine.beat)
      silent = isHeard.exchange(false, ordering: .relaxed) ? 0 : silent + 1
      if silent == 3 { throw LinkFailure.silent }
      put(ProgramMessage.alive)
    }
  }
}
