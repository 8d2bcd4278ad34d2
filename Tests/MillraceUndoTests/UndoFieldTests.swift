// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import Testing

/// Which parts of a step are undone if other persons have changed them since.
@Suite struct UndoFieldTests {
  @Test("An undo leaves rows that another person changed since, and undoes the other rows")
  func rowPolicy() {
    var state = Desk.withCards()
    state.run(.cards(.rewrite([0, 1], "ada"), by: "ada"), .cards(.write(1, "bob"), by: "bob"))
    state.run(.undo(.undo(by: "ada")))
    #expect(state.cards.map(\.text) == ["", "bob", ""])
    state.run(.undo(.redo(by: "ada")))
    #expect(state.cards.map(\.text) == ["ada", "bob", ""])
    state.run(.undo(.undo(by: "bob")))
    #expect(state.cards.map(\.text) == ["ada", "ada", ""])
  }

  @Test("An undo leaves the named fields of a row that another person changed since")
  func fieldPolicy() {
    var state = Desk.withCards()
    state.run(.notes(.write(1, "ada"), by: "ada"), .notes(.rank(1, 2), by: "bob"))
    state.run(.undo(.undo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "", rank: 2))
    state.run(.undo(.redo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "ada", rank: 2))
  }

  @Test("An action that removes a row and adds it again at its place makes no step")
  func rowInItsPlace() {
    var state = Desk.withCards()
    state.run(
      .notes(.write(1, "ada"), by: "ada"), .notes(.putBack(1), by: "ada"),
      .cards(.putBack(2), by: "ada"))
    state.run(.undo(.undo(by: "ada")))
    #expect(state.slices == Desk.withCards().slices)
  }

  @Test("Rows that an action moves to where they were make no step, and the redo stays")
  func rowsInTheirPlaces() {
    var state = Desk.withCards()
    state.run(.notes(.write(1, "a")), .undo(.undo()))
    state.run(.notes(.move([0, 1, 2], to: 0)))
    #expect(state.history.undoSteps().isEmpty)
    state.run(.undo(.redo()))
    #expect(state.notes[id: 1]?.text == "a")
    state.run(.notes(.move([2, 0], to: 0)))
    #expect(state.notes.ids == [2, 0, 1])
    state.run(.undo(.undo()))
    #expect(state.notes.ids == [0, 1, 2])
  }

  @Test("The changes of a field that is no longer listed are left out, and the field is named")
  func unknownField() throws {
    var state = Desk.withCards()
    state.run(.title("a"), .both(.write(1, "b"), "b"), .title("c"), .title("d"))
    // A branch that begins after a step with only a title.
    state.run(.undo(.undo()), .colour(1), .undo(.undo()), .colour(2), .undo(.undo()))
    let text = String(decoding: try JSONEncoder().encode(state.history), as: UTF8.self)
    let renamed = text.replacingOccurrences(
      of: "\"field\":\"title\"", with: "\"field\":\"headline\"")
    try #require(renamed != text)
    state.history = try JSONDecoder().decode(UndoHistory<Desk>.self, from: Data(renamed.utf8))
    #expect(state.history.unknownFields == ["headline"])
    #expect(state.history.undoSteps().map(\.title) == ["Change Both"])
    #expect(state.history.redoSteps().map(\.title) == ["Paint"])
    #expect(state.history.branches().map(\.title) == ["Paint"])
    state.run(.undo(.undo()))
    #expect(state.cards[id: 1]?.text == "" && state.title == "c")
    state.run(.undo(.redo()), .undo(.redo()))
    #expect(state.cards[id: 1]?.text == "b" && state.colour == 2)

    let data = try JSONEncoder().encode(state.history)
    let again = try JSONDecoder().decode(UndoHistory<Desk>.self, from: data)
    #expect(again == state.history && again.unknownFields.isEmpty)
  }

  @Test("Two fields with one name stop the program where the feature is made, with a message")
  func oneName() async {
    struct Twins: UndoableState {
      var title = ""
      var subtitle = ""
      var history = UndoHistory<Twins>()

      static let undoable: [UndoField<Self>] = [
        .slice("title", \.title), .slice("title", \.subtitle),
      ]
    }
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Reducer<Twins, UndoAction> { _, _ in }.undoable(\Twins.history) { .action($0) }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(#"two fields of Twins.undoable have the name "title""#))
    #expect(output.contains("Give each field a different name."))
  }
}
