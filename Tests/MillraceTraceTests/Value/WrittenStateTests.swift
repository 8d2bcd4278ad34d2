// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTesting
import MillraceTrace
import Testing

@Suite struct WrittenStateTests {
  @Test func whatIsKeptUpToDateIsTheStateAsAWhole() throws {
    for seed in UInt64(0)..<40 {
      var random = SeededGenerator(seed: seed)
      var state = Hall()
      let written = WrittenState()
      try written.take(state)
      var before = try TraceValue(encoding: state)
      for step in 0..<100 {
        for _ in 0..<Int.random(in: 0..<3, using: &random) { state.change(using: &random) }
        let after = try TraceValue(encoding: state)
        let place = Comment("seed \(seed), step \(step)")
        #expect(try written.take(state) == Trace.paths(from: before, to: after), place)
        #expect(written.value == after, place)
        #expect(written.hash == after.hash, place)
        before = after
      }
    }
  }

  @Test func ofATableTheRowsThatChangedAreWritten() throws {
    var state = Hall()
    state.guests = EntityTable((0..<10_000).map { .init(id: $0, name: "guest \($0)") })
    let written = WrittenState()
    try written.take(state)
    let whole = written.bytes
    #expect(whole > 500_000)
    for number in 0..<100 {
      state.guests[id: number * 7]?.weight += 1
      #expect(try written.take(state) == ["guests[\(number * 7)].weight"])
    }
    state.guests.removeOne(17)
    // All rows after it have another position, so the changed path is the table.
    #expect(try written.take(state) == ["guests"])
    #expect(written.bytes - whole < 101 * 400, "\(written.bytes - whole)")
  }

  @Test func moreChangesThanTheLogKeepsAreFound() throws {
    var state = Hall()
    state.guests = EntityTable((0..<2_000).map { .init(id: $0, name: "guest \($0)") })
    let written = WrittenState()
    try written.take(state)
    for id in 0..<2_000 { state.guests[id: id]?.weight += 1 }
    #expect(try written.take(state) == ["guests"])
    #expect(try written.hash == TraceValue(encoding: state).hash)
  }

  @Test func rowsThatComeBehindTheOthersAreAdded() throws {
    var state = Hall()
    state.rooms["a"] = EntityTable([Hall.Guest(id: 0, name: "first")])
    let written = WrittenState()
    try written.take(state)
    for id in 1...60 {
      state.rooms["a"]?.addOne(.init(id: id, name: "guest \(id)"))
      var changed = ["rooms.a[\(id)]"]
      if id % 3 == 0 {
        state.rooms["a"]?[id: id - 2]?.weight += 1
        changed.insert("rooms.a[\(id - 2)].weight", at: 0)
      }
      #expect(try written.take(state) == changed)
      let whole = try TraceValue(encoding: state)
      #expect(written.value == whole)
      #expect(written.hash == whole.hash)
    }
    // The row that is added again is the last one, and the rows after its old place have moved.
    state.rooms["a"]?.removeOne(7)
    state.rooms["a"]?.addOne(.init(id: 7, name: "back"))
    try written.take(state)
    #expect(try written.hash == TraceValue(encoding: state).hash)
  }

  @Test func aTableMayBeTheState() throws {
    var table = EntityTable<Hall.Guest>()
    let written = WrittenState()
    try written.take(table)
    table.addOne(.init(id: 1, name: "a"))
    #expect(try written.take(table) == ["[0]"])
    #expect(try written.value == TraceValue(encoding: table))
  }

  @Test func secretsAreNotInIt() throws {
    struct State: Encodable {
      var rows = EntityTable([Row(id: 1, pin: "sesame")])
      @Redacted var pin = "sesame"
    }
    struct Row: Encodable, Identifiable {
      let id: Int
      @Redacted var pin: String
    }
    let written = WrittenState()
    try written.take(State())
    #expect(!written.value.json.contains("sesame"))
    #expect(try !TraceChange.between(State(), State()).description.contains("sesame"))
  }
}
