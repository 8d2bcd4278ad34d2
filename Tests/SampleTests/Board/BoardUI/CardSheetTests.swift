// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

import BoardUI

@MainActor
@Suite(.timeLimit(.minutes(5))) struct CardSheetTests {
  private let server = BoardServer.test()
  private var board: BoardStore { server.boards[0] }

  @Test func itShowsTheCardOfTheAddress() {
    let page = BoardPage(server)
    page.tap("Paint")
    #expect(page.place.state.route == .card("a", on: "b"))
    let sheet = page.view.find(.sheet)
    #expect(sheet.find(.textField, "Title").value == "Paint")
    #expect(sheet.find(.textField, "Description").value == "Green")
    #expect(sheet.find(.picker, "Column").value == "To Do")
    let direct = BoardPage(server, at: .card("a", on: "b"))
    #expect(direct.view.outline == page.view.outline)
  }

  @Test func onlyWhatWasTypedIsSaved() async {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.textField, "Title").type("Paint all")
    let change = CardChange.test("1", .test("a"), .edit(title: nil, detail: "Red"), by: "Ben")
    board.dispatch(.change(change))
    let sheet = page.view.find(.sheet)
    #expect(sheet.find(.textField, "Title").value == "Paint all")
    #expect(sheet.find(.textField, "Description").value == "Red")
    #expect(sheet.texts.contains("Last changed by Ben."))
    sheet.find(.button, "Save").tap()
    #expect(page.view.findAll(.sheet).isEmpty)
    await page.untilSaved()
    #expect(board.state.cards[id: "a"]?.title == "Paint all")
    #expect(board.state.cards[id: "a"]?.detail == "Red")
  }

  @Test func whatIsNoDifferenceIsNotSaved() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    #expect(!page.view.find(.button, "Save").isEnabled)
    let title = page.view.find(.sheet).find(.textField, "Title")
    title.type("Paint all")
    #expect(page.view.find(.button, "Save").isEnabled)
    title.type(" Paint ")
    #expect(!page.view.find(.button, "Save").isEnabled)
    title.submit()
    #expect(page.view.findAll(.sheet).isEmpty)
    #expect(page.desk.state.drafts.isEmpty)
    #expect(page.desk.state.changes.isEmpty)
  }

  @Test func aTitleThatIsNotInOrderIsToldAndNotSaved() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    let title = page.view.find(.sheet).find(.textField, "Title")
    title.type(" ")
    #expect(page.view.texts.contains("The title is empty. Type at least one letter."))
    #expect(!page.view.find(.button, "Save").isEnabled)
    title.submit()
    #expect(page.view.findAll(.sheet).count == 1)
    #expect(page.desk.state.changes.isEmpty)
  }

  @Test func whatWasTypedStaysBehindAndIsForgottenWhenItIsCancelled() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.textField, "Title").type("Paint a")
    page.view.find(.sheet).dismiss()
    #expect(page.place.state.route == .board("b"))
    #expect(page.view.texts.contains("Not finished: open the card to go on."))
    page.tap("Paint")
    #expect(page.view.find(.sheet).find(.textField, "Title").value == "Paint a")
    page.view.find(.sheet).find(.button, "Cancel").tap()
    #expect(!page.view.texts.contains("Not finished: open the card to go on."))
    #expect(page.desk.state.changes.isEmpty)
  }

  @Test func withoutRoomForAChangeTheSheetStaysAndSaysWhy() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.textField, "Title").type("Paint all")
    for number in 0..<DeskState.limit {
      page.desk.dispatch(.delete(.test("\(number)"), on: "b"))
    }
    #expect(page.desk.state.changes.count == DeskState.limit)
    func saysWhy(_ texts: [String]) -> Bool {
      texts.contains { $0.hasPrefix("100 changes are not saved yet.") }
    }
    let sheet = page.view.find(.sheet)
    #expect(saysWhy(sheet.texts))
    for label in ["Save", "Delete"] { #expect(!sheet.find(.button, label).isEnabled) }
    sheet.find(.textField, "Title").submit()
    #expect(page.view.findAll(.sheet).count == 1)
    #expect(page.desk.state.drafts["a"]?.title == "Paint all")
    page.desk.dispatch(.saved(page.desk.state.changes[0].change.id))
    #expect(!saysWhy(page.view.texts))
    for label in ["Save", "Delete"] {
      #expect(page.view.find(.sheet).find(.button, label).isEnabled)
    }
    page.desk.dispatch(.delete(.test("last"), on: "b"))
    page.view.find(.sheet).dismiss()
    #expect(saysWhy(page.view.texts))
  }

  @Test func theColumnIsChosenAndTheCardIsDeleted() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.picker, "Column").choose("Done")
    #expect(page.titles(in: .done) == ["Prune", "Paint"])
    page.view.find(.sheet).find(.button, "Delete").tap()
    #expect(page.view.findAll(.sheet).isEmpty)
    #expect(page.titles(in: .done) == ["Prune"])
  }
}
