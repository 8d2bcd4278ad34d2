// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Sends messages to a monitor in order; they are encoded off the main actor.
final class LinkOutlet: Sendable {
  private typealias Work = @Sendable () throws -> [String]

  private let work: AsyncStream<Work>
  private let input: AsyncStream<Work>.Continuation
  private let waiting = Atomic<Int>(0)
  private let isHeard = Atomic<Bool>(true)

  init() { (work, input) = AsyncStream.makeStream() }

  /// How many messages wait to be sent.
  var count: Int { waiting.load(ordering: .relaxed) }

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
    put {
      do {
        return try LinkText.parts(of: answer(), to: question)
      } catch {
        return try LinkText.parts(of: ProgramMessage.answer(question, .failed("\(error)")))
      }
    }
  }

  private func put(_ make: @escaping Work) {
    waiting.add(1, ordering: .relaxed)
    input.yield(make)
  }

  func close() { input.finish() }

  /// Sends until it is closed.
  func send(over connection: any LinkConnection) async throws {
    for await make in work {
      for part in try make() { try await connection.send(part) }
      waiting.subtract(1, ordering: .relaxed)
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
