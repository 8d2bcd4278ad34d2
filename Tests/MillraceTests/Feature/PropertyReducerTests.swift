// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct PropertyReducerTests {
  /// A type whose tested properties are not at offset zero.
  private struct Shelf: Equatable, Sendable {
    var before = "left alone"
    var ledger = Ledger()
    var watched = Ledger() { didSet { changes += 1 } }
    var changes = 0
    var computed: Ledger {
      get { ledger }
      set { ledger = newValue }
    }
  }

  private struct Library: Equatable, Sendable {
    var before: [Int] = [1, 2, 3]
    var shelf = Shelf()
    var other: Shelf {
      get { shelf }
      set { shelf = newValue }
    }
  }

  private static let all = CasePath<LedgerAction, LedgerAction>.identity

  @Test func itChangesWhatBeginsAtItsOffset() throws {
    let offset = try #require(MemoryLayout<Shelf>.offset(of: \.changes))
    let reducer = PropertyReducer<Int>(offset: offset) {
      $0.assumingMemoryBound(to: Int.self).pointee += $1
      return $1 > 0
    }
    var shelf = Shelf()
    #expect(reducer(&shelf, 5) && reducer(&shelf, 6))
    #expect(!reducer(&shelf, 0))
    #expect(shelf == Shelf(changes: 11))
  }

  @Test func itTellsWhetherTheActionIsOfItsCase() throws {
    let count = Reducer<Int, Int> { $0 += $1 }
    let paths = ShopAction.casePaths
    let inner = count.lift(action: BranchAction.casePaths.count, state: \Ledger.count)
    let reducers = [
      inner.lift(action: paths.branch, state: \Shelf.ledger),
      count.lift(action: paths.branch.count, state: \Shelf.ledger.count),
    ]
    let answers = try reducers.map { reducer in
      let property = try #require(reducer.property)
      var shelf = Shelf()
      let answers = [ShopAction.branch(.count(2)), .branch(.ledger(.fail)), .reset].map {
        property(&shelf, $0)
      }
      #expect(shelf.ledger.count == 2)
      return answers
    }
    #expect(answers == [[true, true, false], [true, false, false]])
  }

  @Test func onlyAReducerOfAStoredPropertyHasOne() {
    func hasOne(_ place: WritableKeyPath<Shelf, Ledger> & Sendable) -> Bool {
      Reducer.ledger.lift(action: Self.all, state: place).property != nil
    }
    #expect(hasOne(\.ledger))
    #expect(!hasOne(\.watched))
    #expect(!hasOne(\.computed))
    #expect(Reducer.ledger.feature.property == nil)
    #expect(Reducer.throwingLedger.lift(action: Self.all, state: \Shelf.ledger).property == nil)
  }

  @Test func offsetsAddUp() throws {
    let shelf = Reducer.ledger.lift(action: Self.all, state: \Shelf.ledger)
    let library = shelf.lift(action: Self.all, state: \Library.shelf)
    let once = Reducer.ledger.lift(action: Self.all, state: \Library.shelf.ledger)
    #expect(try #require(library.property).offset == #require(once.property).offset)
    #expect(shelf.lift(action: Self.all, state: \Library.other).property == nil)
  }

  /// A change through stored properties is the same as one through computed properties.
  @Test func allWaysLeadToTheSameProperty() throws {
    var expected = Library()
    expected.shelf.ledger.count = 7
    let actions: [LedgerAction] = [.add(3), .note("not taken"), .add(4)]
    let path = CasePath<LedgerAction, LedgerAction>(embed: { $0 }) {
      if case .add = $0 { $0 } else { nil }
    }
    for inner in [\Shelf.ledger, \.computed] as [WritableKeyPath<Shelf, Ledger> & Sendable] {
      for outer in [\Library.shelf, \.other] as [WritableKeyPath<Library, Shelf> & Sendable] {
        let lifted = Reducer.ledger.lift(action: path, state: inner)
          .lift(action: Self.all, state: outer)
        for reducer in [lifted, .combine(lifted, Feature.identity)] {
          var library = Library()
          for action in actions { try reducer(&library, action) }
          #expect(library == expected)
        }
      }
    }
  }

  @Test func observersOfAPropertyAreStillTold() throws {
    let reducer = Reducer.ledger.lift(action: Self.all, state: \Shelf.watched)
      .lift(action: Self.all, state: \Library.shelf)
    var library = Library()
    try reducer(&library, .add(1))
    #expect(library.shelf.changes == 1)
  }

  @Test func throughAllLevelsItStaysInPlace() throws {
    let reducer = Reducer.ledger.lift(action: Self.all, state: \Shelf.ledger)
      .lift(action: Self.all, state: \Library.shelf)
    var library = Library()
    library.shelf.ledger.payload = Array(repeating: 0, count: 1_000)
    let address = library.shelf.ledger.payloadAddress
    try reducer(&library, .write(1))
    #expect(library.shelf.ledger.payload[1] == 1)
    #expect(library.shelf.ledger.payloadAddress == address)
  }
}
