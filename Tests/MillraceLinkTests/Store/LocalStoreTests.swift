// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTrace
import Synchronization
import TestSupport
import Testing

@testable import MillraceLink

@MainActor @Suite struct LocalStoreTests {
  @Test func anActionIsListedWithItsNameItsTextAndItsCost() throws {
    let store = cartStore()
    let subscription = store.subscribe(to: \.total) { _ in }
    let watched = monitored(store)
    store.dispatch(.add("pen", price: 3))
    let row = try #require(watched.row(at: 0))
    #expect(row.name == "add")
    #expect(row.text == #"{"add":{"_0":"pen","price":3}}"#)
    #expect(row.number == 1)
    #expect(row.outcome == .committed)
    let cost = try #require(row.cost)
    #expect(cost.slices == 1)
    #expect(cost.observers == 1)
    #expect(cost.total > 0)
    subscription.cancel()
  }

  @Test func aRefusedActionSaysWhyAndTheNextOneHasItsOwnCost() throws {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.refuse)
    store.dispatch(.look)
    #expect(watched.row(at: 0)?.outcome == .refused("out of stock"))
    #expect(watched.row(at: 1)?.cost != nil)
  }

  @Test func statesAreReadAfterAnyAction() {
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...5 { store.dispatch(.add("pen", price: price)) }
    #expect(watched.state(after: 0)?["total"] == .number("0"))
    #expect(watched.state(after: 3)?["total"] == .number("6"))
    watched.perform(.toggle(watched.id(at: 0)))
    #expect(watched.state(after: 3)?["total"] == .number("5"))
  }

  @Test func whatChangedNothingIsFoundOut() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.look)
    store.dispatch(.add("pen", price: 3))
    store.dispatch(.refuse)
    store.dispatch(.look)
    let unchanged = (0..<4).map { watched.answer(to: .changedNothing, at: $0) }
    #expect(unchanged == [true, false, true, true])
    // In any order of asking.
    #expect(watched.answer(to: .changedNothing, at: 3) == true)
    #expect(watched.answer(to: .changedNothing, at: 1) == false)
  }

  @Test func anActionIsCheckedAsItIsTypedAndDispatched() throws {
    let store = cartStore()
    let watched = monitored(store)
    #expect(watched.problem(with: "look") == nil)
    #expect(watched.problem(with: #"{"add":{"_0":"pen","price":3}}"#) == nil)
    #expect(
      watched.problem(with: #"{"add":{"_0":"pen"}}"#)?.contains("'price' is missing") == true)
    #expect(
      watched.problem(with: #"{"add":{"_0":"pen","price":"x"}}"#)?.contains("no Int") == true)
    #expect(watched.problem(with: #"{"add":"#)?.contains("notJSON") == true)
    #expect(watched.problem(with: "none") != nil)
    try watched.dispatch(#"{"add":{"_0":"pen","price":3}}"#)
    #expect(store.state.total == 3)
    #expect(watched.row(at: 0)?.source.contains("sent by the monitor") == true)
    #expect(throws: MonitorFailure.self) { try watched.dispatch("refuse") }
  }

  @Test func aStoreThatIsNotCodableIsShownByMirrors() throws {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let watched = LocalStore(store, id: 1, name: "Ledger", maxAge: 10, coding: StoreCoding())
    store.dispatch(.add(2))
    #expect(watched.row(at: 0)?.name == "add")
    #expect(watched.state(after: 1)?["count"] == .number("2"))
    #expect(!watched.canDispatch)
    #expect(!watched.canExchange)
    #expect(throws: MonitorFailure.self) { try watched.load("{}") }
    #expect(throws: MonitorFailure.self) { _ = try watched.export(as: .trace) }
  }

  @Test(arguments: ExportForm.allCases)
  func whatIsExportedIsImported(form: ExportForm) throws {
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...4 { store.dispatch(.add("pen", price: price)) }
    let file = try watched.export(as: form)
    let other = monitored(cartStore())
    try other.load(file)
    #expect(other.status.count == 4)
    #expect(other.state(after: 4)?["total"] == .number("10"))
    #expect(!other.status.isInPresent)
  }

  @Test func aTraceNamesTheProgramThatWasLinked() throws {
    let store = cartStore()
    let watched = LocalStore(
      store, id: 1, name: "Cart", of: "phone", maxAge: 10,
      coding: StoreCoding<Cart, CartAction>(codable: ()))
    store.dispatch(.look)
    let trace = try Trace(text: watched.export(as: .trace))
    #expect(trace.header.client == "phone")
    #expect(try Trace(text: monitored(cartStore()).export(as: .trace)).header.client == nil)
  }

  @Test func secretsAreInNothingThatIsShownOrWritten() throws {
    let store = cartStore()
    let watched = monitored(store)
    let mirrored = LocalStore(store, id: 2, name: "Mirror", maxAge: 10, coding: StoreCoding())
    store.dispatch(.pay(Redacted("4111-1111")))
    var shown: [String] = []
    for watched in [watched, mirrored] as [MonitoredStore] {
      shown.append("\(watched.row(at: 0) as Any)")
      shown.append(watched.action(at: 0).json)
      shown.append(watched.state(after: 1)?.json ?? "")
    }
    for form in ExportForm.allCases { shown.append(try watched.export(as: form)) }
    shown.append(
      TraceValue(reflecting: store.state).json + TraceValue(reflecting: Redacted("4111-1111")).json)
    #expect(!shown.joined().contains("4111-1111"))
    #expect(store.state.card == "4111-1111")
  }

  @Test func aTestIsWrittenOfTheActionsThatMatter() throws {
    let store = cartStore()
    let watched = monitored(store)
    for _ in 0..<20 { store.dispatch(.look) }
    store.dispatch(.add("pen", price: 3))
    let condition = try #require(TraceCondition("total=3"))
    let test = try watched.test(condition)
    #expect(test.contains("@Test func theReportedRunDoesNotEndInTotal()"))
    #expect(test.contains(#""add":{"_0":"pen","price":3}"#))
    #expect(!test.contains("look"))
    let never = try #require(TraceCondition("total=4"))
    #expect(throws: MonitorFailure.self) { _ = try watched.test(never) }
  }

  @Test func commandsOfThePageAreThoseOfTheMachine() {
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...3 { store.dispatch(.add("pen", price: price)) }
    watched.perform(.jump(1))
    #expect(watched.status.index == 1)
    #expect(!watched.status.isInPresent)
    watched.perform(.goOn)
    #expect(store.state.total == 1)
    #expect(watched.status == MachineStatus(branches: 1))
    watched.perform(.lock(true))
    store.dispatch(.look)
    #expect(watched.status.count == 0)
    watched.perform(.lock(false))
    watched.perform(.pause)
    #expect(watched.status.isPaused)
    watched.perform(.resume)
    store.dispatch(.add("cap", price: 5))
    store.dispatch(.add("cup", price: 7))
    let (first, second) = (watched.id(at: 0), watched.id(at: 1))
    watched.perform(.move(second, before: first))
    #expect(watched.row(at: 0)?.text.contains("cup") == true)
    watched.perform(.toggle(second))
    #expect(watched.row(at: 0)?.outcome == .skipped)
    watched.perform(.sweep)
    #expect(watched.status.count == 1)
    watched.perform(.rollback)
    #expect(watched.status.count == 0)
    watched.perform(.present)
    #expect(watched.status.isInPresent)
  }

  @Test func nothingIsWrittenDownBeforeItIsLookedAt() {
    let count = Counter()
    let coding = StoreCoding<Cart, CartAction>(
      state: { _ in
        count.states.wrappingAdd(1, ordering: .relaxed)
        return .null
      },
      action: { _ in
        count.actions.wrappingAdd(1, ordering: .relaxed)
        return .null
      }, size: { _ in 0 }, decode: nil, export: nil, load: nil, test: nil)
    let store = cartStore()
    let watched = LocalStore(store, id: 1, name: "Cart", maxAge: 1_000, coding: coding)
    for _ in 0..<1_000 { store.dispatch(.look) }
    #expect(count.actions.load(ordering: .relaxed) == 0)
    #expect(count.states.load(ordering: .relaxed) == 0)
    _ = watched.row(at: 0)
    _ = watched.state(after: 500)
    _ = watched.state(after: 500)
    #expect(count.actions.load(ordering: .relaxed) == 1)
    #expect(count.states.load(ordering: .relaxed) == 1)
  }

  private final class Counter: Sendable {
    let states = Atomic(0)
    let actions = Atomic(0)
  }

  @Test func theStoreIsNotKeptAlive() {
    var store: CartStore? = cartStore()
    let watched = store.map { monitored($0) }
    store?.dispatch(.look)
    store = nil
    #expect(watched?.hasEnded == true)
    #expect(watched?.selections == [])
    #expect(throws: MonitorFailure.self) { try watched?.dispatch("look") }
  }

  /// Whatever is pasted is read as a whole or refused by name, and then nothing has changed.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func hostileFilesAreRefusedByName(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...4 { store.dispatch(.add("pen", price: price)) }
    let files = try ExportForm.allCases.map { Array(try watched.export(as: $0).utf8) }
    var refused = 0
    for _ in 0..<150 {
      var bytes = files[Int.random(in: 0..<files.count, using: &random)]
      for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 8 {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 32..<127, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array("[{".utf8), at: place)
        default: bytes.removeSubrange(place...)
        }
      }
      let (line, status) = (watched.machine.line.entries.map(\.id), watched.status)
      do {
        try watched.load(String(decoding: bytes, as: UTF8.self))
      } catch {
        #expect(error is TraceError, "seed \(seed): \(error)")
        #expect("\(error)".contains(":"), "seed \(seed): \(error)")
        #expect(watched.machine.line.entries.map(\.id) == line)
        #expect(watched.status == status)
        refused += 1
      }
    }
    #expect(refused > 50, "seed \(seed)")
    #expect(store.state.total == 10)
  }

  /// Whatever is typed is dispatched as it is or refused in words.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func hostileActionsAreRefusedInWords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = cartStore()
    let watched = monitored(store)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"add\"", "\"_0\"", "\"price\"", "1", "-", "1e999", "null",
      "look", "\"\\u0000\"", " ", "\"pen\"", "999999999999999999999", "{\"look\":{}}",
    ]
    for _ in 0..<300 {
      let count = Int.random(in: 0..<12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let before = watched.status.count
      if let problem = watched.problem(with: text) {
        #expect(!problem.isEmpty)
        #expect(throws: (any Error).self) { try watched.dispatch(text) }
        #expect(watched.status.count == before)
      }
    }
    let deep = String(repeating: "[", count: 100_000)
    #expect(watched.problem(with: deep)?.contains("tooDeep") == true)
  }
}
