// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import Testing

@testable import MillraceUndo

/// Steps that no longer go on, and steps that a limit has dropped.
@Suite struct UndoLimitTests {
  @Test("An undo to a step beyond the limit undoes all steps that are left")
  func forgotten() {
    let feature = Reducer.plain.undoable(\Desk.history, limit: 5) { $0.role }
    var state = Desk()
    for step in 1...9 { _ = try? feature(&state, .title("\(step)")) }
    _ = try? feature(&state, .undo(.undo(to: 2)))
    #expect(state.title == "4")
    #expect(state.history.redoSteps().map(\.id) == [5, 6, 7, 8, 9])
  }

  @Test("A history without room has no steps", arguments: [0, -1])
  func noRoom(limit: Int) {
    let feature = Reducer.plain.undoable(\Desk.history, limit: limit) { $0.role }
    var state = Desk()
    for step in 1...2 { _ = try? feature(&state, .title("\(step)")) }
    #expect(state.title == "2" && !state.history.canUndo)
  }

  @Test("A person who makes a step has a history, whatever the limit of people", arguments: [0, 1])
  func onePerson(people: Int) {
    let feature = Reducer.plain.undoable(\Desk.history, people: people) { $0.role }
    var state = Desk()
    for person in ["ada", "bob"] { _ = try? feature(&state, .title(person, by: person)) }
    #expect(state.history.undoTitle(by: "ada") == nil)
    #expect(state.history.undoTitle(by: "bob") == "Rename")
  }

  @Test("After an undo and a redo of its step, a group begins a new step")
  func redone() {
    var state = Desk()
    state.run(.title("a", group: "g"), .undo(.undo()), .undo(.redo()), .title("b", group: "g"))
    #expect(state.history.undoSteps().map(\.id) == [2, 1])
  }

  @Test("After an undo, a group begins a new step, also if the undone step was removed since")
  func undoneAndRemoved() {
    var state = Desk()
    state.run(.title("a", group: "g"), .title("b"), .undo(.undo()))
    state.history.removeSteps { $0.isUndone }
    state.run(.title("c", group: "g"))
    #expect(state.history.undoSteps().map(\.id) == [3, 1])
  }

  @Test("A gesture goes on after a relaunch")
  func gesture() throws {
    var state = Desk()
    state.run(.undo(.begin(title: "Drag")), .title("a"))
    state.history = try JSONDecoder().decode(
      UndoHistory<Desk>.self, from: JSONEncoder().encode(state.history))
    state.run(.title("b"))
    #expect(state.history.undoSteps().map(\.title) == ["Drag"])
  }

  @Test("A step that is undone is another one than before its undo")
  func steps() {
    var state = Desk()
    state.run(.title("a"), .undo(.undo()), .undo(.redo()))
    let done = state.history.undoSteps()
    state.run(.undo(.undo()))
    #expect(done != state.history.redoSteps())
    state.run(.undo(.redo()))
    #expect(done == state.history.undoSteps())
  }

  @Test("A redo may name the next step, and no branch that begins after another step")
  func branches() {
    var state = Desk()
    state.run(.title("a"), .title("b"), .undo(.undo()), .title("c"), .title("d"))
    let same = state
    state.run(.undo(.redo(branch: 2)))
    #expect(state == same)
    state.run(.undo(.undo()), .undo(.redo(branch: 4)))
    #expect(state.title == "d")
  }

  @Test("A branch of a removed step stays when the step before it goes on, and is dropped")
  func branchOfADroppedStep() {
    var state = Desk()
    state.run(.title("a", group: "g"), .colour(1), .colour(2), .undo(.undo()), .colour(3))
    state.run(.title("b", group: "h"))
    state.history.removeSteps { [2, 4].contains($0.id) }
    state.run(.title("a", group: "h"))
    #expect(state.history.undoSteps().map(\.id) == [1])
    #expect(state.history.branches().map(\.id) == [3])
    state.run(.title("first", group: "g"))
    #expect(state.history.undoSteps().isEmpty)
    #expect(state.history.branches().map(\.id) == [3])
  }
}
