// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// The routes alone.
///
/// `RouteTableTests` tests the reducers that use them.
@Suite struct CaseRoutesTests {
  private typealias Routes = CaseRoutes<ShopAction, [Int]>

  /// Routes of parts that are lifted into `ShopAction`.
  ///
  /// `index` gives the numbers of its cases.
  private func routes(
    _ tests: [Routes.Test], areDistinct: Bool = true,
    index: @escaping @Sendable (ShopAction) -> Int = ShopAction.caseIndex
  ) -> Routes {
    let tests = tests.map {
      $0.map { CaseTest(accepts: $0.accepts, index: index, areIndicesDistinct: areDistinct) }
    }
    return Routes(tests, of: "part") { $0 }
  }

  private let ledger = ShopAction.casePaths.ledger.caseTest
  private let detail = ShopAction.casePaths.detail.caseTest

  private func plan(_ routes: Routes, _ action: ShopAction) -> [Int]? {
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan }
  }

  @Test(arguments: [true, false])
  func thePlanOfACaseHasThePartsThatItConcerns(areDistinct: Bool) {
    let tests = [ledger, nil, detail, ledger]
    let routes = routes(tests, areDistinct: areDistinct)
    #expect(plan(routes, .ledger(.fail)) == [0, 1, 3])
    #expect(plan(routes, .ledger(.add(1))) == [0, 1, 3])
    #expect(plan(routes, .detail(.fail)) == [1, 2])
    // Numbers that are written by hand can be wrong. If no part accepts the action, all are called.
    #expect(plan(routes, .reset) == (areDistinct ? [1] : nil))
  }

  @Test func thereIsNoRouteWithoutNumbersOrTests() {
    #expect(plan(routes([ledger]) { _ in -1 }, .ledger(.fail)) == nil)
    #expect(plan(routes([nil, nil]), .reset) == nil)
    #expect(plan(routes([]), .reset) == nil)
  }

  @Test func oneNumberForTwoCasesLosesNoAction() {
    let routes = routes([ledger, detail, nil], areDistinct: false) { _ in 3 }
    #expect(plan(routes, .ledger(.fail)) == [0, 2])
    for action in [ShopAction.detail(.fail), .reset] {
      // There is no plan, so all parts are called.
      #expect(plan(routes, action) == nil)
    }
    #expect(plan(routes, .ledger(.fail)) == [0, 2])
  }

  @Test func aNumberThatNoPartClaimedAtFirstLosesNoAction() {
    let routes = routes([ledger, detail], areDistinct: false) { _ in 3 }
    #expect(plan(routes, .reset) == nil)
    #expect(plan(routes, .ledger(.fail)) == nil)
  }

  @Test func severalNumbersForOneCaseLoseNoAction() {
    let routes = routes([ledger, nil], areDistinct: false) {
      if case .ledger(.add(let number)) = $0 { number } else { 0 }
    }
    for number in [5, 6, .max, 5] { #expect(plan(routes, .ledger(.add(number))) == [0, 1]) }
    #expect(plan(routes, .ledger(.fail)) == [0, 1])
  }

  @Test func numbersThatLookIntoTheCaseDoNotFillTheMemory() {
    let routes = routes([ledger], areDistinct: false) {
      if case .ledger(.add(let number)) = $0 { number } else { 0 }
    }
    let limit = Routes.maximalRouteCount
    for number in 1...limit { #expect(plan(routes, .ledger(.add(number))) == [0]) }
    #expect(plan(routes, .ledger(.add(limit + 1))) == nil)
    #expect(plan(routes, .ledger(.add(limit))) == [0])
  }

  @Test func aPlanIsMadeOnceForEachCase() {
    let log = Log()
    let routes = Routes([ledger], of: "part") { places in
      log.append("\(places)")
      return places
    }
    for _ in 0..<3 {
      _ = routes.route(of: .ledger(.fail))
      _ = routes.route(of: .reset)
    }
    #expect(log.lines == ["[0]", "[]"])
  }
}
