// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceUndo

/// The order in which people lose their histories.
@Suite struct UndoAgesTests {
  private func feature(people: Int) -> Feature<Desk, DeskAction> {
    Reducer.plain.undoable(\Desk.history, people: people) { $0.role }
  }

  @Test("The people are sorted once for many that are removed, and a step changes no order")
  func sortedOnce() {
    let feature = feature(people: 100)
    var state = Desk()
    func step(_ person: String) { _ = try? feature(&state, .colour(state.colour + 1, by: person)) }
    func count() -> Int { state.history.stacks.ages.list.count }
    for number in 0..<100 { step("\(number)") }
    #expect(count() == 0)
    for number in 100..<200 {
      step("\(number)")
      // The 101 people were sorted for the first removal. Each removal takes one of them.
      #expect(count() == 200 - number)
      step("\(number)")
      #expect(count() == 200 - number)
    }
  }

  @Test("A person is removed if the last step of no other person is older", arguments: 1...100)
  func oldestFirst(seed: UInt64) {
    let feature = feature(people: 5)
    var generator = SeededGenerator(seed: seed)
    var state = Desk()
    for step in 1...400 {
      let person = "p\(Int.random(in: 0..<12, using: &generator))"
      var expected = state.history.stacks.others.mapValues(\.last)
      let action: DeskAction =
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: .undo(.begin(by: person))
        case 1: .undo(.clear(by: person))
        case 2: .undo(.end(by: person))
        default: .colour(step, by: person)
        }
      _ = try? feature(&state, action)
      expected[person] = state.history.stacks.others[person]?.last
      while expected.count > 5 {
        let others = expected.filter { $0.key != person }
        let oldest = others.min { ($0.value, $0.key) < ($1.value, $1.key) }
        expected[oldest?.key ?? ""] = nil
      }
      #expect(
        state.history.stacks.others.mapValues(\.last) == expected, "seed \(seed), step \(step)")
    }
  }

  @Test("A person whose steps were removed during a gesture is the next to be removed")
  func removedSteps() {
    let feature = feature(people: 2)
    var state = Desk()
    func run(_ action: DeskAction) { _ = try? feature(&state, action) }
    for (number, person) in ["a", "b", "c"].enumerated() { run(.colour(number + 1, by: person)) }
    run(.undo(.begin(title: "Drag", by: "c")))
    state.history.removeSteps { $0.person == "c" }
    run(.colour(4, by: "d"))
    #expect(state.history.stacks.others.keys.sorted() == ["b", "d"])
  }

  @Test("A gesture of a person whose steps were cleared makes the person the next to be removed")
  func gestureAfterClear() {
    let feature = feature(people: 3)
    var state = Desk()
    func run(_ action: DeskAction) { _ = try? feature(&state, action) }
    // The fourth step sorts the people, "b" with its step among them.
    for (number, person) in ["a", "b", "c", "d"].enumerated() {
      run(.colour(number + 1, by: person))
    }
    run(.undo(.clear(by: "b")))
    run(.colour(5, by: "e"))
    run(.undo(.begin(by: "b")))
    #expect(state.history.stacks.others.keys.sorted() == ["b", "d", "e"])
    run(.colour(6, by: "f"))
    #expect(state.history.stacks.others.keys.sorted() == ["d", "e", "f"])
  }

  @Test("No name remains after the steps of all people were removed")
  func clearedNames() {
    let feature = feature(people: 2)
    var state = Desk()
    for (number, person) in ["a", "b", "c", "d"].enumerated() {
      _ = try? feature(&state, .colour(number + 1, by: person))
    }
    _ = try? feature(&state, .undo(.clear(by: nil)))
    #expect(state.history.stacks.others.isEmpty && state.history.stacks.ages.list.isEmpty)
  }

  @Test("Gestures that begin and are cleared again and again leave nothing behind")
  func gestures() {
    let feature = feature(people: 3)
    var state = Desk()
    for number in 0..<4 { _ = try? feature(&state, .colour(number + 1, by: "p\(number)")) }
    for _ in 0..<1_000 {
      _ = try? feature(&state, .undo(.begin(by: "eve")))
      _ = try? feature(&state, .undo(.clear(by: "eve")))
    }
    #expect(state.history.stacks.ages.list.count <= 32)
    #expect(state.history.stacks == UndoStacks(state.history.stacks.all, lastNumber: 4))
  }
}
