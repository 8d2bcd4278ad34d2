// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization
import Testing

@testable import MillraceWeb

/// A stored object: notes, or a number that JSON cannot represent.
@MainActor @Observable private final class Kept<State: Codable & Sendable> {
  var state: State

  init(_ state: State) { self.state = state }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct SessionWriteErrorTests {
  private let storage = FaultyStorage()
  private let session: PersonSession

  init() {
    session = PersonSession(
      id: SessionID(), storage: storage, limit: 1_000, log: LogSink().log(), now: .zero
    ) { _ in }
  }

  private func keep<State: Codable & Sendable>(
    _ name: String, _ state: State
  ) async throws -> Kept<State> {
    try await session.keep(name, state: { $0.state }) { Kept($0 ?? state) }
  }

  /// A session with a stored note, in a storage that calls a hook.
  private func hooked() async throws -> (HookedStorage, PersonSession, KeptNote) {
    let storage = HookedStorage()
    let session = PersonSession(
      id: SessionID(), storage: storage, log: LogSink().log(), now: .zero
    ) { _ in }
    return (storage, session, try await KeptNote.of(session))
  }

  /// The reason why the session is not written, or nil if it is written.
  private func problem() async -> SessionWriteError? {
    do {
      try await session.written()
      return nil
    } catch {
      return error
    }
  }

  @Test func writtenReturnsWhenAChangeIsKept() async throws {
    let notes = try await keep("notes", [String]())
    #expect(await problem() == nil)
    #expect(storage.writes.withLock { $0 } == 0)
    notes.state = ["a"]
    #expect(await problem() == nil)
    #expect(
      storage.memory.value(named: "notes", of: session.id.text) == Data("[\"a\"]".utf8))
  }

  /// The object changes during each write, for a long time.
  @Test func writtenDoesNotWaitForLaterChanges() async throws {
    let (storage, session, note) = try await hooked()
    let writes = Atomic<Int>(0)
    storage.onCall { call, isDone in
      guard call.kind == .keep, !isDone else { return }
      let number = writes.add(1, ordering: .relaxed).newValue
      if number < 1_000 { await MainActor.run { note.text = "\(number)" } }
    }
    note.text = "first"
    try await session.written()
    #expect(1..<10 ~= writes.load(ordering: .relaxed))
  }

  /// The object changes during the failed write, and the next write is the further attempt.
  @Test func writtenWaitsForTheWriteAfterOneThatHasFailed() async throws {
    let (storage, session, note) = try await hooked()
    let writes = Atomic<Int>(0)
    storage.onCall { call, isDone in
      guard call.kind == .keep, !isDone else { return }
      guard writes.add(1, ordering: .relaxed).newValue == 1 else { return }
      await MainActor.run { note.text = "second" }
      throw HookedStorage.Fault()
    }
    note.text = "first"
    try await session.written()
    #expect(try await storage.text("note", of: session.id) == "\"second\"")
  }

  /// The session ends during a further attempt, and the object has changed since that began.
  @Test func writtenDoesNotWaitForAChangeOfASessionThatHasEnded() async throws {
    let (storage, session, note) = try await hooked()
    let writes = Atomic<Int>(0)
    let gate = Gate()
    storage.onCall { call, isDone in
      guard call.kind == .keep, !isDone else { return }
      if writes.add(1, ordering: .relaxed).newValue > 1 { await gate.pass() }
      throw HookedStorage.Fault()
    }
    note.text = "first"
    let first = Task { try await session.written() }
    await gate.untilReached()
    note.text = "second"
    await Task {}.value  // the change is noted
    let later = Task { try await session.written() }
    for _ in 0..<3 { await Task {}.value }  // it waits for the change
    let end = Task { await session.end() }
    await Task {}.value  // the end has begun
    #expect(session.hasEnded)
    gate.open()
    await #expect(throws: SessionWriteError.hasEnded) { try await first.value }
    await #expect(throws: SessionWriteError.hasEnded) { try await later.value }
    await end.value
  }

  @Test func aStorageThatFailsIsSaidUntilItTakesTheChange() async throws {
    let notes = try await keep("notes", [String]())
    storage.isBroken.withLock { $0 = true }
    notes.state = ["a"]
    guard case .notWritten("notes", _)? = await problem() else {
      Issue.record("the error is not `notWritten`")
      return
    }
    storage.isBroken.withLock { $0 = false }
    #expect(await problem() == nil)
  }

  @Test func whatIsTooLargeOrCannotBeEncodedIsSaid() async throws {
    let notes = try await keep("notes", [String]())
    let number = try await keep("number", 0.5)
    notes.state = [String(repeating: "x", count: 1_000)]
    #expect(await problem() == .tooLarge(name: "notes", bytes: 1_004, limit: 1_000))
    notes.state = []
    number.state = .nan
    guard case .notEncoded("number", _)? = await problem() else {
      Issue.record("the error is not `notEncoded`")
      return
    }
    number.state = 1
    #expect(await problem() == nil)
    let message = "\(SessionWriteError.tooLarge(name: "n", bytes: 2, limit: 1))"
    #expect(message.contains("would have 2 bytes, and the limit is 1."))
    #expect(message.contains("keptBytes"))
  }

  @Test func nothingOfASessionThatHasEndedIsWritten() async {
    await session.end()
    #expect(await problem() == .hasEnded)
  }
}
