// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization
import Testing

@testable import MillraceWeb

/// Its stored state has the type of that of `KeptNote`.
@MainActor @Observable final class KeptDraft {
  var text: String
  init(_ text: String) { self.text = text }
}

/// Objects of two types with one name.
@MainActor @Suite(.timeLimit(.minutes(5))) struct KeptTypeTests {
  private let storage = HookedStorage()
  private let sink = LogSink()
  private let id = SessionID()

  private func session() -> PersonSession {
    PersonSession(id: id, isNew: false, storage: storage, log: sink.log(), now: .zero) { _ in }
  }

  private func draft(of session: PersonSession) async throws -> KeptDraft {
    try await session.keep("note", state: { $0.text }) { KeptDraft($0 ?? "") }
  }

  /// The second object begins with the last state of the first one, whose write is still running.
  @Test func theLaterTypeIsStoredAndTheLogSaysSo() async throws {
    let (session, gate) = (session(), Gate())
    let note = try await KeptNote.of(session)
    storage.onCall { call, isDone in if call.kind == .keep, !isDone { await gate.pass() } }
    note.text = "first"
    await gate.untilReached()
    note.text = "second"
    async let later = draft(of: session)
    #expect(
      await sink.line(with: "'note' is kept as KeptDraft and as KeptNote").contains("no longer"))
    gate.open()
    let draft = try await later
    #expect(draft.text == "second")
    draft.text = "third"
    note.text = "lost"
    try await session.written()
    #expect(try await self.draft(of: session) === draft)
    #expect(try await self.draft(of: self.session()).text == "third")
  }

  /// The first object changes after its last write, while the second one is read.
  @Test func aChangeBeforeTheLaterTypeIsMadeIsNotLost() async throws {
    let session = session()
    let note = try await KeptNote.of(session)
    note.text = "first"
    let texts = Mutex(["third", "second"])
    storage.onCall { call, isDone in
      guard call.kind == .value, isDone, let text = texts.withLock({ $0.popLast() }) else { return }
      await MainActor.run { note.text = text }
    }
    #expect(try await draft(of: session).text == "third")
  }

  /// The first object changes during each of its writes, for a long time.
  @Test func theLaterTypeDoesNotWaitForAnObjectThatChangesWithoutPause() async throws {
    let session = session()
    let note = try await KeptNote.of(session)
    let writes = Atomic<Int>(0)
    storage.onCall { call, isDone in
      guard call.kind == .keep, !isDone else { return }
      let number = writes.add(1, ordering: .relaxed).newValue
      if number < 1_000 { await MainActor.run { note.text = "\(number)" } }
    }
    note.text = "first"
    let draft = try await draft(of: session)
    #expect(draft.text != "")
    #expect(writes.load(ordering: .relaxed) < 100)
    storage.work()
    draft.text = "later"
    try await session.written()
    #expect(try await storage.text("note", of: id) == "\"later\"")
  }

  /// The change during the write is never written, because the session ends.
  @Test func theLaterTypeDoesNotWaitForAChangeOfASessionThatHasEnded() async throws {
    let (session, gate) = (session(), Gate())
    let note = try await KeptNote.of(session)
    storage.onCall { call, isDone in if call.kind == .keep, !isDone { await gate.pass() } }
    note.text = "first"
    await gate.untilReached()
    async let later = draft(of: session)
    _ = await sink.line(with: "'note' is kept as KeptDraft and as KeptNote")
    note.text = "second"
    await Task {}.value  // the change is noted
    let end = Task { await session.end() }
    await Task {}.value  // the end has begun
    #expect(session.hasEnded)
    gate.open()
    _ = try await later
    await end.value
  }

  @Test func anObjectThatCannotBeStoredKeepsTheName() async throws {
    let session = session()
    let note = try await KeptNote.of(session)
    storage.onCall { call, isDone in if call.kind == .keep, !isDone { throw HookedStorage.Fault() }
    }
    note.text = "first"
    await #expect(throws: SessionWriteError.self) { try await draft(of: session) }
    #expect(try await KeptNote.of(session) === note)
    storage.work()
    #expect(try await draft(of: session).text == "first")
  }

  @Test func anObjectThatCannotBeMadeLeavesTheName() async throws {
    struct Fault: Error {}
    let session = session()
    let note = try await KeptNote.of(session)
    note.text = "first"
    await #expect(throws: Fault.self) {
      try await session.keep("note", state: { (draft: KeptDraft) in draft.text }) { _ in
        throw Fault()
      }
    }
    let next = try await KeptNote.of(session)
    #expect(next !== note && next.text == "first")
    next.text = "second"
    try await session.written()
    #expect(try await KeptNote.of(self.session()).text == "second")
  }
}
