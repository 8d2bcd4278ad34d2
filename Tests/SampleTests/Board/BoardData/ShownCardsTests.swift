// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import TestSupport
import Testing

@Suite struct ShownCardsTests {
  private let cards = [
    Card.test("a", "Paint the fence", detail: "Green", rank: "b"),
    Card.test("b", "Sow carrots", rank: "d"), Card.test("c", "Rest", in: .doing, rank: "c"),
    Card.test("d", "Water", rank: "f"),
  ]

  private func shown(
    _ changes: [UnsavedChange] = [], saved: [Card]? = nil
  ) -> ShownCards {
    ShownCards(
      EntityTable(saved ?? cards, sortedBy: Card.order), changes: changes, on: "b")
  }

  @Test func withoutChangesItIsTheBoard() {
    #expect(shown().cards.map(\.id) == ["a", "c", "b", "d"])
    #expect(shown().ids(in: .toDo) == ["a", "b", "d"])
    #expect(shown().ids(in: .done) == [])
  }

  @Test func changesOfOtherBoardsDoNotCount() {
    let change = CardChange.test("1", cards[0], .delete, on: "other")
    #expect(shown([UnsavedChange(change)]) == shown())
  }

  @Test(arguments: UInt64(1)...20)
  @MainActor func whatIsShownIsWhatTheBoardIsOnceAllIsSaved(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var changes: [UnsavedChange] = []
    let board = BoardStore(
      initialState: BoardState(id: "b", title: "", cards: cards), reducer: .board)
    board.onRejection = { _ in }
    for number in 0..<30 {
      let now = shown(changes)
      let new = Card.test("n\(Int.random(in: 0..<4, using: &random))", in: .done)
      let card = Bool.random(using: &random) ? now.cards.randomElement(using: &random) ?? new : new
      let kinds: [CardChange.Kind] = [
        .add(card), .edit(title: "Title \(number)", detail: nil), .delete,
        .move(to: now.end(of: Column.allCases.randomElement(using: &random) ?? .done)),
      ]
      let kind = kinds.randomElement(using: &random) ?? .delete
      changes.append(UnsavedChange(.test("\(number)", card, kind)))
    }
    let expected = shown(changes).cards
    // The change that is saved next is the oldest one of a random card.
    while let card = changes.randomElement(using: &random)?.change.card,
      let index = changes.firstIndex(where: { $0.change.card == card })
    {
      board.dispatch(.change(changes[index].change))
      #expect(shown(changes, saved: board.state.cards.entities).cards == expected, "seed \(seed)")
      changes.remove(at: index)
      #expect(shown(changes, saved: board.state.cards.entities).cards == expected, "seed \(seed)")
    }
    #expect(board.state.cards.entities == expected, "seed \(seed)")
  }

  @Test func aDeletionThatFailedIsNotShown() {
    let change = CardChange.test("1", cards[0], .delete)
    #expect(shown([UnsavedChange(change)]).ids(in: .toDo) == ["b", "d"])
    #expect(shown([UnsavedChange(change, problem: .noAnswer)]).ids(in: .toDo) == ["a", "b", "d"])
  }

  @Test func aFailedChangeOfACardThatIsGoneIsNotLost() {
    let edit = UnsavedChange(
      .test("1", cards[0], .edit(title: "Mine", detail: nil)), problem: .gone)
    let waiting = UnsavedChange(.test("2", cards[1], .edit(title: "Mine", detail: nil)))
    #expect(shown([edit, waiting], saved: [cards[2]]).lost == [edit])
    #expect(shown([edit, waiting]).lost == [])
  }

  @Test(arguments: [
    ("", ["a", "b", "d"]), ("  ", ["a", "b", "d"]), ("paint", ["a"]), ("GREEN fence", ["a"]),
    ("a", ["a", "b", "d"]), ("rest", []),
  ])
  func aSearchFindsCardsWithAllWords(query: String, ids: [String]) {
    #expect(shown().ids(in: .toDo, matching: query) == ids)
  }

  @Test func aStepUpOrDownPassesOneCardOfTheColumn() throws {
    func ids(_ id: String, _ spot: (ShownCards, Card) -> Spot?) throws -> [String]? {
      let now = shown()
      let card = try #require(now.cards.first { $0.id == id })
      guard let spot = spot(now, card) else { return nil }
      let change = CardChange.test("1", card, .move(to: spot))
      return shown([UnsavedChange(change)]).ids(in: .toDo)
    }
    #expect(try ids("a") { $0.spot(above: $1) } == nil)
    #expect(try ids("b") { $0.spot(above: $1) } == ["b", "a", "d"])
    #expect(try ids("d") { $0.spot(above: $1) } == ["a", "d", "b"])
    #expect(try ids("a") { $0.spot(below: $1) } == ["b", "a", "d"])
    #expect(try ids("b") { $0.spot(below: $1) } == ["a", "d", "b"])
    #expect(try ids("d") { $0.spot(below: $1) } == nil)
    #expect(try ids("a") { cards, _ in cards.end(of: .toDo) } == ["b", "d", "a"])
  }

  @Test func cardsWithOneRankCanBePassed() throws {
    let same = [Card.test("a"), .test("b"), .test("c")]
    let now = shown(saved: same)
    let down = try #require(now.spot(below: same[0]))
    let change = UnsavedChange(.test("1", same[0], .move(to: down)))
    #expect(shown([change], saved: same).ids(in: .toDo) == ["b", "c", "a"])
    #expect(now.spot(above: same[0]) == nil)
    let up = try #require(now.spot(above: same[2]))
    let other = UnsavedChange(.test("1", same[2], .move(to: up)))
    #expect(shown([other], saved: same).ids(in: .toDo) == ["c", "a", "b"])
  }
}
