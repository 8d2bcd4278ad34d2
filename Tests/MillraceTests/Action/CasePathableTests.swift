// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct CasePathableTests {
  @Test func aValueKnowsItsCase() {
    #expect(ShopAction.reset.is(\.reset))
    #expect(!ShopAction.reset.is(\.ledger))
    #expect(ShopAction.branch(.count(1)).is(\.branch))
    #expect(ShopAction.branch(.count(1)).is(\.branch.count))
    #expect(!ShopAction.branch(.count(1)).is(\.branch.ledger))
  }

  @Test func aValueIsReadByItsCase() {
    #expect(ShopAction.ledger(.add(1))[case: \.ledger] == .add(1))
    #expect(ShopAction.ledger(.add(1))[case: \.detail] == nil)
    #expect(ShopAction.branch(.count(3))[case: \.branch.count] == 3)
  }
}
