// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Millrace
import MillraceDevTools
import MillraceTrace
import Observation
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

  @Test func whatBecomesOfAnEffectIsToldWithoutAnAction() async {
    let store = cartStore()
    let watched = monitored(store)
    var running: [Int] = []
    watched.onChange = { watched in
      running.append(watched.effects.count { $0.end == nil })
      return false
    }
    await store.addEffect(.run { _ in }).finish()
    #expect(running == [1, 0])
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
    // The order of the questions does not matter.
    #expect(watched.answer(to: .changedNothing, at: 3) == true)
    #expect(watched.answer(to: .changedNothing, at: 1) == false)
  }

  @Test func anActionThatIsNotCommittedDoesNotRunEarlierActionsAgain() {
    struct Refused: Error {}
    let counter = Counter()
    let reducer = Reducer<Int, Int> { (state: inout Int, by: Int) throws(Refused) in
      counter.actions.wrappingAdd(1, ordering: .relaxed)
      if by < 0 { throw Refused() }
      state += by
    }
    let store = Store(initialState: 0, reducer: reducer)
    let watched = LocalStore(
      store, id: 1, name: "Numbers", maxAge: 1_000, coding: StoreCoding<Int, Int>(codable: ()))
    for by in [1, -1, 1, -1, -1, 1] { store.dispatch(by) }
    _ = watched.answer(to: .changedNothing, at: 0)
    let before = counter.actions.load(ordering: .relaxed)
    let answers = (1..<6).map { watched.answer(to: .changedNothing, at: $0) }
    #expect(answers == [true, false, true, true, false])
    #expect(counter.actions.load(ordering: .relaxed) - before == 2)
  }

  @Test func noMoreSelectionsAreSentThanAMonitorReads() throws {
    let store = Store<Int, Int>(initialState: 0, reducer: Reducer { state, by in state += by })
    let watched = LocalStore(
      store, id: 1, name: "Numbers", maxAge: 1_000, coding: StoreCoding<Int, Int>(codable: ()))
    let subscriptions = (0..<LinkLimits.selections).map { number in
      store.subscribe(to: createSelector(\Int.self) { $0 + number }) { _ in }
    }
    let answer = watched.reply(to: .selections(changedBy: nil))()
    guard case .selections(let boxes, _) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(watched.selections.count == LinkLimits.selections + 1)
    #expect(boxes.count == LinkLimits.selections)
    #expect(answer.canBeShown)
    for subscription in subscriptions { subscription.cancel() }
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

  @Test func aStoreThatIsNotCodableIsShownByMirrors() async {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let watched = LocalStore(store, id: 1, name: "Ledger", maxAge: 10, coding: StoreCoding())
    store.dispatch(.add(2))
    #expect(watched.row(at: 0)?.name == "add")
    #expect(watched.state(after: 1)?["count"] == .number("2"))
    #expect(!watched.canDispatch)
    #expect(!watched.canExchange)
    for request in [StoreRequest.load("{}"), .export(.trace), .test("count=1")] {
      await #expect(throws: MonitorFailure.self) { _ = try await watched.result(of: request) }
    }
  }

  @Test(arguments: ExportForm.allCases)
  func whatIsExportedIsImported(form: ExportForm) async throws {
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...4 { store.dispatch(.add("pen", price: price)) }
    let file = try await watched.result(of: .export(form))
    let own = cartStore()
    let other = monitored(own)
    own.dispatch(.look)
    // Only the actions that the program has dispatched are known.
    #expect(
      try await other.result(of: .load(file))
        == "add: same, look: added, added cases of CartAction: unknown")
    #expect(other.status.count == 4)
    #expect(other.state(after: 4)?["total"] == .number("10"))
    #expect(!other.status.isInPresent)
  }

  @Test func aTraceNamesTheProgramThatWasLinked() async throws {
    let store = cartStore()
    let watched = LocalStore(
      store, id: 1, name: "Cart", of: "phone", maxAge: 10,
      coding: StoreCoding<Cart, CartAction>(codable: ()))
    store.dispatch(.look)
    let trace = try Trace(text: await watched.result(of: .export(.trace)))
    #expect(trace.header.client == "phone")
    let other = try await monitored(cartStore()).result(of: .export(.trace))
    #expect(try Trace(text: other).header.client == nil)
  }

  @Test func secretsAreInNothingThatIsShownOrWritten() async throws {
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
    for form in ExportForm.allCases {
      shown.append(try await watched.result(of: .export(form)))
    }
    shown.append(try await watched.result(of: .test("total=0")))
    shown.append(
      TraceValue(reflecting: store.state).json + TraceValue(reflecting: Redacted("4111-1111")).json)
    #expect(!shown.joined().contains("4111-1111"))
    #expect(store.state.card == "4111-1111")
  }

  @Test func aTestIsWrittenOfTheActionsThatMatter() async throws {
    let store = cartStore()
    let watched = LocalStore(
      store, id: 1, name: "Cart", maxAge: 100,
      coding: StoreCoding<Cart, CartAction>(codable: (), feature: "Shop.cart"))
    for _ in 0..<20 { store.dispatch(.look) }
    store.dispatch(.add("pen", price: 3))
    let test = try await watched.result(of: .test("total=3"))
    #expect(test.contains("Reducer(dropping: Shop.cart.feature)"))
    #expect(test.contains("@Test func theReportedRunDoesNotEndInTotal()"))
    #expect(test.contains(#""add":{"_0":"pen","price":3}"#))
    #expect(!test.contains("look"))
    await #expect(throws: TraceError.conditionNeverHolds("total=4")) {
      _ = try await watched.result(of: .test("total=4"))
    }
    await #expect(throws: MonitorFailure.self) { _ = try await watched.result(of: .test("total")) }
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
      }, part: { _, _ in nil }, changes: { _, _, _ in [] },
      action: { _ in
        count.actions.wrappingAdd(1, ordering: .relaxed)
        return .null
      }, size: { _ in 0 }, decode: nil, export: nil, read: nil, test: nil)
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

  /// While a file is written the store runs actions: its state is not encoded on the main actor.
  @Test(
    .timeLimit(.minutes(5)),
    arguments: [
      StoreRequest.export(.trace), .export(.liftedState), .export(.payload), .test("n=4"),
    ])
  func theStoreRunsOnWhileAFileIsWritten(request: StoreRequest) async throws {
    let watch = Watch()
    let store = Store<Slow, Int>(
      initialState: Slow(n: 0, watch: watch), reducer: Reducer { state, by in state.n += by })
    let watched = LocalStore(
      store, id: 1, name: "Slow", maxAge: 1_000,
      coding: StoreCoding<Slow, Int>(codable: (), feature: "slow"))
    for _ in 0..<10 { store.dispatch(1) }
    var result: Result<String, any Error>?
    watched.perform(request) { result = $0 }
    #expect(result == nil)
    // The first encoding waits for these turns of the main actor.
    for turn in 0..<100 {
      store.dispatch(1)
      if turn == 50 { watch.go.signal() }
      await Task.yield()
    }
    while result == nil { await Task.yield() }
    #expect(store.state.n == 110)
    #expect(try result?.get().isEmpty == false)
    #expect(watch.onMain.load(ordering: .relaxed) == 0)
    #expect(watch.elsewhere.load(ordering: .relaxed) > 0)
  }

  @Test func filesThatAreWrittenAtOnceAreFew() async throws {
    let store = cartStore()
    let watched = monitored(store)
    var answers: [Bool] = []
    for _ in 0..<LinkLimits.files + 1 {
      watched.perform(.export(.trace)) { answers.append((try? $0.get()) != nil) }
    }
    #expect(answers == [false])
    while answers.count <= LinkLimits.files { await Task.yield() }
    #expect(answers.count(where: { $0 }) == LinkLimits.files)
    _ = try await watched.result(of: .export(.trace))
  }

  @Test func aFileThatCannotBeReadTellsOfTheTypesOfItsActions() async throws {
    let text = #"{"payload":[{"look":{}},{"fly":{}},{"add":{"_0":"pen","price":"x"}}]}"#
    let failure = await #expect(throws: MonitorFailure.self) {
      _ = try await monitored(cartStore()).result(of: .load(text))
    }
    let words = failure?.description ?? ""
    #expect(words.hasPrefix("unreadableAction: action 2, 'fly'"))
    #expect(
      words.hasSuffix(
        "add: changed, fly: removed, look: same, added cases of CartAction: unknown"))
  }

  /// To find whether an action changed a part, only that part is encoded.
  @Test func aFilterByAPartWritesNothingElseDown() {
    let watch = Watch()
    watch.go.signal()
    let store = Store<Slow, Int>(
      initialState: Slow(n: 0, watch: watch), reducer: Reducer { state, by in state.n += by })
    let watched = LocalStore(
      store, id: 1, name: "Slow", maxAge: 1_000, coding: StoreCoding<Slow, Int>(codable: ()))
    for by in [1, 0, 2] { store.dispatch(by) }
    let answers = (0..<3).map { watched.answer(to: .changed("n"), at: $0) }
    #expect(answers == [true, false, true])
    #expect(watch.onMain.load(ordering: .relaxed) == 0)
    #expect(watched.answer(to: .changed("large"), at: 0) == false)
    #expect(watch.onMain.load(ordering: .relaxed) > 0)
  }

  /// A state with a part that counts on which thread it is encoded, and waits at its first
  /// encoding.
  private struct Slow: Codable, Sendable {
    struct Large: Codable, Sendable {
      var watch: Watch

      init(watch: Watch) { self.watch = watch }
      init(from decoder: any Decoder) throws { watch = Watch() }
      func encode(to encoder: any Encoder) throws {
        watch.note()
        var container = encoder.singleValueContainer()
        try container.encode("large")
      }
    }

    var n: Int
    var large: Large

    init(n: Int, watch: Watch) {
      self.n = n
      large = Large(watch: watch)
    }
  }

  private final class Watch: Sendable {
    let onMain = Atomic(0)
    let elsewhere = Atomic(0)
    let go = DispatchSemaphore(value: 0)

    // The main actor is the main queue, which on Linux is no longer the main thread.
    private let key = DispatchSpecificKey<Bool>()

    init() { DispatchQueue.main.setSpecific(key: key, value: true) }

    func note() {
      if DispatchQueue.getSpecific(key: key) == true {
        onMain.wrappingAdd(1, ordering: .relaxed)
      } else if elsewhere.wrappingAdd(1, ordering: .relaxed).oldValue == 0 {
        go.wait()
      }
    }
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

  /// A damaged file is read as a whole, or refused with a named error and without any effect.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func hostileFilesAreRefusedByName(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let store = cartStore()
    let watched = monitored(store)
    for price in 1...4 { store.dispatch(.add("pen", price: price)) }
    var files: [[UInt8]] = []
    for form in ExportForm.allCases {
      files.append(Array(try await watched.result(of: .export(form)).utf8))
    }
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
        _ = try await watched.result(of: .load(String(decoding: bytes, as: UTF8.self)))
      } catch {
        let isNamed = error is TraceError || "\(error)".hasPrefix("unreadableAction:")
        #expect(isNamed, "seed \(seed): \(error)")
        #expect("\(error)".contains(":"), "seed \(seed): \(error)")
        #expect(watched.machine.line.entries.map(\.id) == line)
        #expect(watched.status == status)
        refused += 1
      }
    }
    #expect(refused > 50, "seed \(seed)")
    #expect(store.state.total == 10)
  }

  /// A text for which the store returns a problem cannot be dispatched.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func hostileActionsAreRefusedInWords(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let store = cartStore()
    let watched = monitored(store)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"add\"", "\"_0\"", "\"price\"", "1", "-", "1e999", "null",
      "look", "\"\\u0000\"", " ", "\"pen\"", "999999999999999999999", "{\"look\":{}}",
    ]
    var refused = 0
    for _ in 0..<300 {
      let count = Int.random(in: 0..<12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let before = watched.status.count
      if let problem = watched.problem(with: text) {
        #expect(!problem.isEmpty)
        #expect(throws: (any Error).self) { try watched.dispatch(text) }
        #expect(watched.status.count == before)
        refused += 1
      }
    }
    #expect(refused > 200, "seed \(seed)")
    let deep = String(repeating: "[", count: 100_000)
    #expect(watched.problem(with: deep)?.contains("tooDeep") == true)
  }

  @Test func whatAPageReadsChangesOncePerFrameHoweverManyActionsCome() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.add("pen", price: 3))
    let changes = Mutex(0)
    /// Reads all that pages read.
    func read() {
      withObservationTracking {
        _ = watched.revision
        _ = watched.status
        _ = watched.row(at: 0)
        _ = watched.id(at: 0)
        _ = watched.position(of: 0)
        _ = watched.id(ofNumber: 1)
        _ = watched.link(at: 0)
        _ = watched.action(at: 0)
        _ = watched.answer(to: .changedNothing, at: 0)
        _ = watched.changes(at: 0)
        _ = watched.state(after: 1)
        _ = watched.effects
        _ = watched.selections
        _ = watched.canDispatch
        _ = watched.hasEnded
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    for frame in 0..<3 {
      read()
      for _ in 0..<100 { store.dispatch(.look) }
      watched.machine(.jumpToState(1))
      watched.machine.returnToPresent()
      #expect(changes.withLock { $0 } == frame)
      watched.showFrame()
      #expect(changes.withLock { $0 } == frame + 1)
    }
    // The effect of a page's own command is shown at once.
    read()
    watched.perform(.jump(1))
    #expect(changes.withLock { $0 } == 4)
  }

  @Test func aRowHasTheClientOfItsAction() {
    let store = cartStore()
    let watched = monitored(store)
    store.dispatch(.look, source: ActionSource().of(client: "/cart #2"))
    store.dispatch(.look)
    #expect(watched.row(at: 0)?.client == "/cart #2")
    #expect(watched.row(at: 1)?.client == nil)
  }

  @Test func ofALongClientARowHasTheBeginning() {
    let store = cartStore()
    let watched = monitored(store)
    let accents = "e" + String(repeating: "\u{301}", count: 100_000)
    for client in [String(repeating: "x", count: 100_000), accents] {
      store.dispatch(.look, source: ActionSource().of(client: client))
    }
    #expect(watched.row(at: 0)?.client == String(repeating: "x", count: LinkLimits.name))
    #expect(watched.row(at: 1)?.client?.unicodeScalars.count == LinkLimits.name)
  }

  @Test func ofALongNameAndALongReasonARowHasTheBeginning() {
    struct Refusal: Error, CustomStringConvertible {
      let description = "e" + String(repeating: "\u{301}", count: 100_000)
    }
    struct LongAction: Sendable, Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode([String(repeating: "x\u{301}", count: 10_000): 1])
      }
    }
    let store = Store<Int, LongAction>(
      initialState: 0, reducer: Reducer { _, _ in throw Refusal() })
    let watched = LocalStore(
      store, id: 1, name: "Long", maxAge: 10, coding: StoreCoding(codable: ()))
    store.dispatch(LongAction())
    #expect(watched.row(at: 0)?.name.unicodeScalars.count == LinkLimits.name)
    guard case .refused(let reason)? = watched.row(at: 0)?.outcome else {
      Issue.record("It was not refused.")
      return
    }
    #expect(reason.unicodeScalars.count == LinkLimits.reason)
  }

  @Test func ofALongSourceAndALateTimeARowHasWhatAMonitorTakes() throws {
    let store = cartStore()
    let watched = monitored(store)
    let info = String(repeating: "🙂", count: 100_000)
    store.dispatch(.look, source: ActionSource(info: info))
    let row = try #require(watched.row(at: 0))
    #expect(row.source.unicodeScalars.count == LinkLimits.reason)
    let entry = TimeMachineHistory<Cart, CartAction>.Entry(DispatchedAction(.look), time: .max)
    watched.machine(.load(TimeMachineHistory(state: store.state, entries: [entry])))
    let late = try #require(watched.row(at: 0))
    #expect(late.time == LinkLimits.time)
    for row in [row, late] {
      var line = RemoteTimeline()
      try line.append([row], from: 0)
    }
  }

  @Test func rowsWithLongClientsFillABatchSooner() {
    let store = cartStore()
    let watched = monitored(store)
    let client = String(repeating: "🙂", count: LinkLimits.name)
    for _ in 0..<500 { store.dispatch(.look, source: ActionSource().of(client: client)) }
    let answer = watched.reply(to: .rows(edition: 0, from: 0, most: 500))()
    guard case .rows(_, _, let rows) = answer else {
      Issue.record("It answered \(answer).")
      return
    }
    #expect(100..<300 ~= rows.count)
  }
}
