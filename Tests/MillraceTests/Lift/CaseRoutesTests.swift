// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

/// Routes by themselves; `RouteTableTests` has what reducers make of them.
@Suite struct CaseRoutesTests {
  private typealias Routes = CaseRoutes<ShopAction, [Int]>

  private func routes(_ tests: [Routes.Test], caseTag: CaseTag<ShopAction>? = CaseTag()) -> Routes {
    Routes(tests, of: "part", caseTag: caseTag) { $0 }
  }

  private func plan(_ routes: Routes, _ action: ShopAction) -> [Int]? {
    routes.route(of: action)?._withUnsafeGuaranteedRef { $0.plan }
  }

  @Test func thePlanOfACaseHasThePartsThatItConcerns() {
    let paths = ShopAction.casePaths
    let routes = routes([paths.ledger.isCase, nil, paths.detail.isCase, paths.ledger.isCase])
    #expect(plan(routes, .ledger(.fail)) == [0, 1, 3])
    #expect(plan(routes, .ledger(.add(1))) == [0, 1, 3])
    #expect(plan(routes, .detail(.fail)) == [1, 2])
    #expect(plan(routes, .reset) == [1])
  }

  @Test func thereIsNoRouteWithoutTagsOrTests() {
    #expect(plan(routes([ShopAction.casePaths.ledger.isCase], caseTag: nil), .reset) == nil)
    #expect(plan(routes([nil, nil]), .reset) == nil)
    #expect(plan(routes([]), .reset) == nil)
  }

  @Test func aPlanIsMadeOnceForEachCase() {
    let log = Log()
    let routes = Routes([ShopAction.casePaths.ledger.isCase], of: "part") { places in
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
