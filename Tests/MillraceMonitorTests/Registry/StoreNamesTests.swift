// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceMonitor

@Suite struct StoreNamesTests {
  private func names(_ bases: String...) -> (names: StoreNames, taken: [String]) {
    var names = StoreNames()
    let taken = bases.enumerated().map { names.take($1, for: $0) }
    return (names, taken)
  }

  @Test func aNumberIsAddedToANameThatIsTaken() {
    #expect(names("Cart", "Cart", "Desk", "Cart").taken == ["Cart", "Cart 2", "Desk", "Cart 3"])
  }

  @Test func aNumberThatIsANameItselfIsLeftOut() {
    #expect(names("Cart 2", "Cart", "Cart").taken == ["Cart 2", "Cart", "Cart 3"])
    #expect(names("Cart", "Cart", "Cart 2").taken == ["Cart", "Cart 2", "Cart 2 2"])
  }

  @Test func aNameThatIsReleasedIsTakenAgain() {
    var (names, _) = names("Cart", "Cart", "Cart")
    names.release(1)
    names.release(1)
    #expect(names.take("Cart", for: 3) == "Cart 2")
    names.release(0)
    #expect(names.take("Cart", for: 4) == "Cart")
    for id in 2...4 { names.release(id) }
    #expect(names.take("Cart", for: 5) == "Cart")
  }

  @Test func tenThousandOfOneNameAreNumbered() {
    var names = StoreNames()
    for id in 0..<10_000 { _ = names.take("Page", for: id) }
    #expect(names.take("Page", for: 10_000) == "Page 10001")
  }
}
