// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

import BoardUI

@MainActor
@Suite(.timeLimit(.minutes(5))) struct BoardContentTests {
  private let server = BoardServer.test()
  private var board: BoardStore { server.boards[0] }

  @Test func theLogInComesFirstAndLeadsToThePlaceOfTheAddress() async {
    let page = BoardPage(server, person: nil)
    #expect(page.view.title == "Log In")
    #expect(!page.view.find(.button, "Log In").isEnabled)
    #expect(page.view.texts.contains("Ada, password lovelace"))
    page.view.find(.textField, "Name").type("ada")
    page.view.find(.secureField, "Password").type("wrong")
    page.tap("Log In")
    #expect(page.view.texts.contains("Asking the server…"))
    for await status in page.desk.values(of: \.logIn.status) {
      if status == .failed(.wrong) { break }
    }
    #expect(page.view.texts.contains(LogInProblem.wrong.message))
    page.view.find(.secureField, "Password").type("lovelace")
    page.view.find(.secureField, "Password").submit()
    for await person in page.desk.values(of: \.person) where person != nil { break }
    #expect(page.view.title == "Garden")
    #expect(!page.view.host.html().contains("lovelace"))
    page.logOut()
    #expect(page.view.title == "Log In")
  }

  @Test func theListOfBoardsLeadsToABoardAndBack() {
    let page = BoardPage(server, at: .boards)
    #expect(page.view.title == "Boards")
    #expect(page.view.texts.contains("5 cards"))
    #expect(page.view.texts.contains("1 card"))
    page.view.findAll(.button).first { $0.texts.contains("Garden") }?.tap()
    #expect(page.place.state.route == .board("b"))
    #expect(page.view.title == "Garden")
    page.place.dispatch(.visit(BoardPlace()))
    #expect(page.view.title == "Boards")
  }

  @Test(arguments: [BoardRoute.unknown(["a", "b"]), .board("none"), .card("a", on: "none")])
  func anUnknownAddressIsToldAndLeadsToTheBoards(route: BoardRoute) {
    let page = BoardPage(server, at: route)
    #expect(page.view.title == "Page Not Found")
    page.tap("All Boards")
    #expect(page.view.title == "Boards")
  }

  @Test func aCardThatIsNotThereIsTold() {
    let page = BoardPage(server, at: .card("none", on: "b"))
    #expect(page.view.find(.sheet).texts.contains("Card Not Found"))
    page.view.find(.sheet).find(.button, "Close").tap()
    #expect(page.place.state.route == .board("b"))
  }

  @Test func aSearchShowsTheCardsThatFit() {
    let page = BoardPage(server)
    #expect(page.titles(in: .toDo) == ["Paint", "Sow", "Water"])
    page.view.find(.textField, "Search cards").type("green")
    #expect(page.place.state.query == "green")
    #expect(page.titles(in: .toDo) == ["Paint"])
    #expect(page.titles(in: .done) == [])
    #expect(page.view.texts.contains("To Do (1)"))
  }

  @Test func twoPeopleSeeEachOtherAndWhatEachChanges() async {
    let ada = BoardPage(server)
    let ben = BoardPage(server, person: "Ben")
    #expect(ada.view.texts.contains("Here: Ada, Ben"))
    ben.tap("Move to Done", of: "Sow")
    #expect(ben.titles(in: .done) == ["Prune", "Sow"])
    #expect(ada.titles(in: .done) == ["Prune"])
    await ben.untilSaved()
    #expect(ada.titles(in: .done) == ["Prune", "Sow"])
    #expect(ada.view.texts.contains("Ben moved “Sow” to “Done”."))
    ben.tap("Move Down", of: "Paint")
    await ben.untilSaved()
    #expect(ada.view.texts.contains("Ben moved “Paint” in “To Do”."))
    ben.logOut()
    #expect(ada.view.texts.contains("Here: Ada"))
    let second = BoardPage(server, person: "Cleo")
    #expect(ada.view.texts.contains("Here: Ada, Cleo"))
    second.view.host.close()
    #expect(ada.view.texts.contains("Here: Ada"))
  }

  @Test func aCardIsAddedBehindTheOthers() async {
    let page = BoardPage(server)
    #expect(!page.view.find(.button, "Add").isEnabled)
    page.view.find(.textField, "New card").type("Rake")
    page.tap("Add")
    #expect(page.titles(in: .toDo) == ["Paint", "Sow", "Water", "Rake"])
    #expect(page.view.texts.contains("Saving…"))
    #expect(board.state.cards.count == 5)
    await page.untilSaved()
    #expect(board.state.cards.count == 6)
    #expect(!page.view.texts.contains("Saving…"))
  }

  @Test func stepsAndMovesChangeTheOrder() async {
    let page = BoardPage(server)
    page.tap("Move Up", of: "Water")
    #expect(page.titles(in: .toDo) == ["Paint", "Water", "Sow"])
    page.tap("Move Up", of: "Water")
    page.tap("Move Up", of: "Water")
    #expect(page.titles(in: .toDo) == ["Water", "Paint", "Sow"])
    page.tap("Move Down", of: "Paint")
    page.tap("Move Down", of: "Paint")
    #expect(page.titles(in: .toDo) == ["Water", "Sow", "Paint"])
    page.tap("Move to Doing", of: "Sow")
    #expect(page.titles(in: .doing) == ["Mend", "Sow"])
    await page.untilSaved()
    #expect(page.titles(in: .toDo) == ["Water", "Paint"])
    let toDo = board.state.cards.filter { $0.spot.column == .toDo }
    #expect(toDo.map(\.title) == ["Water", "Paint"])
  }

  @Test func aDeletionIsUndone() async {
    let page = BoardPage(server)
    page.tap("Delete", of: "Sow")
    #expect(page.titles(in: .toDo) == ["Paint", "Water"])
    #expect(page.view.texts.contains("“Sow” was deleted."))
    await page.untilSaved()
    #expect(board.state.cards.count == 4)
    page.tap("Undo")
    #expect(page.titles(in: .toDo) == ["Paint", "Sow", "Water"])
    await page.untilSaved()
    #expect(board.state.cards.ids == ["a", "b", "c", "d", "e"])
    #expect(page.view.findAll(.button, "Undo").isEmpty)
    page.tap("Delete", of: "Sow")
    page.tap("Dismiss")
    #expect(page.view.findAll(.button, "Undo").isEmpty)
  }

  @Test func aCardThatIsThereAgainIsNotToldAsDeleted() async {
    let page = BoardPage(server)
    page.tap("Delete", of: "Sow")
    await page.untilSaved()
    page.tap("Delete", of: "Water")
    await page.untilSaved()
    #expect(page.view.texts.contains("“Water” was deleted."))
    let water = Card.test("c", "Water", rank: "f")
    board.dispatch(.change(.test("1", water, .add(water), by: "Ben")))
    #expect(!page.view.texts.contains("“Water” was deleted."))
    #expect(page.view.texts.contains("“Sow” was deleted."))
    page.tap("Undo")
    #expect(page.titles(in: .toDo) == ["Paint", "Sow", "Water"])
    #expect(page.view.findAll(.button, "Undo").isEmpty)
    await page.untilSaved()
  }

  @Test func whatWasTypedAboutACardThatAnotherPersonDeletedStaysInReach() {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.textField, "Title").type("Paint all")
    page.view.find(.sheet).dismiss()
    #expect(page.view.findAll(.button, "Discard: Paint").isEmpty)
    board.dispatch(.change(.test("1", .test("a", "Paint"), .delete, by: "Ben")))
    #expect(page.view.texts.contains("Paint all"))
    page.tap("Discard: Paint")
    #expect(page.desk.state.drafts.isEmpty)
    #expect(!page.view.texts.contains("Paint all"))
  }

  @Test(arguments: [false, true])
  func aLogOutThatLosesWhatWasTypedAsksFirst(isNewCard: Bool) {
    let page = BoardPage(server, at: isNewCard ? .board("b") : .card("a", on: "b"))
    if isNewCard {
      page.view.find(.textField, "New card").type("Rake")
    } else {
      page.view.find(.sheet).find(.textField, "Title").type("Paint all")
      page.view.find(.sheet).dismiss()
    }
    page.logOut()
    #expect(page.desk.state.person == "Ada")
    page.view.find(.alert, "Some changes are not saved.")
      .find(.button, "Log Out and Discard Them").tap()
    #expect(page.desk.state.person == nil)
  }

  @Test func aFailureIsToldAtItsCard() async {
    let page = BoardPage(server)
    page.tap("Ada")
    page.view.find(.toggle, "Failing server").turn(on: true)
    page.tap("Ada")
    page.tap("Delete", of: "Sow")
    await page.untilSaved()
    #expect(page.titles(in: .toDo) == ["Paint", "Sow", "Water"])
    #expect(page.view.texts.contains("Not saved. \(SaveProblem.noAnswer.message)"))
    page.logOut()
    page.view.find(.alert, "Some changes are not saved.").find(.button, "Cancel").tap()
    page.tap("Retry: Sow")
    await page.untilSaved()
    #expect(page.titles(in: .toDo) == ["Paint", "Water"])
    #expect(board.state.cards.count == 4)
  }

  @Test func anEditOfACardThatAnotherPersonDeletedIsNotLost() async {
    let page = BoardPage(server, at: .card("a", on: "b"))
    page.view.find(.sheet).find(.textField, "Title").type("Paint all")
    board.dispatch(.change(.test("1", .test("a", "Paint"), .delete, by: "Ben")))
    #expect(page.view.find(.sheet).texts.contains("Card Not Found"))
    page.desk.dispatch(.keep("a", on: "b"))
    await page.untilSaved()
    #expect(page.view.texts.contains("Ada renamed “Paint” to “Paint all”."))
    #expect(page.view.texts.contains("Not saved. \(SaveProblem.gone.message)"))
    page.view.find(.sheet).find(.button, "Close").tap()
    page.tap("Discard: Paint")
    #expect(page.desk.state.changes.isEmpty)
  }
}
