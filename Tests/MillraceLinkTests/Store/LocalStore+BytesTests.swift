// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite struct LocalStoreBytesTests {
  private let store = cartStore()

  private func watched(maxBytes: Int) -> CartMonitor {
    LocalStore(
      store, id: 1, name: "Cart", maxAge: 1_000_000, maxBytes: maxBytes,
      coding: StoreCoding(codable: ()))
  }

  /// Adds actions of 27 bytes plus the bytes of their names.
  private func add(_ count: Int, bytes: Int = 973) {
    for _ in 0..<count { store.dispatch(.add(String(repeating: "x", count: bytes), price: 1)) }
  }

  /// The size of actions of 1,000 bytes: with their entries, and commas and brackets per 16
  /// actions.
  private func size(of count: Int) -> Int {
    let place = MemoryLayout<TimeMachineState<Cart, CartAction>.Entry>.stride
    return count * (1_000 + place) + count + (count + 15) / 16
  }

  @Test func allActionsAreCountedOnce() async {
    let watched = watched(maxBytes: 100_000_000)
    add(3_000)
    #expect(watched.bytes.total == 0)
    watched.countBytes()
    await watched.counting?.value
    #expect(watched.bytes.total == size(of: 3_000))
    #expect(watched.bytes.end == 3_000)
    add(1)
    watched.countBytes()
    watched.countBytes()
    await watched.counting?.value
    watched.countBytes()
    await watched.counting?.value
    #expect(watched.bytes.total == size(of: 3_000) + size(of: 1))
    #expect(watched.status.count == 3_001)
  }

  @Test func nothingIsDroppedUpToTheLimitAndTheOldestAreBeyond() async {
    let limit = size(of: 640)
    let watched = watched(maxBytes: limit)
    add(640)
    watched.countBytes()
    await watched.counting?.value
    #expect(watched.status.count == 640)
    add(1)
    watched.countBytes()
    await watched.counting?.value
    // Two parts of 64 make an eighth free.
    #expect(watched.status.count == 641 - 128)
    #expect(watched.bytes.total == size(of: 512) + size(of: 1))
    #expect(watched.id(at: 0) == 129)
    #expect(watched.status.index == 513)
    #expect(watched.edition == 0)
    #expect(watched.state(after: 0)?["total"] == .number("128"))
    #expect(watched.state(after: 513)?["total"] == .number("641"))
  }

  @Test func actionsThatGoForTheirAgeAreCountedNoMore() async {
    let watched = LocalStore(
      store, id: 1, name: "Cart", maxAge: 128, maxBytes: 1 << 30,
      coding: StoreCoding<Cart, CartAction>(codable: ()))
    add(1_000)
    watched.countBytes()
    await watched.counting?.value
    #expect(watched.bytes.total == size(of: 128))
    #expect(watched.bytes.end == 1_000)
  }

  @Test func aLineThatBeginsAnewIsCountedAnew() async {
    let watched = watched(maxBytes: 1 << 30)
    add(100)
    watched.countBytes()
    await watched.counting?.value
    watched.perform(.commit)
    add(64)
    watched.countBytes()
    await watched.counting?.value
    #expect(watched.bytes.total == size(of: 64))
  }

  @Test func whatIsNotCodableIsCountedByItsMirror() async {
    let ledger = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let watched = LocalStore(
      ledger, id: 1, name: "Ledger", maxAge: 100, maxBytes: 1 << 20, coding: StoreCoding())
    for _ in 0..<10 { ledger.dispatch(.add(2)) }
    watched.countBytes()
    await watched.counting?.value
    let place = MemoryLayout<TimeMachineState<Ledger, LedgerAction>.Entry>.stride
    #expect(watched.bytes.total == 10 * (#"{"add":{"_0":2}}"#.utf8.count + place))
  }

  @Test func statesOfALineThatIsFullAreReadAnew() {
    let watched = monitored(store, maxAge: 3)
    for price in 1...3 { store.dispatch(.add("pen", price: price)) }
    #expect(watched.state(after: 3)?["total"] == .number("6"))
    #expect(watched.answer(to: .changed("items"), at: 0) == true)
    store.dispatch(.add("pen", price: 4))
    #expect(watched.state(after: 3)?["total"] == .number("10"))
    #expect(watched.state(after: 2)?["total"] == .number("6"))
    #expect(watched.state(after: 0)?["total"] == .number("1"))
  }
}
