// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct ChildAccessorTests {
  /// Changes a part that is there and one that is not.
  private func expect<Container, Key>(
    _ lookup: ChildAccessor<Container, Key, Ledger>, in container: Container, _ key: Key,
    _ read: (Container) -> Ledger?, missing: (Container, Key),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var container = container
    let isFound = lookup.modify(&container, key) { $0.count = 5 }
    #expect(isFound, sourceLocation: sourceLocation)
    #expect(read(container)?.count == 5, sourceLocation: sourceLocation)
    #expect(throws: LedgerError(), sourceLocation: sourceLocation) {
      try lookup.modify(&container, key) { (part: inout Ledger) throws(LedgerError) in
        part.count = 6
        throw LedgerError()
      }
    }
    #expect(read(container)?.count == 6, sourceLocation: sourceLocation)
    var other = missing.0
    let isMissing = !lookup.modify(&other, missing.1) { _ in
      Issue.record("there is nothing to change", sourceLocation: sourceLocation)
    }
    #expect(isMissing, sourceLocation: sourceLocation)
  }

  @Test func whatAnOptionalHolds() {
    expect(
      .wrapped, in: Ledger?.some(Ledger()), SingleChildKey(), \.self,
      missing: (nil, SingleChildKey()))
  }

  @Test func theValueOfACase() {
    expect(
      .path(Shop.Page.ledgerPath), in: Shop.Page.ledger(Ledger()), SingleChildKey(),
      Shop.Page.ledgerPath.extract(from:), missing: (.home, SingleChildKey()))
  }

  @Test func anElementOfACollection() {
    expect(.element, in: [Ledger(), Ledger()], 1, { $0[1] }, missing: ([Ledger()], 1))
    expect(.element, in: [Ledger()], 0, { $0[0] }, missing: ([Ledger()], -1))
    expect(.element, in: ["a": Ledger()], "a", { $0["a"] }, missing: (["a": Ledger()], "b"))
  }

  @Test func anElementIsChangedInPlace() {
    var list = Shop.stocked(payload: 10).listed
    let address = list[1].payloadAddress
    let lookup = ChildAccessor<[Ledger], Int, Ledger>.element
    #expect(lookup.modify(&list, 1) { $0.payload[2] = 3 })
    #expect(list[1].payload[2] == 3)
    #expect(list[1].payloadAddress == address)
  }

  @Test func whatAnOptionalHoldsIsChangedInPlace() {
    var detail = Shop.stocked(payload: 10).detail
    let address = detail?.payloadAddress
    #expect(
      ChildAccessor<Ledger?, SingleChildKey, Ledger>.wrapped.modify(&detail, SingleChildKey()) {
        $0.payload[2] = 3
      })
    #expect(detail?.payload[2] == 3)
    #expect(detail?.payloadAddress == address)
  }
}
