// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite struct BoardStateTests {
  private let a = Card.test("a", rank: "b")
  private let b = Card.test("b", rank: "d")
  private let c = Card.test("c", in: .doing, rank: "c")

  private func board(_ cards: [Card]) -> BoardStore {
    let store = BoardStore(
      initialState: BoardState(id: "b", title: "Board", cards: cards), reducer: .board)
    store.onRejection = { _ in }
    return store
  }

  @Test func cardsStandInTheOrderOfTheirRanks() {
    #expect(board([c, b, a]).state.cards.ids == ["a", "c", "b"])
  }

  @Test func eachKindOfChangeIsMadeWithTheNameOfThePerson() async {
    let store = TestStore(
      initialState: BoardState(id: "b", title: "Board", cards: [a, b]), reducer: .board)
    let add = CardChange.test("1", c, .add(c))
    await store.send(.change(add)) {
      var card = self.c
      card.changedBy = "Ada"
      $0.cards.addOne(card)
      $0.lastChange = add
    }
    let edit = CardChange.test("2", a, .edit(title: "New", detail: nil), by: "Ben")
    await store.send(.change(edit)) {
      $0.cards[id: "a"]?.title = "New"
      $0.cards[id: "a"]?.changedBy = "Ben"
      $0.lastChange = edit
    }
    let spot = Spot(.done, Rank())
    let move = CardChange.test("3", b, .move(to: spot))
    await store.send(.change(move)) {
      $0.cards[id: "b"]?.spot = spot
      $0.cards[id: "b"]?.changedBy = "Ada"
      $0.lastChange = move
    }
    let delete = CardChange.test("4", c, .delete)
    await store.send(.change(delete)) {
      $0.cards.removeOne("c")
      $0.lastChange = delete
    }
    await store.finish()
  }

  @Test func whatCannotBeDoneIsRefusedAndChangesNothing() async {
    let store = TestStore(
      initialState: BoardState(id: "b", title: "Board", cards: [a]), reducer: .board)
    let long = String(repeating: "x", count: 121)
    store.store.onRejection = { _ in }
    await store.send(.change(.test("1", b, .move(to: b.spot))), throws: SaveProblem.gone)
    await store.send(
      .change(.test("2", b, .edit(title: "x", detail: nil))), throws: SaveProblem.gone)
    await store.send(
      .change(.test("3", a, .edit(title: "", detail: nil))), throws: SaveProblem.refused)
    await store.send(
      .change(.test("8", a, .edit(title: "\u{200B}", detail: nil))), throws: SaveProblem.refused)
    await store.send(
      .change(.test("4", a, .edit(title: long, detail: nil))), throws: SaveProblem.refused)
    let marks = "e" + String(repeating: "\u{301}", count: 20_000)
    await store.send(
      .change(.test("6", a, .edit(title: marks, detail: nil))), throws: SaveProblem.refused)
    await store.send(
      .change(.test("7", a, .edit(title: nil, detail: marks))), throws: SaveProblem.refused)
    await store.send(.change(.test("5", a, .delete, on: "other")), throws: SaveProblem.refused)
    // It would replace another card than the one that the change names.
    await store.send(.change(.test("9", b, .add(a))), throws: SaveProblem.refused)
    await store.finish()
  }

  @Test func aBoardHasAtMostSoManyCards() throws {
    let store = board((1...BoardState.limit).map { .test("\($0)") })
    #expect(throws: SaveProblem.full) {
      try store.dispatch(.change(.test("1", a, .add(a)))).get()
    }
    try store.dispatch(.change(.test("2", .test("7"), .delete))).get()
    try store.dispatch(.change(.test("3", a, .add(a)))).get()
    #expect(store.state.cards.count == BoardState.limit)
  }

  /// A random change of a card that may exist or not.
  private func change(
    _ number: Int, _ random: inout SeededGenerator, _ store: BoardStore
  ) -> CardChange {
    let card = Card.test("\(Int.random(in: 0..<12, using: &random))", in: .done)
    let column = Column.allCases.randomElement(using: &random) ?? .toDo
    let ranks = store.state.cards.map(\.spot.rank)
    let rank = Rank(
      after: ranks.randomElement(using: &random), before: ranks.randomElement(using: &random))
    let kinds: [CardChange.Kind] = [
      .add(card), .edit(title: "Title \(number)", detail: nil),
      .edit(title: nil, detail: "Detail \(number)"), .move(to: Spot(column, rank)), .delete,
    ]
    return .test("\(number)", card, kinds.randomElement(using: &random) ?? .delete)
  }

  @Test(arguments: UInt64(1)...10)
  func aChangeThatIsMadeTwiceIsMadeOnce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = board((0..<8).map { .test("\($0)") })
    for number in 0..<100 {
      let change = change(number, &random, store)
      store.dispatch(.change(change))
      let state = store.state
      store.dispatch(.change(change))
      #expect(store.state == state, "seed \(seed), \(change.sentence)")
    }
  }

  @Test(arguments: UInt64(1)...10)
  func whatIsDeletedAndAddedAgainStandsWhereItWas(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = board((0..<8).map { .test("\($0)") })
    for number in 0..<60 {
      store.dispatch(.change(change(number, &random, store)))
      guard let card = store.state.cards.randomElement(using: &random) else { continue }
      let ids = store.state.cards.ids
      try store.dispatch(.change(.test("d", card, .delete))).get()
      #expect(!store.state.cards.contains(id: card.id))
      try store.dispatch(.change(.test("u", card, .add(card)))).get()
      #expect(store.state.cards.ids == ids, "seed \(seed)")
      #expect(store.state.cards[id: card.id]?.title == card.title)
    }
  }

  @Test func ranksThatHaveGrownLongAreSpreadAndKeepTheirOrder() throws {
    let store = board([a, b, .test("x", in: .done, rank: "z")])
    for number in 0..<2_000 {
      let first = try #require(store.state.cards.first)
      let last = try #require(store.state.cards.dropFirst().first)
      let spot = Spot(.toDo, Rank(before: first.spot.rank))
      try store.dispatch(.change(.test("\(number)", last, .move(to: spot)))).get()
      #expect(store.state.cards.first?.id == last.id)
      #expect(store.state.cards.entities.last?.id == "x")
      #expect(store.state.cards.allSatisfy { $0.spot.rank.text.count <= Rank.limit / 2 })
    }
  }

  @Test func aPersonWithTwoTabsIsHereOnceAndUntilBothAreGone() {
    let store = board([])
    store.dispatch(.come("1", "Ben"))
    store.dispatch(.come("2", "Ada"))
    store.dispatch(.come("3", "Ben"))
    #expect(store.state.people == ["Ada", "Ben"])
    store.dispatch(.go("1"))
    #expect(store.state.people == ["Ada", "Ben"])
    store.dispatch(.go("3"))
    #expect(store.state.people == ["Ada"])
  }
}
