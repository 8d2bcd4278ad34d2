// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct CasePathTests {
  private let ledger = ShopAction.casePaths.ledger
  private let branch = ShopAction.casePaths.branch

  @Test func itTakesOutItsOwnCaseOnly() {
    #expect(ledger.extract(from: .ledger(.add(3))) == .add(3))
    #expect(ledger.extract(from: .detail(.add(3))) == nil)
    #expect(ledger.extract(from: .reset) == nil)
  }

  @Test func itPutsIn() {
    #expect(ledger.embed(.add(3)) == .ledger(.add(3)))
    #expect(ledger(.add(3)) == .ledger(.add(3)))
  }

  @Test func aCaseWithoutAValueIsVoid() {
    let reset = ShopAction.casePaths.reset
    #expect(reset.extract(from: .reset) != nil)
    #expect(reset.extract(from: .ledger(.fail)) == nil)
    #expect(reset(()) == .reset)
  }

  @Test func severalValuesAreATuple() {
    let listed = ShopAction.casePaths.listed
    #expect(listed.extract(from: .listed(2, .fail))?.0 == 2)
    #expect(listed.extract(from: .listed(2, .fail))?.1 == .fail)
    #expect(listed((1, .fail)) == .listed(1, .fail))
  }

  @Test func appendedPathsLeadThroughSeveralLevels() {
    struct Outer: Hashable { var action: ShopAction }
    let outer = CasePath(embed: { Outer(action: $0) }, extract: { $0.action })
    let path = outer.appending(path: branch).appending(path: BranchAction.casePaths.count)
    #expect(path.extract(from: Outer(action: .branch(.count(4)))) == 4)
    #expect(path.extract(from: Outer(action: .branch(.ledger(.fail)))) == nil)
    #expect(path.extract(from: Outer(action: .reset)) == nil)
    #expect(path(4) == Outer(action: .branch(.count(4))))
  }

  @Test func aPathGoesOnByTheNameOfACase() {
    let path = ShopAction.casePaths.branch.count
    #expect(path.extract(from: .branch(.count(4))) == 4)
    #expect(path.extract(from: .branch(.ledger(.fail))) == nil)
    #expect(path(5) == .branch(.count(5)))
  }

  @Test func aPathGoesOnBehindAnOptional() {
    enum Choice: Equatable { case chosen(BranchAction?), none }
    let chosen = CasePath(case: Choice.chosen) {
      if case .chosen(let action) = $0 { action } else { nil }
    }
    let path = chosen.appending(path: .some).appending(path: BranchAction.casePaths.count)
    #expect(path.extract(from: .chosen(.count(2))) == 2)
    #expect(path.extract(from: .chosen(nil)) == nil)
    #expect(path.extract(from: Choice.none) == nil)
    #expect(chosen.extract(from: .chosen(nil)) == .some(nil))
    #expect(path(2) == .chosen(.count(2)))
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func theIdentityIsNeutralAndAppendingIsAssociative(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let actions = (0..<20).map { _ in ShopAction.random(using: &generator) }
    let count = BranchAction.casePaths.count
    let double = CasePath<Int, Int>(
      embed: { $0 * 2 }, extract: { $0.isMultiple(of: 2) ? $0 / 2 : nil })
    let paths = [
      CasePath.identity.appending(path: branch).appending(path: count).appending(path: double),
      branch.appending(path: .identity).appending(path: count.appending(path: double)),
      branch.appending(path: count.appending(path: double.appending(path: .identity))),
    ]
    for path in paths {
      #expect(path(7) == .branch(.count(14)), "seed \(seed)")
      for action in actions {
        #expect(path.extract(from: action) == paths[0].extract(from: action), "seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func whatIsPutInComesOut(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let action = LedgerAction.random(using: &generator)
    for path in [ledger, ShopAction.casePaths.detail, branch.ledger] {
      #expect(path.extract(from: path(action)) == action, "seed \(seed)")
    }
  }
}
