// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import Testing

/// Which actions form one step, and which steps a history keeps.
@Suite struct UndoStackTests {
  @Test("Actions of one group are one step, until it ends or another step comes")
  func groups() {
    var state = Desk.withCards()
    for rank in 3..<9 { state.run(.cards(.rank(0, rank), group: "drag")) }
    #expect(state.history.undoSteps().count == 1)
    #expect(state.history.undoSteps().first?.rows(of: \.cards).count == 2)
    state.run(.undo(.end()), .cards(.rank(0, 9), group: "drag"))
    #expect(state.history.undoSteps().count == 2)
    state.run(.colour(1), .cards(.rank(0, 10), group: "drag"), .cards(.rank(0, 11), group: "other"))
    #expect(state.history.undoSteps().count == 5)
    state.run(.undo(.undo(to: 1)))
    #expect(state.cards[id: 0]?.rank == 8)
    state.run(.undo(.undo()))
    #expect(state.slices == Desk.withCards())
  }

  @Test("A gesture is one step with its title, whatever actions it contains")
  func gestures() {
    var state = Desk.withCards()
    state.run(.undo(.begin(title: "Drag")), .title("a"), .colour(3), .cards(.remove([0, 2])))
    state.run(.undo(.end()), .title("b"))
    #expect(state.history.undoSteps().map(\.title) == ["Rename", "Drag"])
    state.run(.undo(.undo()), .undo(.undo()))
    #expect(state.slices == Desk.withCards())
  }

  @Test("Typing is one step while it goes on, and another one after a pause")
  func time() {
    var state = Desk()
    for (millisecond, text) in [(0, "a"), (900, "ab"), (1_800, "abc"), (2_900, "abcd")] {
      state.run(.title(text, group: "typing", at: .milliseconds(millisecond)))
    }
    state.run(.title("without a time", group: "typing"))
    #expect(
      state.history.undoSteps().map { $0.value(of: \.title) } == ["without a time", "abcd", "abc"])
  }

  @Test("Actions whose times are too far apart to be subtracted are in no group")
  func farTimes() {
    let (first, last) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
    var state = Desk()
    state.run(.title("a", group: "typing", at: first), .title("b", group: "typing", at: last))
    #expect(state.history.undoSteps().count == 2)
    state.run(.title("c", group: "typing", at: first))
    #expect(state.history.undoSteps().count == 3)
  }

  @Test("A group that ends with the values with which it began is no step")
  func thereAndBack() {
    var state = Desk.withCards()
    state.run(.colour(1))
    let before = state.slices
    let card = Card(id: 7, rank: 1)
    let ways: [(DeskAction, DeskAction)] = [
      (.title("a", group: "g"), .title("first", group: "g")),
      (.cards(.rank(0, 9), group: "g"), .cards(.rank(0, 0), group: "g")),
      (.cards(.write(1, "a"), group: "g"), .cards(.write(1, ""), group: "g")),
      (.cards(.add(card), group: "g"), .cards(.remove([7]), group: "g")),
    ]
    for (there, back) in ways {
      state.run(there)
      #expect(state.history.undoSteps().count == 2)
      state.run(back)
      #expect(state.slices == before)
      #expect(state.history.undoSteps().map(\.title) == ["Paint"])
    }
    state.run(.undo(.undo()))
    #expect(state.colour == 0)
  }

  @Test("A group without a change in the end restores only the undone steps that it had set aside")
  func thereAndBackBesideABranch() throws {
    var state = Desk()
    state.run(.title("a"), .undo(.undo()), .title("b"))
    // The title is now another one, so the second step has no effect any more.
    state.title = "c"
    state.run(.undo(.undo()))
    #expect(!state.history.canRedo && state.history.branches().count == 1)
    state.run(.title("d", group: "g"), .title("c", group: "g"))
    #expect(!state.history.canRedo && state.history.branches().count == 1)
    state = try JSONDecoder().decode(Desk.self, from: JSONEncoder().encode(state))
    let branch = try #require(state.history.branches().first)
    state.run(.undo(.redo(branch: branch.id)))
    // The steps that a group has set aside itself come back, after a restart too.
    state = Desk()
    state.run(.title("a"), .undo(.undo()), .title("b", group: "g"))
    state = try JSONDecoder().decode(Desk.self, from: JSONEncoder().encode(state))
    state.run(.title("first", group: "g"))
    #expect(state.history.canRedo && state.history.branches().isEmpty)
  }

  @Test("If an action reverses the changes of its gesture, its other changes are a step")
  func thereAndOn() {
    var state = Desk.withCards()
    state.run(.undo(.begin(title: "Drag")), .title("a"), .both(.write(1, "x"), "first"))
    #expect(state.history.undoSteps().map(\.title) == ["Drag"])
    #expect(state.history.lastNumber == 2)
    state.run(.undo(.end()), .undo(.undo()))
    #expect(state.slices == Desk.withCards())
    state.run(.undo(.redo()))
    #expect(state.cards[id: 1]?.text == "x")
    #expect(state.notes[id: 1]?.text == "x")
  }

  @Test("After a group without a change in the end, the undone steps can be redone")
  func redoAfterNothing() {
    var state = Desk()
    state.run(.colour(1), .colour(2), .undo(.undo()))
    let before = state.history.redoSteps().map(\.id)
    state.run(.title("a", group: "g"))
    #expect(!state.history.canRedo)
    state.run(.title("first", group: "g"))
    #expect(state.history.redoSteps().map(\.id) == before)
    #expect(state.history.branches().isEmpty)
    state.run(.undo(.redo()))
    #expect(state.colour == 2)
  }

  @Test("An undo of a group undoes all that its person wrote, also if others wrote in between")
  func groupsAmongOthers() {
    var state = Desk.withCards()
    state.run(.undo(.begin(title: "Type", by: "ada")))
    for (text, rank) in [("a", 1), ("ab", 2), ("abc", 3)] {
      state.run(.notes(.write(1, text), by: "ada"), .notes(.rank(1, rank), by: "bob"))
    }
    state.run(.undo(.end(by: "ada")), .undo(.undo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "", rank: 3))
    state.run(.undo(.redo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "abc", rank: 3))
  }

  @Test("After an undo, a group begins a new step")
  func groupAfterUndo() {
    var state = Desk()
    state.run(.title("a", group: "g"), .colour(1), .undo(.undo()), .title("b", group: "g"))
    #expect(state.history.undoSteps().count == 2)
  }

  @Test("A new step after an undo makes a branch of the undone steps, which can be redone")
  func branches() throws {
    var state = Desk()
    state.run(.title("a"), .title("b"), .title("c"), .undo(.undo()), .undo(.undo()))
    state.run(.colour(1))
    #expect(!state.history.canRedo)
    #expect(state.history.branches().isEmpty)
    state.run(.undo(.undo()))
    let branch = try #require(state.history.branches().first)
    #expect(state.history.redoTitle == "Paint")
    #expect(branch.title == "Rename")
    state.run(.undo(.redo(branch: branch.id)), .undo(.redo()))
    #expect(state.title == "c")
    #expect(state.colour == 0)
    state.run(.undo(.undo(to: 1)))
    let other = try #require(state.history.branches().first)
    #expect(other.title == "Paint")
    state.run(.undo(.redo(branch: other.id)))
    #expect(state.colour == 1)
    #expect(state.title == "a")
    let same = state
    state.run(.undo(.redo(branch: 99)), .undo(.undo(to: 99)))
    #expect(state == same)
  }

  @Test("A history has at most as many steps as its limit, including those in branches")
  func limit() {
    let feature = Reducer.plain.undoable(\Desk.history, limit: 5) { $0.role }
    var state = Desk()
    for step in 1...9 { _ = try? feature(&state, .title("\(step)")) }
    #expect(state.history.undoSteps().map(\.id) == [9, 8, 7, 6, 5])
    for _ in 1...3 { _ = try? feature(&state, .undo(.undo())) }
    _ = try? feature(&state, .colour(1))
    #expect(state.history.undoSteps().map(\.id) == [10, 6, 5])
    _ = try? feature(&state, .undo(.undo()))
    #expect(state.history.branches().isEmpty)
    _ = try? feature(&state, .undo(.undo(to: 0)))
    #expect(state.title == "4")
  }

  @Test("A person undoes and clears only own steps; a clear without a person clears all")
  func people() {
    var state = Desk()
    state.run(.title("ada", by: "ada"), .colour(7, by: "bob"), .undo(.undo(by: "cleo")))
    #expect(state.history.undoTitle(by: "ada") == "Rename")
    #expect(state.history.undoTitle(by: "bob") == "Paint")
    state.run(.undo(.clear(by: "bob")), .undo(.undo(by: "bob")), .undo(.undo(by: "ada")))
    #expect(state.colour == 7)
    #expect(state.title == "first")
    state.run(.undo(.clear()))
    #expect(state.history.redoSteps(by: "ada").isEmpty)
  }

  @Test("Beyond the limit of people, those with the oldest last steps lose their histories")
  func mostPeople() {
    let feature = Reducer.plain.undoable(\Desk.history, people: 2) { $0.role }
    var state = Desk()
    func run(_ actions: DeskAction...) {
      for action in actions { _ = try? feature(&state, action) }
    }
    func people() -> [String] {
      ["", "ada", "bob", "cleo", "dora"].filter { state.history.undoTitle(by: $0) != nil }
    }
    run(.colour(0, by: "ada"), .colour(1), .colour(2, by: "ada"), .colour(3, by: "bob"))
    run(.title("a", by: "ada"))
    #expect(people() == ["", "ada", "bob"])
    run(.colour(4, by: "cleo"))
    #expect(people() == ["", "ada", "cleo"])
    // A person with only a begun gesture counts too.
    run(.undo(.begin(by: "dora")))
    #expect(people() == ["", "cleo"])
    run(.colour(5, by: "dora"), .undo(.end(by: "dora")))
    #expect(people() == ["", "cleo", "dora"])
  }

  @Test("An undo that drops a step without any effect undoes no other step")
  func nothingLeft() {
    var state = Desk.withCards()
    state.run(.title("ada", by: "ada"), .colour(1, by: "ada"), .colour(2, by: "bob"))
    #expect(state.history.undoTitle(by: "ada") == "Paint")
    state.run(.undo(.undo(by: "ada")))
    #expect(state.title == "ada")
    #expect(state.colour == 2)
    #expect(state.history.undoTitle(by: "ada") == "Rename")
    #expect(state.history.redoTitle(by: "ada") == nil)
    state.run(.undo(.undo(by: "ada")))
    #expect(state.title == "first")
    #expect(state.history.undoTitle(by: "ada") == nil)
    #expect(state.history.redoSteps(by: "ada").map(\.title) == ["Rename"])
  }

  @Test("A redo that drops a step without any effect redoes no other step, in a branch too")
  func nothingLeftToRedo() throws {
    var state = Desk()
    state.run(.title("a"), .colour(1), .undo(.undo()), .undo(.undo()), .title("b", by: "bob"))
    state.run(.undo(.redo()))
    #expect(state.slices.colour == 0 && state.title == "b")
    #expect(state.history.redoTitle == "Paint")
    state.run(.undo(.redo()), .undo(.undo()), .cards(.add(Card(id: 9))), .undo(.undo()))
    let branch = try #require(state.history.branches().first)
    state.run(.colour(2, by: "bob"), .undo(.redo(branch: branch.id)))
    #expect(state.colour == 2 && state.cards.isEmpty)
    #expect(!state.history.canRedo)
    #expect(state.history.branches().map(\.title) == ["Change Cards"])
  }

  @Test("An undo to a number undoes all later steps, and drops those without any effect")
  func nothingLeftInBetween() {
    var state = Desk.withCards()
    state.run(.title("a"), .cards(.write(0, "b")), .colour(1), .colour(2, by: "bob"))
    state.run(.title("c"), .undo(.undo(to: 1)))
    #expect(state.title == "a" && state.colour == 2 && state.cards[id: 0]?.text == "")
    #expect(state.history.undoSteps().map(\.id) == [1])
    #expect(state.history.redoSteps().map(\.title) == ["Change Cards", "Rename"])
  }

  @Test("A step that is rolled back without a role is dropped, and later steps are undone")
  func rolledBack() {
    var state = Desk.withCards()
    state.run(.colour(1), .notes(.rewrite([1, 2], "optimistic")), .notes(.rank(1, 7)))
    // The server refuses one row, and later the other one.
    state.notes[id: 1]?.text = ""
    state.run(.undo(.undo()))
    #expect(state.notes[id: 1] == Card(id: 1))
    state.run(.undo(.undo()), .undo(.redo()))
    #expect(state.notes.map(\.text) == ["", "", "optimistic"])
    state.notes[id: 2]?.text = ""
    state.run(.undo(.undo()))
    #expect(state.colour == 1)
    #expect(state.history.undoTitle == "Paint" && state.history.redoTitle == "Change Notes")
    state.run(.undo(.redo()))
    #expect(state.notes[id: 1] == Card(id: 1, rank: 7))
  }

  @Test("A rollback with the group of its step is a step itself if another one came in between")
  func rolledBackInGroup() {
    var state = Desk.withCards()
    state.run(.cards(.write(1, "optimistic"), group: "g"), .cards(.write(1, ""), group: "g"))
    #expect(!state.history.canUndo)
    state.run(.cards(.write(1, "optimistic"), group: "g"), .colour(1))
    state.run(.cards(.write(1, ""), group: "g"))
    #expect(state.history.undoSteps().map(\.title) == ["Change Cards", "Paint", "Change Cards"])
    state.run(.undo(.undo()))
    #expect(state.cards[id: 1]?.text == "optimistic")
  }
}
