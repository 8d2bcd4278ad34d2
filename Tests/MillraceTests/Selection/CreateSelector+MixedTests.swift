// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

/// The forms of `createSelector`; the first test is that this file compiles, and compiles fast.
@Suite struct CreateSelectorMixedTests {
  private enum Size: Equatable, Sendable {
    case few, many
    case exactly(Int)
  }

  private let state: Directory = {
    var directory = Directory(count: 3)
    directory.title = "names"
    return directory
  }()

  @Test func aLeadingDotWithAnExpression() {
    let typed: StateSelector<Directory, String> = createSelector(.count(of: \.entries)) { n in
      "\(n) items"
    }
    let inferred = createSelector(.count(of: \Directory.entries)) { "\($0) items" }
    let all = createSelector(.all(of: \Directory.entries)) { $0.map(\.value).reduce(0, +) }
    let row = createSelector(.row(1, of: \Directory.entries)) { $0?.id ?? -1 }
    let field = createSelector(.row(9, of: \Directory.entries, \.value)) { $0 == nil }
    let ids = createSelector(.ids(of: \Directory.entries)) { ids in ids.map { $0 + 1 } }
    #expect(typed(state) == "3 items")
    #expect(inferred(state) == "3 items")
    #expect(all(state) == state.entries.reduce(0) { $0 + $1.value })
    #expect(row(state) == 1)
    #expect(field(state))
    #expect(ids(state) == [1, 2, 3])
  }

  @Test func statementsAndCases() {
    let size: StateSelector<Directory, Size> = createSelector(.count(of: \.entries)) {
      $0 > 3 ? .many : .few
    }
    let exact: StateSelector<Directory, Size> = createSelector(
      .count(of: \.entries), .ids(of: \.entries)
    ) { count, ids in
      if count == 3 { return .exactly(ids[2]) }
      return .few
    }
    let sum = createSelector(.ids(of: \Directory.entries)) { ids in
      var sum = 0
      for id in ids where id > 0 { sum += id }
      return sum
    }
    #expect(size(state) == .few)
    #expect(exact(state) == .exactly(2))
    #expect(sum(state) == 3)
  }

  @Test func fourLeadingDotsAndAKeyPathAsASelector() {
    let select = createSelector(
      .count(of: \Directory.entries), .ids(of: \.entries), .contains(1, in: \.entries),
      .init(\.title)
    ) { "\($0) \($1) \($2) \($3)" }
    #expect(select(state) == "3 [0, 1, 2] true names")
  }

  @Test func selectorsAndKeyPathsInAnyOrder() {
    let count = StateSelector<Directory, Int>.count(of: \.entries)
    let one = createSelector(.count(of: \Directory.entries), \.title) { "\($0) \($1)" }
    let two = createSelector(\Directory.title, .count(of: \.entries)) { "\($0) \($1)" }
    let three = createSelector(one, .init(\.title), .ids(of: \.entries)) { "\($0), \($1), \($2)" }
    let four = createSelector(StateSelector(\Directory.title), count, .init(\.title.count)) {
      "\($0) \($1 + $2)"
    }
    #expect(one(state) == "3 names")
    #expect(two(state) == "names 3")
    #expect(three(state) == "3 names, names, [0, 1, 2]")
    #expect(four(state) == "names 8")
  }

  /// Sums of many inputs take the type checker longest.
  @Test func moreThanFourInputs() {
    let ledger = Ledger(count: 1, other: 2, payload: [3, 4])
    let sum = createSelector(\Ledger.count, \.other, \.payload, \.notes, \.count) {
      $0 + $1 + $2.count + $3.count + $4
    }
    let count = StateSelector(\Ledger.count)
    let six = createSelector(count, count, count, count, count, count) {
      "\($0)\($1)\($2)\($3)\($4)\($5)"
    }
    for _ in 0..<2 {
      #expect(sum(ledger) == 6)
      #expect(six(ledger) == "111111")
    }
    #expect(sum.recomputations + six.recomputations == 2)
  }
}
