// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Sends messages to a monitor in order.
///
/// The messages are encoded outside the main actor.
///
/// If the monitor reads slowly, news are merged: the queue has at most one news message between two
/// other messages.
final class LinkOutlet: Sendable {
  private typealias Work = @Sendable () throws -> [String]

  /// News that were not sent yet, merged for each store.
  private final class PendingNews: Sendable {
    /// The news, or nil after they were taken.
    private let news: Locked<[StoreNews]?>

    init(_ news: [StoreNews]) { self.news = Locked(news) }

    /// Merges news into the pending news.
    ///
    /// Returns false if the pending news were taken already.
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
  /// The news at the end of the queue, or nil if the last message is another one.
  private let last = Locked<PendingNews?>(nil)
  private let hasReceived = Atomic<Bool>(true)
  private let lasted = Atomic<Bool>(false)

  init() { (work, input) = AsyncStream.makeStream() }

  /// The number of answers that were not encoded yet.
  var count: Int { waiting.load(ordering: .relaxed) }

  /// Whether the connection has lasted for the interval of keep-alive messages.
  var hasLasted: Bool { lasted.load(ordering: .relaxed) }

  /// Adds news to the queue.
  ///
  /// If the last message of the queue is news, the two are merged.
  func put(_ news: [StoreNews]) {
    if last.withLock({ $0?.add(news) ?? false }) { return }
    let pending = PendingNews(news)
    put { try LinkText.parts(of: ProgramMessage.news(pending.take())) }
    last.withLock { $0 = pending }
  }

  /// Adds a message, or the opening, to the queue.
  ///
  /// It is encoded when it is sent.
  func put(_ message: some Encodable & Sendable) {
    put { try LinkText.parts(of: message) }
  }

  /// Adds the answer to a question to the queue.
  ///
  /// If the answer is too long or cannot be encoded, a failure is sent instead.
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

  /// Sends the messages of the queue until the outlet is closed.
  func send(over connection: any LinkConnection) async throws {
    for await make in work {
      for part in try make() { try await connection.send(part) }
    }
  }

  /// Called when a text was received from the other end.
  func noteReceived() { hasReceived.store(true, ordering: .relaxed) }

  /// Sends keep-alive messages, and throws if no text was received during three intervals.
  func beat(_ clock: any Clock<Duration>) async throws {
    var silent = 0
    while true {
      try await clock.sleep(for: LinkEngine.beat)
      lasted.store(true, ordering: .relaxed)
      silent = hasReceived.exchange(false, ordering: .relaxed) ? 0 : silent + 1
      if silent == 3 { throw LinkFailure.silent }
      put(ProgramMessage.alive)
    }
  }
}

/// A value that is protected by a lock.
///
/// The lock is not a `Mutex`: the thread sanitizer does not know a contended `Mutex` on Linux, and
/// reports a race.
private final class Locked<Value>: @unchecked Sendable {
  // Sound: the value is only read and written while the lock is held.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
