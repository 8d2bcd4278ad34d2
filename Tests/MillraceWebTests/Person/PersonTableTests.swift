// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

@testable import MillraceWeb

@MainActor @Observable private final class Note {
  var text = ""
}

@MainActor @Suite struct PersonTableTests {
  private let clock = ManualClock()
  private let storage = MemorySessionStorage()

  private func table(sessions: Int = 10) -> PersonTable {
    var limits = WebLimits()
    limits.sessions = sessions
    return PersonTable(
      key: SessionKey(), storage: storage, limits: limits, stopwatch: Stopwatch(clock),
      log: .silent)
  }

  @Test func aPersonIsKnownByTheID() {
    let table = table()
    let id = SessionID()
    #expect(table.session(id) === table.session(id))
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

  @Test func thereIsABound() {
    let table = table(sessions: 10)
    let used = table.session(nil)
    used.enter()
    for _ in 0..<100 { _ = table.session(nil) }
    #expect(table.count <= 10)
    #expect(table.session(used.id) === used)
  }
}
