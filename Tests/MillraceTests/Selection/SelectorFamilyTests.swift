// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import TestSupport
import Testing

@Suite struct SelectorFamilyTests {
  private let selectPayload = SelectorFamily { (index: Int) in
    createSelector(\Ledger.payload) { $0.indices.contains(index) ? $0[index] : nil }
  }

  @Test func byDefaultAFamilyKeepsTheMembersOfAList() {
    let made = Log()
    let family = SelectorFamily { (index: Int) in
      made.append("\(index)")
      return createSelector(\Ledger.count) { $0 + index }
    }
    for index in Array(0..<256) + Array(0..<256) {
      #expect(family(index)(Ledger(count: 1)) == index + 1)
    }
    #expect(made.lines.count == 256)
  }

  @Test func membersWithEqualKeysAreOneSelector() {
    #expect(selectPayload(1).identity == selectPayload(1).identity)
    #expect(selectPayload(1).identity != selectPayload(2).identity)
    let other = SelectorFamily { (index: Int) in createSelector(\Ledger.count) { $0 + index } }
    #expect(other(1).identity != selectPayload(1).identity)
    #expect(selectPayload(1)(Ledger(payload: [4, 5])) == 5)
    #expect(selectPayload(9)(Ledger(payload: [4, 5])) == nil)
  }

  @MainActor
  @Test func inAStoreMembersShareOneNodeAlsoWhenTheyWereForgottenMeanwhile() {
    let store = LedgerStore(initialState: Ledger(payload: [1, 2, 3]), reducer: .ledger)
    let family = SelectorFamily(keeping: 1) { (index: Int) in
      createSelector(\Ledger.payload) { $0[index] }
    }
    var heard: [Int] = []
    let watches = [1, 2, 1].map { index in
      store.subscribe(to: family(index)) { heard.append($0) }
    }
    // Two members and the slice that both read.
    #expect(store.held.selections == 3)
    store.dispatch(.write(1))
    #expect(heard == [3, 3])
    #expect(store.counters.selectorsComputed == 2)
    watches.forEach { $0.cancel() }
  }

  @Test func directCallsRememberForEachKey() {
    let state = Ledger(payload: [7, 8])
    for _ in 0..<3 {
      #expect(selectPayload(0)(state) == 7)
      #expect(selectPayload(1)(state) == 8)
    }
    #expect(selectPayload(0).recomputations == 1)
    #expect(selectPayload(1).recomputations == 1)
  }

  @Test func onlySoManyAreKept() {
    let made = Log()
    let family = SelectorFamily(keeping: 2) { (index: Int) in
      made.append("\(index)")
      return createSelector(\Ledger.count) { $0 + index }
    }
    for index in [1, 2, 1, 3, 2, 1] { #expect(family(index)(Ledger()) == index) }
    #expect(made.lines == ["1", "2", "3", "2", "1"])
  }

  @Test func theLeastRecentlyUsedGoesFirst() {
    let family = SelectorFamily(keeping: 3) { (index: Int) in
      createSelector(\Ledger.count) { $0 + index }
    }
    let first = family(0)
    for index in 1...12 {
      #expect(family(0)(Ledger()) == 0)
      #expect(family(index)(Ledger()) == index)
    }
    #expect(first.recomputations == 1)
    #expect(family(0).recomputations == 1)
    let kept = family(12)
    _ = family(11)
    #expect(kept.recomputations == 1)
  }

  /// A row selector already has an identity, and keeps it as a member of a family.
  @Test func aMemberThatIsARowIsThatRow() {
    let family = SelectorFamily { (id: Int) in StateSelector.row(id, of: \Directory.entries) }
    #expect(family(3).identity == StateSelector.row(3, of: \Directory.entries).identity)
  }

  @Test func aFamilyMayAskItselfFromAnyThread() async {
    let sums = await withTaskGroup(of: Int?.self) { group in
      for index in 0..<40 {
        group.addTask { selectPayload(index % 4)(Ledger(payload: [0, 1, 2, 3])) }
      }
      return await group.reduce(into: 0) { $0 += $1 ?? 0 }
    }
    #expect(sums == 60)
  }

  /// Such a key would never be found again, and never removed.
  @MainActor
  @Test func aKeyThatIsNotEqualToItselfIsNotKept() {
    let log = Log()
    let family = SelectorFamily { (limit: Double) in
      let farewell = Farewell { log.append("gone") }
      return createSelector(\Ledger.count) { count in
        withExtendedLifetime(farewell) { Double(count) < limit }
      }
    }
    #expect(family(.nan)(Ledger()) == false)
    #expect(log.lines == ["gone"])
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    for _ in 0..<3 { store.subscribe(to: family(.nan)) { _ in }.cancel() }
    #expect(store.held.selections == 0)
    #expect(log.lines.count == 4)
  }

  @Test func aMemberThatIsForgottenMayAskTheFamily() {
    struct Held: Equatable, Sendable {
      let farewell: Farewell?
      static func == (lhs: Held, rhs: Held) -> Bool { lhs.farewell === rhs.farewell }
    }
    let log = Log()
    let families = Mutex<[SelectorFamily<Ledger, Int, Held>]>([])
    let family = SelectorFamily(keeping: 1) { (index: Int) in
      log.append("made \(index)")
      return createSelector(\Ledger.count) { _ in
        Held(farewell: index > 1 ? nil : Farewell { _ = families.withLock { $0[0] }(3) })
      }
    }
    families.withLock { $0 = [family] }
    _ = family(1)(Ledger())
    _ = family(2)(Ledger())
    #expect(log.lines == ["made 1", "made 2", "made 3"])
    families.withLock { $0 = [] }
  }
}
