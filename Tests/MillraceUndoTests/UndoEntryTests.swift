// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import Testing

/// The entries of menus; Tests/AppleSignatures/Runs tests them with a stand-in of `UndoManager`.
@Suite struct UndoEntryTests {
  /// A menu that keeps the entries of one person, as `UndoManager` does.
  struct Menu {
    var person = ""
    var seen = 0
    var undos: [UndoEntry] = []
    var redos: [UndoEntry] = []

    /// Takes the steps that are new.
    mutating func look(at state: Desk) {
      let last = state.history.lastNumber(by: person)
      if last == seen { return }
      undos += state.history.entries(after: seen, by: person)
      redos = []
      seen = last
    }

    mutating func undo(_ state: inout Desk) {
      guard let entry = undos.popLast() else { return }
      if let action = state.history.action(of: entry) { state.run(.undo(action)) }
      redos.append(entry.opposite)
    }

    mutating func redo(_ state: inout Desk) {
      guard let entry = redos.popLast() else { return }
      if let action = state.history.action(of: entry) { state.run(.undo(action)) }
      undos.append(entry.opposite)
    }
  }

  @Test("The last number grows with each step of the person, and with nothing else")
  func lastNumber() {
    var state = Desk.withCards()
    #expect(state.history.lastNumber == 0)
    state.run(.title("a"), .title("b", by: "bob"), .title("c"))
    #expect(state.history.lastNumber == 3)
    #expect(state.history.lastNumber(by: "bob") == 2)
    #expect(state.history.lastNumber(by: "ada") == 0)
    state.run(.undo(.undo()), .undo(.undo()), .undo(.redo()), .load(.write(0, "loaded")))
    state.run(.title(state.title), .undo(.undo(to: 0)), .undo(.end()))
    #expect(state.history.lastNumber == 3)
    state.run(.colour(1))
    #expect(state.history.lastNumber == 4)
    for rank in 3..<9 { state.run(.cards(.rank(0, rank), group: "drag")) }
    #expect(state.history.lastNumber == 5)
    state.run(.undo(.begin(title: "Drag")), .colour(7), .colour(8), .undo(.end()))
    #expect(state.history.lastNumber == 6)
    state.run(.undo(.clear(by: "bob")))
    #expect(state.history.lastNumber(by: "bob") == 0)
    state.run(.title("d", by: "bob"))
    #expect(state.history.lastNumber(by: "bob") == 7)
  }

  @Test("The last number survives a relaunch, also when its step is gone")
  func relaunch() throws {
    let feature = Reducer.plain.undoable(\Desk.history, limit: 1) { $0.role }
    var state = Desk()
    for action: DeskAction in [.colour(1), .colour(2), .colour(3, by: "bob")] {
      _ = try? feature(&state, action)
    }
    // Bob's title replaced "a", so the undo drops that step without an effect.
    for action: DeskAction in [.title("a"), .title("b", by: "bob"), .undo(.undo())] {
      _ = try? feature(&state, action)
    }
    #expect(state.history.redoSteps().isEmpty)
    let data = try JSONEncoder().encode(state)
    let again = try JSONDecoder().decode(Desk.self, from: data)
    #expect(again == state)
    #expect(again.history.lastNumber == 4)
    #expect(again.history.lastNumber(by: "bob") == 5)
    #expect(again.history.lastNumber(by: "ada") == 0)
  }

  @Test("A history that was encoded without its last numbers takes them from its steps")
  func oldCoding() throws {
    var state = Desk()
    state.run(.title("a", by: "bob"), .colour(1), .colour(2), .undo(.undo()), .colour(3))
    state.run(.undo(.undo()), .undo(.undo()))
    let data = try JSONEncoder().encode(state.history)
    var old = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let people = try #require(old["people"] as? [String: [String: Any]])
    old["people"] = people.mapValues { $0.filter { $0.key != "last" } }
    let read = try JSONDecoder().decode(
      UndoHistory<Desk>.self, from: JSONSerialization.data(withJSONObject: old))
    #expect(read == state.history)
    #expect(read.lastNumber == 4)
  }

  @Test("Each new step that is not undone has an entry, the oldest first")
  func entries() {
    var state = Desk.withCards()
    state.run(.title("a"), .colour(1), .title("b", by: "bob"), .cards(.write(0, "x"), group: "g"))
    state.run(.cards(.write(0, "xy"), group: "g"))
    #expect(state.history.entries(after: 0).map(\.title) == ["Rename", "Paint", "Change Cards"])
    #expect(state.history.entries(after: 1).map(\.number) == [2, 4])
    #expect(state.history.entries(after: 4).isEmpty)
    #expect(state.history.entries(after: 0, by: "bob").map(\.number) == [3])
    #expect(state.history.entries(after: 0, by: "ada").isEmpty)
    state.run(.undo(.undo()))
    #expect(state.history.entries(after: 1).map(\.number) == [2])
  }

  @Test("An entry has an action only if its step is the next one to undo or redo")
  func idleEntries() throws {
    var state = Desk()
    state.run(.title("a"), .title("b"), .colour(1))
    let entries = state.history.entries(after: 0)
    #expect(state.history.action(of: entries[0]) == nil)
    #expect(state.history.action(of: entries[2]) == .undo(to: 2))
    #expect(state.history.action(of: entries[2].opposite) == nil)
    state.run(.undo(.undo()))
    #expect(state.history.action(of: entries[2]) == nil)
    #expect(state.history.action(of: entries[2].opposite) == .undo(to: 3))
    #expect(state.history.action(of: entries[1]) == .undo(to: 1))
    state.run(.undo(.clear()))
    #expect(state.history.action(of: entries[1]) == nil)
  }

  @Test("An entry whose step has no effect any more undoes no other step")
  func nothingLeft() {
    var state = Desk()
    state.run(.title("ada", by: "ada"), .colour(1, by: "ada"), .colour(2, by: "bob"))
    var menu = Menu(person: "ada")
    menu.look(at: state)
    menu.undo(&state)
    #expect(state.title == "ada")
    #expect(state.colour == 2)
    menu.undo(&state)
    #expect(state.title == "first")
    menu.redo(&state)
    #expect(state.title == "ada")
    menu.redo(&state)
    #expect(state.colour == 2)
  }

  @Test(
    "A menu has the same steps as the history, whatever other persons do meanwhile",
    arguments: 0..<100)
  func inStep(seed: UInt64) throws {
    var script = UndoLawTests.Script(seed, ["ada"])
    var others = UndoLawTests.Script(seed &+ 1_000, ["bob"])
    var state = Desk()
    var menu = Menu(person: "ada")
    for step in 0..<60 {
      for _ in 0..<script.number(3) { state.run(script.edit("ada")) }
      state.run(others.action(state))
      menu.look(at: state)
      for _ in 0..<script.number(4) {
        if script.number(3) > 0 { menu.undo(&state) } else { menu.redo(&state) }
      }
      // Steps without any effect are gone. All others are there in their order.
      let done = state.history.undoSteps(by: "ada").map(\.id).reversed()
      let kept = Set(done)
      try #require(
        menu.undos.map(\.number).filter(kept.contains) == Array(done),
        "seed \(seed), step \(step)")
      let undone = state.history.redoSteps(by: "ada").map(\.id).reversed()
      let left = Set(undone)
      try #require(
        menu.redos.map(\.number).filter(left.contains) == Array(undone),
        "seed \(seed), step \(step)")
    }
  }
}
