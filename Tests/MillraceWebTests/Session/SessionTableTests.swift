// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionTableTests {
  private let one = SessionID()
  private let two = SessionID()
  private let three = SessionID()

  @Test func aPageThatNeverConnectsExpires() {
    var table = SessionTable(rules: .init())
    table.begin(one, from: "a", at: .seconds(5))
    #expect(table.expired(at: .seconds(34)).isEmpty)
    #expect(table.expired(at: .seconds(35)) == [one])
  }

  @Test func aConnectedPageStays() {
    var table = SessionTable(rules: .init())
    table.begin(one, from: "a", at: .zero)
    table.connect(one)
    #expect(table.expired(at: .seconds(1_000_000)).isEmpty)
    table.disconnect(one, at: .seconds(10))
    #expect(table.expired(at: .seconds(129)).isEmpty)
    #expect(table.expired(at: .seconds(130)) == [one])
  }

  @Test func theOldestWithoutASocketGoesFirst() {
    var table = SessionTable(rules: .init(count: 3))
    table.begin(one, from: "a", at: .seconds(1))
    table.begin(two, from: "a", at: .seconds(2))
    #expect(table.room(for: "a") == .free)
    table.begin(three, from: "a", at: .seconds(3))
    #expect(table.room(for: "a") == .evict(one))
    table.connect(one)
    #expect(table.room(for: "a") == .evict(two))
    table.connect(two)
    table.connect(three)
    #expect(table.room(for: "a") == .full)
    table.end(two)
    #expect(table.room(for: "a") == .free)
    #expect(table.count == 2)
  }

  @Test func thePagesOfAnAddressHaveABoundWithASocketToo() {
    var table = SessionTable(rules: .init(pageBytesPerAddress: 100))
    table.begin(one, from: "flood", at: .seconds(1))
    table.note(one, bytes: 200)
    table.connect(one)
    #expect(table.room(for: "flood") == .full)
    #expect(table.room(for: "visitor") == .free)
    table.disconnect(one, at: .seconds(2))
    #expect(table.room(for: "flood") == .evict(one))
    table.connect(one)
    table.note(one, bytes: 60)
    #expect(table.room(for: "flood") == .free)
    table.begin(two, from: "flood", at: .seconds(3))
    table.note(two, bytes: 40)
    table.connect(two)
    #expect(table.room(for: "flood") == .full)
    table.end(one)
    #expect(table.room(for: "flood") == .free)
  }

  @Test func anAddressDrivesOutItsOwnWaitingSessionsFirst() {
    var table = SessionTable(rules: .init(waitingPerAddress: 2))
    table.begin(one, from: "visitor", at: .seconds(1))
    table.begin(two, from: "flood", at: .seconds(2))
    table.begin(three, from: "flood", at: .seconds(3))
    #expect(table.room(for: "flood") == .evict(two))
    #expect(table.room(for: "visitor") == .free)
    table.connect(two)
    #expect(table.room(for: "flood") == .free, "a page with a socket does not wait")
  }

  @Test func aFullTableLosesASessionOfTheAddressWithMostWaiting() {
    var table = SessionTable(rules: .init(count: 3))
    table.begin(one, from: "visitor", at: .seconds(1))
    table.begin(two, from: "flood", at: .seconds(2))
    table.begin(three, from: "flood", at: .seconds(3))
    #expect(table.room(for: "flood") == .evict(two))
    #expect(table.room(for: "another") == .evict(two))
  }

  /// An attacker can have 65,536 networks with prefixes of 64 bits.
  ///
  /// Together they have the limits of four.
  @Test func theNetworksOfASiteHaveTheBoundsOfFour() {
    let ids = (0..<5).map { _ in SessionID() }
    func table(_ rules: SessionTable.Rules, bytes: Int) -> SessionTable {
      var table = SessionTable(rules: rules)
      table.begin(one, from: "visitor", at: .zero)
      table.begin(two, from: "visitor", at: .zero)
      for (index, id) in ids.enumerated() {
        table.begin(id, from: "2001:db8:0:\(index)::1", at: .seconds(1 + index))
        table.note(id, bytes: bytes)
      }
      return table
    }
    let rules: [SessionTable.Rules] = [
      .init(waitingPerAddress: 1), .init(pageBytesPerAddress: 100), .init(count: 7),
    ]
    for rules in rules {
      let table = table(rules, bytes: 90)
      #expect(table.room(for: "2001:db8:0:ff::1") == .evict(ids[0]), "\(rules)")
    }
    #expect(table(.init(count: 7), bytes: 0).room(for: "visitor") == .evict(ids[0]))
    #expect(table(.init(pageBytesPerAddress: 100), bytes: 90).room(for: "visitor") == .free)
    let large = table(.init(waitingPageBytesPerAddress: 100), bytes: 90)
    #expect(large.excess(beside: ids[4]) == ids[0])
    #expect(large.excess(beside: one) == nil)
  }

  @Test func whatHasEndedWaitsNoMore() {
    var table = SessionTable(rules: .init(waitingPerAddress: 1))
    table.begin(one, from: "a", at: .zero)
    table.end(one)
    table.end(one)
    #expect(table.room(for: "a") == .free)
    table.begin(two, from: "a", at: .zero)
    table.begin(two, from: "a", at: .seconds(1))
    table.end(two)
    #expect(table.room(for: "a") == .free)
  }

  @Test func largePagesOfAnAddressThatWaitDriveOutTheOldest() {
    var table = SessionTable(rules: .init(waitingPageBytesPerAddress: 100))
    table.begin(one, from: "a", at: .seconds(1))
    table.note(one, bytes: 500)
    #expect(table.excess(beside: one) == nil, "a single page may be over the limit")
    table.begin(two, from: "b", at: .seconds(2))
    table.note(two, bytes: 90)
    table.begin(three, from: "b", at: .seconds(3))
    #expect(table.excess(beside: three) == nil)
    table.note(three, bytes: 20)
    #expect(table.excess(beside: three) == two)
    table.connect(two)
    #expect(table.excess(beside: three) == nil, "a page with a socket does not wait")
    table.disconnect(two, at: .seconds(4))
    #expect(table.excess(beside: two) == three)
    table.end(three)
    #expect(table.excess(beside: two) == nil)
  }

  @Test func whatIsGoneStaysGone() {
    var table = SessionTable(rules: .init())
    table.connect(one)
    table.disconnect(one, at: .zero)
    #expect(table.count == 0)
  }
}
