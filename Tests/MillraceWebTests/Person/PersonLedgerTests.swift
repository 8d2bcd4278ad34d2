// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct PersonLedgerTests {
  private let ids = (0..<10).map { _ in SessionID() }

  @Test func aNetworkHasItsLimitAndLosesItsOwnOldestOne() {
    var ledger = PersonLedger(limit: 2)
    for (id, network) in zip(ids, ["a", "b", "a", "b"]) {
      #expect(ledger.begin(id, from: network, isInUse: { _ in false }).isEmpty)
    }
    ledger.use(ids[0])
    #expect(ledger.begin(ids[4], from: "a", isInUse: { _ in false }) == [ids[2]])
    #expect(ledger.begin(ids[5], from: "a", isInUse: { $0 == ids[0] }) == [ids[4]])
    #expect(ledger.count == 4)
  }

  @Test func whatNothingIsKeptOfGoesFirst() {
    var ledger = PersonLedger(limit: 3)
    for id in ids[..<3] { _ = ledger.begin(id, from: "a", isInUse: { _ in false }) }
    let kept: Set = [ids[0], ids[1]]
    for (new, gone) in zip(ids[3..<6], ids[2..<5]) {
      let others = ledger.begin(
        new, from: "a", isInUse: { _ in false }, isKept: { kept.contains($0) })
      #expect(others == [gone])
    }
  }

  @Test func whatIsInUseStays() {
    var ledger = PersonLedger(limit: 1)
    for id in ids { #expect(ledger.begin(id, from: "a", isInUse: { _ in true }).isEmpty) }
    #expect(ledger.count == 10)
  }

  @Test func whatWasInUseAndIsNoMoreGoesInTheOrderOfUseUntilTheLimitHolds() {
    var ledger = PersonLedger(limit: 2)
    for id in ids[..<6] { _ = ledger.begin(id, from: "a", isInUse: { _ in true }) }
    let gone = ledger.begin(ids[6], from: "a", isInUse: { $0 == ids[1] })
    #expect(gone == [ids[0], ids[2], ids[3], ids[4], ids[5]])
    #expect(ledger.count == 2)
  }

  @Test func whatIsForgottenMakesRoom() {
    var ledger = PersonLedger(limit: 2)
    _ = ledger.begin(ids[0], from: "a", isInUse: { _ in false })
    _ = ledger.begin(ids[1], from: "a", isInUse: { _ in false })
    ledger.forget(ids[0])
    #expect(ledger.begin(ids[3], from: "a", isInUse: { _ in false }).isEmpty)
    #expect(ledger.begin(ids[4], from: "a", isInUse: { _ in false }) == [ids[1]])
  }

  @Test func theNetworksOfASiteLoseTheirOldestOneTogether() {
    var ledger = PersonLedger(limit: 2)
    func begin(_ index: Int) -> [SessionID] {
      let network = Network.name(of: "2001:db8:0:\(index)::1")
      return ledger.begin(ids[index], from: network, isInUse: { _ in false })
    }
    for index in 0..<8 { #expect(begin(index).isEmpty) }
    #expect(begin(8) == [ids[0]])
    #expect(ledger.begin(ids[0], from: "visitor", isInUse: { _ in false }).isEmpty)
    ledger.forget(ids[1])
    #expect(begin(1).isEmpty)
  }

  @Test func itHasABoundOfItsOwn() {
    var ledger = PersonLedger(limit: 1, most: 3)
    for (number, id) in ids.enumerated() {
      _ = ledger.begin(id, from: "\(number)", isInUse: { _ in false })
      #expect(ledger.count <= 3)
    }
  }
}
