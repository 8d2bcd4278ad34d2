// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct SessionTableTests {
  private let one = SessionID()
  private let two = SessionID()
  private let three = SessionID()

  @Test func aPageThatNeverConnectsExpires() {
    var table = SessionTable(rules: .init())
    table.begin(one, at: .seconds(5))
    #expect(table.expired(at: .seconds(34)).isEmpty)
    #expect(table.expired(at: .seconds(35)) == [one])
  }

  @Test func aConnectedPageStays() {
    var table = SessionTable(rules: .init())
    table.begin(one, at: .zero)
    table.connect(one)
    #expect(table.expired(at: .seconds(1_000_000)).isEmpty)
    table.disconnect(one, at: .seconds(10))
    #expect(table.expired(at: .seconds(129)).isEmpty)
    #expect(table.expired(at: .seconds(130)) == [one])
  }

  @Test func theOldestWithoutASocketGoesFirst() {
    var table = SessionTable(rules: .init(count: 3))
    table.begin(one, at: .seconds(1))
    table.begin(two, at: .seconds(2))
    #expect(table.room() == .free)
    table.begin(three, at: .seconds(3))
    #expect(table.room() == .evict(one))
    table.connect(one)
    #expect(table.room() == .evict(two))
    table.connect(two)
    table.connect(three)
    #expect(table.room() == .full)
    table.end(two)
    #expect(table.room() == .free)
    #expect(table.count == 2)
  }

  @Test func whoIsGoneStaysGone() {
    var table = SessionTable(rules: .init())
    table.connect(one)
    table.disconnect(one, at: .zero)
    #expect(table.count == 0)
  }
}
