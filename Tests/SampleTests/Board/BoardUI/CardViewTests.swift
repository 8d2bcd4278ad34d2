// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

@testable import BoardUI

@MainActor
@Suite struct CardViewTests {
  private let types: [any Any.Type] = [
    BoardContent.self, Boards.self, BoardList.self, BoardRow.self, BoardScreen.self,
    BoardColumn.self, CardView.self, CardActions.self,
    PeopleHere.self, NewCard.self, UndoBar.self, DeskBar.self,
  ]

  @Test func aRenamingByAnotherPersonRunsTheBodyOfItsCardAlone() {
    let server = BoardServer.test()
    let page = BoardPage(server)
    let change = CardChange.test("1", .test("a"), .edit(title: "New", detail: nil), by: "Ben")
    let runs = page.bodies(types) { server.boards[0].dispatch(.change(change)) }
    // The screen reads the order of all cards. No body of a column or of another card runs.
    #expect(runs == ["BoardScreen": 1, "CardView": 1, "CardActions": 1, "PeopleHere": 1])
    #expect(page.titles(in: .toDo) == ["New", "Sow", "Water"])
  }

  @Test func aMoveRunsTheTwoColumns() {
    let server = BoardServer.test()
    let page = BoardPage(server)
    let spot = Spot(.done, Rank())
    let runs = page.bodies(types) {
      page.desk.dispatch(.move(.test("a", "Paint", rank: "b"), to: spot, on: "b"))
    }
    #expect(runs == ["BoardScreen": 1, "BoardColumn": 2, "CardView": 1, "CardActions": 1])
  }

  @Test func aKeystrokeOfAnotherFieldRunsNoCard() {
    let server = BoardServer.test()
    let page = BoardPage(server)
    #expect(page.bodies(types) { page.desk.dispatch(.edit(\.newTitle, "x")) } == ["NewCard": 1])
    let search = page.bodies(types) { page.place.dispatch(.search("pa")) }
    #expect(search["CardView"] == nil)
  }
}
