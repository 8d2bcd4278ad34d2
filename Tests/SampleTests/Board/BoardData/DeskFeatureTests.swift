// SPDX-License-Identifier: Apache-2.0

import BoardData
import Foundation
import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct DeskFeatureTests {
  private let script = ScriptedService()
  private let ids = NumberedIDs()
  private let store: TestStore<DeskState, DeskAction>
  private let card = Card.test("c", "Old")

  init() {
    store = TestStore(
      initialState: DeskState(person: "Ada"), feature: .desk(script.service, newID: ids.next))
  }

  /// The card as it is shown while the board has the old one.
  private var shown: Card? { .shown(card, store.state[changesOf: "c"]) }

  /// Edits the card; the change has the next number as its id.
  private func edit(_ title: String, id: String) async {
    await store.send(.write(Edit(\.title, title), about: card)) {
      $0.drafts["c"] = CardDraft(self.card)
      $0.drafts["c"]?.title = title
    }
    await store.send(.keep("c", on: "b")) {
      $0.drafts = [:]
      for index in $0.changes.indices { $0.changes[index].problem = nil }
      $0.changes.append(UnsavedChange(.test(id, self.card, .edit(title: title, detail: nil))))
    }
    #expect(shown?.title == title)
  }

  private func save() throws -> ScriptedService.Save {
    let saves = script.saves()
    try #require(saves.count == 1)
    return saves[0]
  }

  private func saved(_ save: ScriptedService.Save) async {
    save.accept()
    await store.receive(.saved(save.change.id)) {
      $0.changes.removeAll { $0.change.id == save.change.id }
    }
  }

  private func failed(_ save: ScriptedService.Save, _ problem: SaveProblem = .noAnswer) async {
    save.fail(problem)
    await store.receive(.notSaved(save.change.id, problem)) {
      for index in $0.changes.indices where $0.changes[index].change.id == save.change.id {
        $0.changes[index].problem = problem
      }
    }
  }

  @Test func aChangeIsShownAtOnceAndSavedLater() async throws {
    await edit("New", id: "n1")
    let save = try save()
    #expect(save.change == .test("n1", card, .edit(title: "New", detail: nil)))
    await saved(save)
    #expect(store.state.changes.isEmpty)
    await store.finish()
  }

  @Test func changesOfOneCardAreSavedInTheirOrderOneAfterTheOther() async throws {
    await edit("One", id: "n1")
    let first = try save()
    await edit("Two", id: "n2")
    await store.send(.move(card, to: Spot(.done, Rank()), on: "b")) {
      $0.changes.append(
        UnsavedChange(.test("n3", self.card, .move(to: Spot(.done, Rank())))))
    }
    #expect(script.saves().isEmpty)
    await saved(first)
    let second = try save()
    #expect(second.change.kind == .edit(title: "Two", detail: nil))
    await saved(second)
    await saved(try save())
    await store.finish()
  }

  @Test func changesOfDifferentCardsAreSavedSideBySide() async throws {
    let other = Card.test("d")
    await edit("One", id: "n1")
    await store.send(.delete(other, on: "b")) {
      $0.changes.append(UnsavedChange(.test("n2", other, .delete)))
      $0.deleted = [DeletedCard(board: "b", card: other)]
    }
    let saves = script.saves()
    #expect(saves.map(\.change.card) == ["c", "d"])
    for save in saves.reversed() { await saved(save) }
    await store.finish()
  }

  @Test func aFailureIsToldAndCanBeRetried() async throws {
    await edit("New", id: "n1")
    await failed(try save())
    #expect(shown?.title == "New")
    #expect(script.saves().isEmpty)
    await store.send(.retry("c")) { $0.changes[0].problem = nil }
    await saved(try save())
    await store.finish()
  }

  @Test func aFailureCanBeDiscarded() async throws {
    await edit("New", id: "n1")
    await store.send(.discard("c"))
    await failed(try save())
    await store.send(.discard("c")) { $0.changes = [] }
    #expect(shown?.title == "Old")
    await store.finish()
  }

  @Test func aLateFailureDoesNotOverwriteANewerEdit() async throws {
    await edit("One", id: "n1")
    let first = try save()
    await edit("Two", id: "n2")
    await failed(first)
    #expect(shown?.title == "Two")
    // The newer change waits, so that the server gets it last.
    #expect(script.saves().isEmpty)
    await store.send(.retry("c")) { $0.changes[0].problem = nil }
    await saved(try save())
    #expect(shown?.title == "Two")
    await saved(try save())
    await store.finish()
  }

  @Test func aFailedEditThatIsDiscardedLeavesTheNewerOne() async throws {
    await edit("One", id: "n1")
    let first = try save()
    await edit("Two", id: "n2")
    await failed(first)
    await store.send(.discard("c")) { $0.changes.removeFirst() }
    #expect(shown?.title == "Two")
    let second = try save()
    #expect(second.change.id == "n2")
    await saved(second)
    await store.finish()
  }

  @Test func anotherEditTriesAFailedOneAgainFirst() async throws {
    await edit("One", id: "n1")
    await failed(try save())
    await edit("Two", id: "n2")
    let again = try save()
    #expect(again.change.id == "n1")
    await saved(again)
    await saved(try save())
    await store.finish()
  }

  @Test func aCardIsAddedWithItsTitleAndWithoutItsAdditionIsNothing() async throws {
    await store.send(.edit(\.newTitle, "  New   card ")) { $0.newTitle = "  New   card " }
    let spot = Spot(.toDo, Rank())
    let new = Card(id: "n1", title: "New card", spot: spot, changedBy: "Ada")
    await store.send(.add(at: spot, on: "b")) {
      $0.newTitle = ""
      $0.changes = [UnsavedChange(.test("n2", new, .add(new)))]
    }
    await store.send(.add(at: spot, on: "b"))
    let addition = try save()
    await store.send(.move(new, to: Spot(.done, Rank()), on: "b")) {
      $0.changes.append(UnsavedChange(.test("n3", new, .move(to: Spot(.done, Rank())))))
    }
    await failed(addition, .full)
    await store.send(.write(Edit(\.detail, "Later"), about: new)) {
      $0.drafts["n1"] = CardDraft(new)
      $0.drafts["n1"]?.detail = "Later"
    }
    await store.send(.discard("n1")) {
      $0.changes = []
      $0.drafts = [:]
    }
    await store.finish()
  }

  @Test func aDeletionIsUndoneByAnAdditionAtItsPlace() async throws {
    await store.send(.delete(card, on: "b")) {
      $0.changes = [UnsavedChange(.test("n1", self.card, .delete))]
      $0.deleted = [DeletedCard(board: "b", card: self.card)]
    }
    #expect(shown == nil)
    let deletion = try save()
    await store.send(.undoDelete(on: "other"))
    await store.send(.undoDelete(on: "b")) {
      $0.changes.append(UnsavedChange(.test("n2", self.card, .add(self.card))))
      $0.deleted = []
    }
    #expect(shown?.spot == card.spot)
    await saved(deletion)
    let addition = try save()
    #expect(addition.change.kind == .add(card))
    await saved(addition)
    await store.finish()
  }

  @Test func aDeletionThatWaitsOrFailedIsTakenBack() async throws {
    await edit("One", id: "n1")
    let first = try save()
    await store.send(.delete(card, on: "b")) {
      $0.changes.append(UnsavedChange(.test("n2", self.card, .delete)))
      $0.deleted = [DeletedCard(board: "b", card: self.card)]
    }
    await store.send(.undoDelete(on: "b")) {
      $0.changes.removeLast()
      $0.deleted = []
    }
    await saved(first)
    await store.send(.delete(card, on: "b")) {
      $0.changes = [UnsavedChange(.test("n3", self.card, .delete))]
      $0.deleted = [DeletedCard(board: "b", card: self.card)]
    }
    await failed(try save())
    await store.send(.discard("c")) {
      $0.changes = []
      $0.deleted = []
    }
    await store.finish()
  }

  /// After a failed deletion the card is shown again, and a later change of it replaces the
  /// deletion.
  @Test func aCardThatIsChangedAfterItsDeletionFailedIsNotDeleted() async throws {
    let spot = Spot(.done, Rank())
    for (number, isMove) in [false, true].enumerated() {
      await store.send(.delete(card, on: "b")) {
        $0.changes = [UnsavedChange(.test("n\(2 * number + 1)", self.card, .delete))]
        $0.deleted = [DeletedCard(board: "b", card: self.card)]
      }
      await failed(try save())
      if isMove {
        await store.send(.move(card, to: spot, on: "b")) {
          $0.changes = [UnsavedChange(.test("n4", self.card, .move(to: spot)))]
          $0.deleted = []
        }
        #expect(shown?.spot == spot)
      } else {
        await store.send(.write(Edit(\.title, "New"), about: card)) {
          $0.drafts["c"] = CardDraft(self.card)
          $0.drafts["c"]?.title = "New"
        }
        await store.send(.keep("c", on: "b")) {
          $0.drafts = [:]
          $0.changes = [
            UnsavedChange(.test("n2", self.card, .edit(title: "New", detail: nil)))
          ]
          $0.deleted = []
        }
        #expect(shown?.title == "New")
      }
      await saved(try save())
    }
    await store.finish()
  }

  @Test func aCardIsDeletedOnceHoweverOftenItIsAskedFor() async throws {
    await store.send(.delete(card, on: "b")) {
      $0.changes = [UnsavedChange(.test("n1", self.card, .delete))]
      $0.deleted = [DeletedCard(board: "b", card: self.card)]
    }
    await store.send(.delete(card, on: "b"))
    await failed(try save())
    await store.send(.delete(card, on: "b")) { $0.changes[0].problem = nil }
    await saved(try save())
    await store.send(.undoDelete("other", on: "b"))
    await store.send(.undoDelete("c", on: "b")) {
      $0.changes = [UnsavedChange(.test("n2", self.card, .add(self.card)))]
      $0.deleted = []
    }
    await saved(try save())
    await store.finish()
  }

  @Test func severalDeletionsAreUndoneLastOneFirst() async throws {
    let other = Card.test("d")
    store.exhaustivity = .off
    await store.send(.delete(card, on: "b"))
    await store.send(.delete(other, on: "b"))
    for save in script.saves() {
      save.accept()
      await store.receive(.saved(save.change.id))
    }
    await store.send(.undoDelete(on: "b"))
    let second = try save()
    #expect(second.change.card == "d")
    await store.send(.undoDelete(on: "b"))
    let first = try save()
    #expect(first.change.card == "c")
    second.accept()
    first.accept()
    await store.finish()
  }

  @Test func aMoveToWhereTheCardIsIsNone() async {
    await store.send(.move(card, to: card.spot, on: "b"))
    await store.finish()
  }

  @Test(arguments: [
    "", "  ", "\u{200B}", String(repeating: "x", count: 121),
    "e" + String(repeating: "\u{301}", count: 480),
  ])
  func aTitleThatIsNotInOrderIsNotKept(title: String) async {
    await store.send(.write(Edit(\.title, title), about: card)) {
      $0.drafts["c"] = CardDraft(self.card)
      $0.drafts["c"]?.title = title
    }
    #expect(store.state.drafts["c"]?.problem != nil)
    await store.send(.keep("c", on: "b"))
    await store.send(.forget("c")) { $0.drafts = [:] }
    await store.finish()
  }

  @Test func nothingIsTakenAnyMoreWhenTooMuchWaits() async {
    store.exhaustivity = .off
    for number in 0..<(DeskState.limit + 5) {
      await store.send(.delete(.test("\(number)"), on: "b"))
    }
    #expect(store.state.changes.count == DeskState.limit)
    #expect(!store.state.hasRoomForChange)
    for save in script.saves() { save.accept() }
    await store.finish()
  }

  @Test func aDeletionThatWaitsIsTakenBackAlsoWhenTooMuchWaits() async {
    store.exhaustivity = .off
    await store.send(.move(card, to: Spot(.done, Rank()), on: "b"))
    await store.send(.delete(card, on: "b"))
    for number in 0..<(DeskState.limit - 2) {
      await store.send(.delete(.test("\(number)"), on: "b"))
    }
    #expect(!store.state.hasRoomForChange)
    await store.send(.undoDelete("c", on: "b"))
    #expect(store.state.changes.count == DeskState.limit - 1)
    #expect(!store.state.deleted.contains { $0.card.id == "c" })
    for save in script.saves() { save.accept() }
    await store.finish()
  }

  @Test func aDeskThatWasKeptGoesOnSaving() async throws {
    await edit("One", id: "n1")
    let first = try save()
    await edit("Two", id: "n2")
    let data = try JSONEncoder().encode(store.state)
    let kept = try JSONDecoder().decode(DeskState.self, from: data)
    #expect(kept == store.state)
    await failed(first)
    let again = TestStore(
      initialState: kept, feature: .desk(script.service, newID: ids.next))
    await again.advance(by: .zero)
    for id in ["n1", "n2"] {
      let save = try save()
      #expect(save.change.id == id)
      save.accept()
      await again.receive(.saved(id)) { $0.changes.removeFirst() }
    }
    await again.finish()
  }
}
