// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import Testing

/// The removal of steps from a history.
@Suite struct UndoHistoryRemovalTests {
  private func encoded(_ history: UndoHistory<Desk>) throws -> String {
    String(decoding: try JSONEncoder().encode(history), as: UTF8.self)
  }

  @Test("Steps are removed from all people and branches, and the others can still be undone")
  func removal() throws {
    var state = Desk()
    state.run(.notes(.add(Card(id: 1, text: "of ann")), by: "ann"), .title("b", by: "bob"))
    // An undone step in a branch, and a done step, with the note.
    state.run(.notes(.write(1, "more of ann"), by: "bob"), .undo(.undo(by: "bob")))
    state.run(.colour(1, by: "bob"), .notes(.remove([1]), by: "bob"), .colour(2, by: "bob"))
    // A step that can be redone.
    state.run(.colour(3), .notes(.add(Card(id: 2, text: "on ann"))), .undo(.undo()))
    try #require(try encoded(state.history).contains("ann"))

    state.history.removeSteps { step in
      step.person == "ann"
        || step.rows(of: \.notes).contains { ($0.before ?? $0.after)?.text.contains("ann") == true }
    }
    #expect(!(try encoded(state.history).contains("ann")))
    #expect(state.history.undoSteps(by: "bob").map(\.title) == ["Paint", "Paint", "Rename"])
    #expect(state.history.undoSteps().map(\.title) == ["Paint"])
    #expect(!state.history.canRedo && state.history.lastNumber(by: "ann") == 0)
    for _ in 1...3 { state.run(.undo(.undo(by: "bob"))) }
    #expect(state.title == "first" && state.notes.isEmpty)
    #expect(state.history.branches(by: "bob").isEmpty)
    let data = try JSONEncoder().encode(state.history)
    #expect(try JSONDecoder().decode(UndoHistory<Desk>.self, from: data) == state.history)
  }

  @Test("A copy of the history has its steps after a removal from the other")
  func copies() throws {
    var state = Desk()
    for number in 1...200 { state.run(.title("\(number)")) }
    let copy = state.history
    state.history.removeSteps { $0.id % 2 == 0 }
    #expect(copy.undoSteps().count == 200)
    #expect(state.history.undoSteps().count == 100)
    #expect(state.history.undoSteps().first?.value(of: \.title) == "199")
    let same = state.history
    state.history.removeSteps { _ in false }
    #expect(state.history == same)
  }

  @Test("A branch that began after a removed step begins after the step before it")
  func branches() {
    var state = Desk()
    state.run(.title("a"), .colour(1), .title("b"), .undo(.undo()), .title("c"))
    state.run(.undo(.undo()))
    state.history.removeSteps { $0.title == "Paint" }
    #expect(state.history.undoSteps().map { $0.value(of: \.title) } == ["a"])
    #expect(state.history.branches().map { $0.value(of: \.title) } == ["a"])
    state.run(.undo(.redo(branch: 3)))
    #expect(state.title == "b")
  }

  @Test("After the last step was removed, an action of a group does not join an earlier step")
  func groups() {
    var state = Desk()
    state.run(.title("a", group: "g"), .colour(1))
    state.history.removeSteps { $0.title == "Paint" }
    state.run(.title("b", group: "g"))
    #expect(state.history.undoSteps().count == 2)
  }

  @Test("A running gesture stays, and a person without steps has no last number")
  func gestures() {
    for person in ["", "bob"] {
      var state = Desk()
      state.run(.undo(.begin(title: "Drag", by: person)))
      state.history.removeSteps { $0.person == "ann" }
      state.run(.title("a", by: person), .title("b", by: person))
      #expect(state.history.undoSteps(by: person).map(\.title) == ["Drag"])
      state.history.removeSteps { _ in true }
      #expect(state.history.lastNumber(by: person) == 0)
      state.run(.title("c", by: person), .title("d", by: person), .undo(.end(by: person)))
      #expect(state.history.undoSteps(by: person).map(\.title) == ["Drag"])
      state.history.removeSteps { _ in true }
      #expect(state.history.lastNumber(by: person) == 0)
      #expect(state.history.undoSteps(by: person).isEmpty)
    }
  }

  @Test("The values of a step are those before and after each of its changes")
  func values() {
    var state = Desk()
    state.run(.title("a", by: "ada", group: "g"), .title("b", by: "bob"))
    state.run(.title("c", by: "ada", group: "g"), .undo(.undo(by: "cleo")))
    let step = state.history.undoSteps(by: "ada")[0]
    #expect(step.values(of: \.title) == ["first", "a", "b", "c"])
    #expect(step.values(of: \.colour).isEmpty)
  }
}
