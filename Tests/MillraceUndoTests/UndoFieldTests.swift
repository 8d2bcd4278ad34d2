// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceUndo
import Testing

/// What of a step is taken back when others have changed the same.
@Suite struct UndoFieldTests {
  @Test("A row that another person changed since stays; the other rows of the step are taken back")
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

  @Test("Of a row with named fields, those that another person changed since stay")
  func fieldPolicy() {
    var state = Desk.withCards()
    state.run(.notes(.write(1, "ada"), by: "ada"), .notes(.rank(1, 2), by: "bob"))
    state.run(.undo(.undo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "", rank: 2))
    state.run(.undo(.redo(by: "ada")))
    #expect(state.notes[id: 1] == Card(id: 1, text: "ada", rank: 2))
  }

  @Test("A row that goes and comes back to its place within one action makes no step")
  func rowInItsPlace() {
    var state = Desk.withCards()
    state.run(
      .notes(.write(1, "ada"), by: "ada"), .notes(.putBack(1), by: "ada"),
      .cards(.putBack(2), by: "ada"))
    state.run(.undo(.undo(by: "ada")))
    #expect(state.slices == Desk.withCards().slices)
  }

  @Test("A history of a field that is no longer listed does not decode, and the error names it")
  func unknownField() throws {
    var state = Desk()
    state.run(.title("a"))
    let text = String(decoding: try JSONEncoder().encode(state.history), as: UTF8.self)
    let renamed = text.replacingOccurrences(of: "\"title\"", with: "\"headline\"")
      .replacingOccurrences(of: "\"headline\":\"Rename\"", with: "\"title\":\"Rename\"")
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(UndoHistory<Desk>.self, from: Data(renamed.utf8))
    }
    #expect(error.map { "\($0)" }?.contains("headline") == true)
  }
}
