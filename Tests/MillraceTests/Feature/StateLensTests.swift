// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct StateLensTests {
  private struct Whole: Equatable {
    var small: UInt8 = 1
    var ledger = Ledger(payload: Array(repeating: 0, count: 100))
    var writes = 0
    var observed = 0 { didSet { writes += 1 } }
    var computed: Int {
      get { ledger.count }
      set { ledger.count = newValue }
    }
  }

  @Test func aStoredPropertyIsReachedByItsOffset() {
    var whole = Whole()
    let focus = StateLens(\Whole.ledger)
    #expect(focus.place.offset != nil, "a stored property has an offset")
    let address = whole.ledger.payloadAddress
    focus.modify(&whole) { $0.payload[3] = 7 }
    #expect(whole.ledger.payload[3] == 7)
    #expect(whole.ledger.payloadAddress == address)
    #expect(whole.small == 1)
  }

  @Test func nestedAndWholeAreReachedByTheirOffset() {
    var whole = Whole()
    StateLens(\Whole.ledger.count).modify(&whole) { $0 = 5 }
    #expect(whole.ledger.count == 5)
    StateLens(\Whole.self).modify(&whole) { $0.small = 9 }
    #expect(whole.small == 9)
  }

  @Test func observersAndSettersRun() {
    var whole = Whole()
    StateLens(\Whole.observed).modify(&whole) { $0 = 5 }
    #expect(whole.observed == 5 && whole.writes == 1)
    StateLens(\Whole.computed).modify(&whole) { $0 = 6 }
    #expect(whole.ledger.count == 6)
  }

  @Test func aClassAndAnElementAreReachedByKeyPath() {
    final class Object { var ledger = Ledger() }
    struct Holder {
      let object = Object()
      var list = [Ledger(), Ledger()]
    }
    var holder = Holder()
    StateLens(\Holder.object.ledger.count).modify(&holder) { $0 = 4 }
    #expect(holder.object.ledger.count == 4)
    StateLens(\Holder.list[1].count).modify(&holder) { $0 = 2 }
    #expect(holder.list.map(\.count) == [0, 2])
  }

  @Test func whatThrowsLeavesWhatItHadChanged() {
    let places: [(StateLens<Whole, Int>, KeyPath<Whole, Int>)] = [
      (StateLens(\Whole.writes), \.writes), (StateLens(\Whole.computed), \.computed),
    ]
    for (focus, part) in places {
      var whole = Whole()
      #expect(throws: LedgerError()) {
        try focus.modify(&whole) { (part: inout Int) throws(LedgerError) in
          part = 3
          throw LedgerError()
        }
      }
      #expect(whole[keyPath: part] == 3)
    }
  }
}
