// SPDX-License-Identifier: Apache-2.0

import Foundation
import Observation
import Synchronization
import Testing

@testable import MillraceWeb

@MainActor @Observable private final class Note {
  var text = ""
}

@MainActor @Suite struct PersonTableTests {
  private let clock = ManualClock()
  private let storage = MemorySessionStorage()

  private func table(
    sessions: Int = 10, perAddress: Int = 1_000, storage: (any SessionStorage)? = nil,
    log: WebLog = .silent
  ) -> PersonTable {
    var limits = WebLimits()
    limits.sessions = sessions
    limits.personsPerAddress = perAddress
    return PersonTable(
      key: SessionKey(), storage: storage ?? self.storage, limits: limits,
      stopwatch: Stopwatch(clock), log: log)
  }

  private func note(of person: PersonSession) async throws -> Note {
    try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
  }

  /// The id of a session that has stored a note and has left memory.
  private func stored(_ table: PersonTable) async throws -> SessionID {
    let person = table.session(nil, from: "127.0.0.1")
    table.enter(person)
    try await note(of: person).text = "a"
    await person.saved()
    table.leave(person)
    clock.advance(by: .seconds(120))
    await table.sweep()
    return person.id
  }

  @Test func aPersonIsKnownByTheID() async throws {
    let table = table()
    let id = SessionID()
    let person = try await table.session(id)
    #expect(try await table.session(id) === person)
    #expect(table.session(nil) !== table.session(nil))
    #expect(table.count == 3)
  }

  @Test func aPersonWhoKeepsNothingGoesWithTheLastPage() {
    let table = table()
    let person = table.session(nil)
    person.enter()
    person.enter()
    table.leave(person)
    #expect(table.count == 1)
    table.leave(person)
    #expect(table.count == 0)
  }

  /// The page of another tab ends while the page of this one is being made.
  @Test func aPersonWhoWasLetGoIsInUseAgainWithTheNextPage() {
    let table = table()
    let person = table.session(nil)
    table.enter(person)
    table.leave(person)
    #expect(table.count == 0)
    table.enter(person)
    #expect(table.count == 1)
  }

  @Test func aPersonWhoKeepsSomethingStaysForAWhile() async throws {
    let table = table()
    let person = table.session(nil)
    person.enter()
    let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
    note.text = "a"
    table.leave(person)
    await table.sweep()
    #expect(table.count == 1)
    clock.advance(by: .seconds(120))
    await table.sweep()
    #expect(table.count == 0)
    #expect(storage.value(named: "note", of: person.id.text) != nil)
  }

  @Test func whatCouldNotBeKeptStaysUntilASweepHasKeptIt() async throws {
    let storage = FaultyStorage()
    let table = table(storage: storage)
    let people = [table.session(nil), table.session(nil)]
    for person in people {
      person.enter()
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      storage.isBroken.withLock { $0 = true }
      note.text = "a"
      await person.saved()
      storage.isBroken.withLock { $0 = false }
    }
    storage.isBroken.withLock { $0 = true }
    table.leave(people[0])
    clock.advance(by: .seconds(120))
    await table.sweep()
    #expect(table.count == 2)
    storage.isBroken.withLock { $0 = false }
    await table.sweep()
    #expect(table.count == 1, "a page still uses one of them")
    for person in people {
      #expect(storage.memory.value(named: "note", of: person.id.text) != nil)
    }
  }

  @Test func overHTTPSACookieThatAnotherHostMayHaveSetCountsForNothing() {
    let table = table()
    let person = table.session(nil)
    let value = table.key.signed(person.id.text, at: table.now)
    #expect(table.signed(by: ["millrace": value], isSecure: true) == nil)
    #expect(table.signed(by: ["__Host-millrace": value], isSecure: true)?.id == person.id)
    #expect(table.signed(by: ["__Host-millrace": value], isSecure: false) == nil)
    #expect(table.cookie(of: person.id, isSecure: true).hasPrefix("__Host-millrace="))
  }

  @Test func anIDThatWasEndedIsGoodForNothing() async {
    let table = table()
    let person = table.session(nil)
    let cookies = ["millrace": table.key.signed(person.id.text, at: table.now)]
    #expect(table.signed(by: cookies, isSecure: false)?.id == person.id)
    await person.end()
    #expect(table.signed(by: cookies, isSecure: false) == nil)
  }

  @Test func anAddressDrivesOutItsOwnPersonsAndNoOthers() async throws {
    let table = table(perAddress: 3)
    func begin(from address: String) async throws -> SessionID {
      let person = table.session(nil, from: address)
      person.enter()
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      note.text = "a"
      await person.saved()
      table.leave(person)
      return person.id
    }
    let other = try await begin(from: "127.0.0.1")
    var mine: [SessionID] = []
    for _ in 0..<3 { mine.append(try await begin(from: "127.0.0.2")) }
    _ = try await table.session(mine[0])  // used again: the second one is the oldest now
    for _ in 0..<2 { mine.append(try await begin(from: "127.0.0.2")) }
    // The removed sessions are deleted from the storage by a separate task.
    for id in [mine[1], mine[2]] {
      while storage.value(named: "note", of: id.text) != nil { await Task.yield() }
    }
    for id in [other, mine[0], mine[3], mine[4]] {
      #expect(storage.value(named: "note", of: id.text) != nil)
    }
  }

  /// Uses a session by a request with its cookie, and stores a note.
  private func store(
    _ id: SessionID, in table: PersonTable, signed moment: Int? = nil
  ) async throws {
    let value = table.key.signed(id.text, at: moment ?? table.now)
    let visit = await Visit(table, try request("/", [("Cookie", "millrace=\(value)")]))
    let person = visit.session()
    #expect(person.id == id)
    table.enter(person)
    try await note(of: person).text = "a"
    await person.saved()
    table.leave(person)
  }

  /// The session of a `HEAD` request leaves the memory at once.
  @Test func personsWhoStoreSomethingOnlyWhenTheyReturnCount() async throws {
    let table = table(perAddress: 2)
    var ids: [SessionID] = []
    for _ in 0..<3 {
      let person = table.session(nil, from: "127.0.0.1")
      table.enter(person)
      table.leave(person)
      ids.append(person.id)
    }
    #expect(table.count == 0)
    for id in ids { try await store(id, in: table) }
    #expect(ids.map { storage.value(named: "note", of: $0.text) != nil } == [false, true, true])
  }

  @Test func personsOfAnEarlierProcessDoNotCount() async throws {
    let table = table(perAddress: 1)
    let ids = [SessionID(), SessionID()]
    for id in ids { try await store(id, in: table, signed: table.now - 60) }
    for id in ids { #expect(storage.value(named: "note", of: id.text) != nil) }
  }

  @Test func aPersonWhoHasLeftGoesAndOneWithAConnectedPageStays() async throws {
    let table = table(perAddress: 1)
    let connected = table.session(nil, from: "127.0.0.1")
    let other = table.session(nil, from: "127.0.0.2")
    for _ in 0..<2 { connected.note(isConnected: true) }
    connected.note(isConnected: false)
    let left = table.session(nil, from: "127.0.0.1")
    left.enter()
    left.note(isConnected: true)
    left.note(isConnected: false)
    _ = table.session(nil, from: "127.0.0.1")
    while !left.hasEnded { await Task.yield() }
    for stays in [connected, other] { #expect(try await table.session(stays.id) === stays) }
  }

  @Test func aStorageNeverHoldsWhoGoesAndWhoComes() async throws {
    let log = LoggingStorage()
    let table = table(perAddress: 1, storage: log)
    var ids: [String] = []
    for _ in 0..<3 {
      let person = table.session(nil, from: "127.0.0.1")
      ids.append(person.id.text)
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      note.text = "a"
      await person.saved()
    }
    #expect(
      log.lines == [
        "keep \(ids[0])", "forget \(ids[0])", "keep \(ids[1])", "forget \(ids[1])",
        "keep \(ids[2])",
      ])
  }

  /// Since the session came into memory again, its pages have read none of its values.
  @Test func aPersonWhoseValuesWereNotReadCountsStill() async throws {
    let table = table(perAddress: 1)
    let id = try await stored(table)
    #expect(table.count == 0)
    do {
      let back = try await table.session(id)
      table.enter(back)
      table.leave(back)
    }
    #expect(table.count == 0)
    _ = try await note(of: table.session(nil, from: "127.0.0.1"))
    #expect(storage.value(named: "note", of: id.text) == nil)
  }

  @Test func aPersonWhoseValuesWereNotReadIsNotOneWhoStoresNothing() async throws {
    let table = table(perAddress: 2)
    let (id, oldest) = (try await stored(table), try await stored(table))
    table.enter(try await table.session(id))
    _ = try await note(of: table.session(nil, from: "127.0.0.1"))
    #expect(storage.value(named: "note", of: id.text) != nil)
    #expect(storage.value(named: "note", of: oldest.text) == nil)
  }

  @Test func aPersonWhoseChangeIsNotEvenToldIsNotOneWhoStoresNothing() async throws {
    let table = table(perAddress: 2)
    let person = table.session(nil, from: "127.0.0.1")
    let note = try await self.note(of: person)
    let other = table.session(nil, from: "127.0.0.1")
    note.text = "a"
    _ = try await self.note(of: table.session(nil, from: "127.0.0.1"))
    #expect(other.hasEnded && !person.hasEnded)
    await person.saved()
    #expect(storage.value(named: "note", of: person.id.text) != nil)
  }

  @Test func theLogSaysWhyASessionEndsOrIsNotDeleted() async throws {
    let (storage, sink) = (HookedStorage(), LogSink())
    let log = sink.log()
    let few = table(perAddress: 1, log: log)
    let first = few.session(nil, from: "127.0.0.1")
    _ = few.session(nil, from: "127.0.0.1")
    let unread = SessionReadFault(id: SessionID(), reason: HookedStorage.Fault())
    await few.substitute(for: unread).end()
    let full = table(sessions: 1, storage: storage, log: log)
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    let ended = full.session(nil)
    await ended.end()
    _ = full.session(nil)
    let lines = await sink.lines(of: log)
    #expect(
      lines.filter { !$0.contains("could not be deleted") } == [
        "session \(first.id): ended, because its address has begun too many sessions",
        "session \(unread.id): could not be ended, because its record could not be read",
        "session \(ended.id): its values were not deleted, and this is not tried again, because "
          + "there are too many sessions",
      ])
  }

  @Test func thereIsABound() async throws {
    let table = table(sessions: 10)
    let used = table.session(nil)
    used.enter()
    for _ in 0..<100 { _ = table.session(nil) }
    #expect(table.count <= 10)
    #expect(try await table.session(used.id) === used)
  }

  @Test func aPersonWhoIsWrittenComesBackAsTheSame() async throws {
    let slow = SlowStorage()
    let table = table(sessions: 1, storage: slow)
    weak var first: PersonSession?
    let id = SessionID()
    do {
      let person = try await table.session(id)
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      note.text = "a"
      first = person
    }
    await slow.untilWriting()
    _ = table.session(nil)  // the table is full: the first one is removed
    #expect(first != nil, "the write retains it")
    let again = try await table.session(id)
    #expect(again === first)
    let note = try await again.keep("note", state: { (note: Note) in note.text }) {
      (saved: String?) in
      Issue.record("a second object is made, with \(saved ?? "nothing")")
      return Note()
    }
    note.text = "b"
    slow.go()
    await again.saved()
    #expect(slow.values == [#""a""#, #""b""#])
  }

  @Test func aPersonWhoWasLetGoWhileWrittenIsWaitedForAtTheEnd() async throws {
    let slow = SlowStorage()
    let table = table(sessions: 1, storage: slow)
    do {
      let person = try await table.session(SessionID())
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      note.text = "a"
    }
    await slow.untilWriting()
    _ = table.session(nil)  // the table is full: the first one is removed
    let saved = Task {
      await table.saved()
      return slow.values
    }
    await Task {}.value  // `saved()` waits now
    slow.go()
    #expect(await saved.value == [#""a""#])
  }

  @Test func aPersonWhoseWriteHasFailedGoesLast() async throws {
    let storage = FaultyStorage()
    let table = table(sessions: 2, storage: storage)
    let (unsaved, saved) = (SessionID(), SessionID())
    for id in [unsaved, saved] {
      let person = try await table.session(id)
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      person.enter()
      storage.isBroken.withLock { $0 = id == unsaved }
      note.text = "a"
      await person.saved()
      storage.isBroken.withLock { $0 = false }
      table.leave(person)
      clock.advance(by: .seconds(1))
    }
    #expect(storage.memory.value(named: "note", of: unsaved.text) == nil)
    _ = table.session(nil)  // the table is full: one is removed
    #expect(table.count == 2)
    await table.sweep()
    for id in [unsaved, saved] {
      #expect(storage.memory.value(named: "note", of: id.text) != nil)
    }
  }

  /// An unwritten value is more important than a session that could not be deleted.
  @Test func aPersonWhoCouldNotBeForgottenGoesBeforeOneWhoseWriteHasFailed() async throws {
    let storage = HookedStorage()
    let table = table(sessions: 2, storage: storage)
    let unsaved = table.session(nil)
    let note = try await unsaved.keep("note", state: { $0.text }) { (_: String?) in Note() }
    storage.onCall { _, _ in throw HookedStorage.Fault() }
    note.text = "a"
    await unsaved.saved()
    clock.advance(by: .seconds(1))
    for _ in 0..<20 { await table.session(nil).end() }
    #expect(table.count <= 3)
    storage.work()
    await table.sweep()
    #expect(try await storage.text("note", of: unsaved.id) == #""a""#)
  }

  @Test func aPersonWhoseChangeIsNotEvenToldIsNotLost() async throws {
    let table = table(sessions: 1)
    let id = SessionID()
    do {
      let person = try await table.session(id)
      let note = try await person.keep("note", state: { $0.text }) { (_: String?) in Note() }
      note.text = "a"
    }
    _ = table.session(nil)
    let again = try await table.session(id)
    await again.saved()
    #expect(storage.value(named: "note", of: id.text) != nil)
  }

  @Test func aPersonWhosePageIsBeingMadeIsNotMadeTwice() async throws {
    let table = table(sessions: 1)
    let id = SessionID()
    let person = try await table.session(id)
    _ = table.session(nil)
    #expect(try await table.session(id) === person)
  }
}

/// A storage whose writes wait until a test calls `go()`.
private final class SlowStorage: SessionStorage {
  private let state = Mutex<[String]>([])
  private let (writing, isWriting) = AsyncStream<Void>.makeStream()
  private let (gate, opened) = AsyncStream<Void>.makeStream()

  var values: [String] { state.withLock { $0 } }

  func untilWriting() async { for await _ in writing { break } }

  func go() { opened.finish() }

  func value(named name: String, of session: String) -> Data? { nil }

  func keep(_ value: Data, named name: String, of session: String) async {
    isWriting.yield()
    for await _ in gate {}
    state.withLock { $0.append(String(decoding: value, as: UTF8.self)) }
  }

  func forget(_ session: String) {}
}

/// A storage in which `forget` takes long.
///
/// It records in which order its calls end.
private final class LoggingStorage: SessionStorage {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func value(named name: String, of session: String) -> Data? { nil }

  func keep(_ value: Data, named name: String, of session: String) {
    state.withLock { $0.append("keep \(session)") }
  }

  func forget(_ session: String) async {
    for _ in 0..<1_000 { await Task.yield() }
    state.withLock { $0.append("forget \(session)") }
  }
}
