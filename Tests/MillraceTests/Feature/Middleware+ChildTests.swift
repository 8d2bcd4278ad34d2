// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

import Millrace

@MainActor
@Suite struct MiddlewareChildTests {
  private let gate = Gate()
  private let log = Log()

  private var loading: LedgerMiddleware { ChildSupport.loading(gate, log) }

  private func named() -> ShopStore {
    ChildSupport.store(loading.forEach(action: \.named, state: \Shop.named))
  }

  @Test func aChildsOutputComesBackToTheChild() async {
    let store = named()
    let first = store.dispatch(.named("1", .add(5)))
    store.dispatch(.named("2", .write(7)))
    await gate.open()
    await first.finish()
    #expect(store.state.named.mapValues(\.notes) == ["0": [], "1": ["5"], "2": ["now 7 of 0"]])
  }

  @Test func idsOfDifferentChildrenNeverMeet() async {
    let store = named()
    let receipts = ["0", "1"].map { store.dispatch(.named($0, .add(5))) }
    store.dispatch(.named("0", .setOther(0)))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.named.mapValues(\.notes) == ["0": [], "1": ["5"], "2": []])
  }

  @Test func idsOfChildrenDoNotMeetThoseOfOthers() async {
    let gate = gate
    let other = AnyMiddleware<ShopAction, ShopAction, Shop> { action, _, _ in
      action == .reset ? .cancel(id: "load") : .none
    }
    let reducer = Reducer<Shop, ShopAction> { state, action in
      if case .named(let key, .note(let text)) = action { state.named[key]?.notes.append(text) }
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: reducer <> ChildSupport.loading(gate).forEach(action: \.named, state: \Shop.named),
      middleware: other)
    let receipt = store.dispatch(.named("0", .add(5)))
    store.dispatch(.reset)
    await gate.open()
    await receipt.finish()
    #expect(store.state.named["0"]?.notes == ["5"])
  }

  @Test func aChildsEffectsAreCancelledWhenItDisappears() async {
    let store = named()
    let receipt = store.dispatch(.named("0", .add(5)))
    store.dispatch(.reset)
    // A new child under the same key gets none of the old child's actions.
    store.dispatch(.branch(.count(0)))
    let again = store.dispatch(.named("0", .add(6)))
    await gate.open()
    await receipt.finish()
    await again.finish()
    #expect(store.state.named["0"]?.notes == ["6"])
  }

  @Test func anIOWhoseActionRemovedTheChildIsNotRun() {
    let log = log
    let child = LedgerMiddleware { action, _, state in
      if action == .note("effect") { return Effect.perform { _ in log.append("effect") } }
      return .merge(
        .perform { _ in log.append("closure \(state.count)") },
        .deferred {
          log.append("deferred \(state.count)")
          return .none
        }, .just(.note("effect")))
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: child.ifLet(action: \.detail, state: \Shop.detail)
        <> Reducer { state, action in
          if case .detail(let action) = action { state.detail = action == .fail ? nil : Ledger() }
        })
    store.dispatch(.detail(.add(1)))
    #expect(log.lines == ["closure 0", "deferred 0", "effect"])
    log.clear()
    store.dispatch(.detail(.fail))
    #expect(log.lines.isEmpty)
    #expect(store.state.detail == nil)
  }

  @Test func aJustOfAChildsMiddlewareIsNoEffectOfAProbe() {
    let child = LedgerMiddleware { action, _, _ in
      action == .add(1) ? .just(.note("added")) : .none
    }
    let store = ChildSupport.store(child.forEach(action: \.named, state: \Shop.named))
    store.attach(RecordingProbe(log))
    store.dispatch(.named("0", .add(1)))
    #expect(store.state.named["0"]?.notes == ["added"])
    #expect(log.lines.filter { $0.hasPrefix("start") } == [])
  }

  @Test func aJustWhoseActionRemovedTheChildIsNotSent() {
    let actions = Locked<[ShopAction]>([])
    let child = LedgerMiddleware { action, _, _ in
      action == .fail || action == .add(1) ? .just(.note("sent")) : .none
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: child.ifLet(action: \.detail, state: \Shop.detail)
        <> Reducer { state, action in
          actions.withLock { $0.append(action) }
          if action == .detail(.fail) { state.detail = nil }
        })
    store.dispatch(.detail(.add(1)))
    store.dispatch(.detail(.fail))
    #expect(
      actions.withLock { $0 } == [.detail(.add(1)), .detail(.note("sent")), .detail(.fail)])
  }

  @Test func aJustOfAChildsMiddlewareIsSentAlthoughTheDispatchIsCancelled() {
    let child = LedgerMiddleware { action, _, _ in
      action == .add(1) ? .just(.note("added")) : .none
    }
    let store = ChildSupport.store(child.forEach(action: \.named, state: \Shop.named))
    let subscription = store.subscribe(to: \.named) { [unowned store] named in
      let isFirst = named["1"]?.count == 2 && named["0"]?.count == 0
      if isFirst { store.dispatch(.named("0", .add(1))).cancel() }
    }
    store.dispatch(.named("1", .add(2)))
    subscription.cancel()
    #expect(store.state.named["0"]?.notes == ["added"])
  }

  @Test func whatCodeSendsForAChildThatHasDisappearedIsDropped() {
    var late: Send<LedgerAction>?
    let child = LedgerMiddleware { action, _, _ in
      action == .add(1) ? Effect.perform { late = $0 } : .none
    }
    let store = ChildSupport.store(child.forEach(action: \.named, state: \Shop.named))
    store.dispatch(.named("0", .add(1)))
    store.batch {
      late?.dispatch(.note("before"))
      store.dispatch(.fail)
    }
    #expect(store.state.named["0"]?.notes == ["before"])
    store.dispatch(.reset)
    store.dispatch(.branch(.count(0)))
    store.batch {
      late?.dispatch(.note("after"))
      store.dispatch(.fail)
    }
    #expect(store.state.named["0"]?.notes == [])
    #expect(late != nil)
  }

  @Test(arguments: ["delay", "concatenate", "promise", "serial", "throttle"])
  func nothingThatIsStillToComeOutlivesTheChild(kind: String) async {
    let (clock, gate) = (TestClock(), gate)
    var keep: (@Sendable (LedgerAction) -> Void)?
    let child = LedgerMiddleware { action, _, _ in
      guard case .add(let number) = action else { return .none }
      let note = Effect<LedgerAction>.just(.note("\(number)"))
      let wait = Effect<LedgerAction>.run { _ in await gate.wait() }
      return switch kind {
      case "delay": note.delay(for: .seconds(1))
      case "concatenate": .concatenate(wait, note)
      case "serial": .concatenate(wait, note).cancellable(id: 1, policy: .serial)
      case "throttle": note.throttle(id: 1, for: .seconds(1))
      default: .deferred { .promise { complete in MainActor.assumeIsolated { keep = complete } } }
      }
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: ChildSupport.reducer
        <> child.forEach(action: \.named, state: \Shop.named), clock: clock)
    let receipts = [1, 2].map { store.dispatch(.named("0", .add($0))) }
    store.dispatch(.reset)
    store.dispatch(.branch(.count(0)))
    keep?(.note("3"))
    clock.advance(by: .seconds(5))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.named["0"]?.notes == [])
  }

  @Test(arguments: [true, false])
  func whatAnEffectOrAClosureStartsBelongsToTheChildToo(isEffect: Bool) async {
    let (gate, log) = (gate, log)
    let child = LedgerMiddleware { action, _, _ in
      switch action {
      case .add(let number):
        let load = Effect<LedgerAction>.run { send in
          log.append("began")
          await gate.wait()
          await send(.note("\(number)"))
        }
        .cancellable(id: "load")
        return isEffect ? .run { $0.start(load) } : Effect.perform { $0.start(load) }
      case .setOther: return .cancel(id: "load")
      default: return .none
      }
    }
    let store = ChildSupport.store(child.forEach(action: \.named, state: \Shop.named))
    let receipts = ["0", "1", "2"].map { store.dispatch(.named($0, .add(1))) }
    while log.lines.count < 3 { await Task.yield() }
    store.dispatch(.named("0", .setOther(1)))
    store.dispatch(.listed(1, .fail))
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    while store.state.named.values.flatMap(\.notes).count < 2 { await Task.yield() }
    #expect(store.state.named.mapValues(\.notes) == ["0": [], "1": ["1"], "2": ["1"]])
  }

  @Test func aRejectedActionStartsNothing() {
    let log = log
    let child = LedgerMiddleware { _, _, _ in
      Effect.perform { _ in log.append("io") }
    } didReject: { action, _, _ in
      log.append("rejected \(action)")
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: Reducer.throwingLedger.ifLet(action: \.detail, state: \.detail)
        <> child.ifLet(action: \.detail, state: \Shop.detail))
    store.onRejection = { _ in }
    store.dispatch(.detail(.fail))
    #expect(log.lines == ["rejected fail"])
  }

  @Test func effectsOfChildrenEndInTheOrderInWhichTheyBegan() {
    let log = log
    let child = LedgerMiddleware { action, _, _ in
      guard case .add(let number) = action else { return .none }
      return .listen { listener in
        listener.onCancel { withExtendedLifetime(listener) { log.append("\(number)") } }
      }
    }
    var initial = Shop()
    for number in 0..<30 { initial.named["\(number)"] = Ledger() }
    let store = ShopStore(
      initialState: initial,
      feature: ChildSupport.reducer
        <> child.forEach(action: \.named, state: \Shop.named))
    for number in 0..<30 { store.dispatch(.named("\(number)", .add(number))) }
    store.dispatch(.reset)
    #expect(log.lines == (0..<30).map(String.init))
  }

  @Test(arguments: [true, false])
  func aThrottleOfAChildHoldsBackWhatComesInItsWindow(isSynchronous: Bool) async {
    let clock = TestClock()
    let child = LedgerMiddleware { action, _, _ in
      guard case .add(let number) = action else { return .none }
      let note = LedgerAction.note("\(number)")
      return (isSynchronous ? Effect.just(note) : .task { note }).throttle(id: 1, for: .seconds(1))
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: ChildSupport.reducer
        <> child.forEach(action: \.named, state: \Shop.named), clock: clock)
    await store.dispatch(.named("0", .add(1))).finish()
    let receipts = [2, 3].map { store.dispatch(.named("0", .add($0))) }
    #expect(store.state.named["0"]?.notes == ["1"])
    clock.advance(by: .seconds(1))
    for receipt in receipts { await receipt.finish() }
    #expect(store.state.named["0"]?.notes == ["1", "3"])
  }

  @Test func aMissingChildHearsOfNoRejection() {
    let log = log
    let child = LedgerMiddleware { _, _, _ in
      .none
    } didReject: { action, _, _ in
      log.append("rejected \(action)")
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: child.forEach(action: \.named, state: \Shop.named)
        <> Reducer { (_: inout Shop, _: ShopAction) throws in throw LedgerError() })
    store.onRejection = { _ in }
    store.dispatch(.named("nobody", .fail))
    #expect(log.lines.isEmpty)
    store.dispatch(.named("0", .fail))
    #expect(log.lines == ["rejected fail"])
  }

  @Test func aChildKeepsNoStateAndCopiesNothing() {
    let child = LedgerMiddleware { _, _, state in Effect.perform { _ in _ = state.count } }
    let store = ShopStore(
      initialState: .stocked(payload: 1_000),
      feature: Reducer.ledger.ifLet(action: \.detail, state: \.detail)
        <> child.ifLet(action: \.detail, state: \Shop.detail))
    let address = store.state.detail?.payloadAddress
    store.dispatch(.detail(.write(3)))
    #expect(store.state.detail?.payload[3] == 1)
    #expect(store.state.detail?.payloadAddress == address)
  }

  /// Starts and cancels effects, and removes and adds children, all at random.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func onlyWhatWasNotCancelledArrives(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let store = named()
    var expected: [String: [String]] = ["0": [], "1": [], "2": []]
    var receipts: [DispatchReceipt] = []
    for number in 0..<40 {
      let key = "\(Int.random(in: 0..<3, using: &generator))"
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        store.dispatch(.reset)
        expected = [:]
      case 1:
        if expected.isEmpty {
          store.dispatch(.branch(.count(0)))
          expected = ["0": [], "1": [], "2": []]
        }
      case 2:
        receipts.append(store.dispatch(.named(key, .setOther(0))))
        expected[key]?.removeAll()
      default:
        receipts.append(store.dispatch(.named(key, .add(number))))
        expected[key]?.append("\(number)")
      }
    }
    await gate.open()
    for receipt in receipts { await receipt.finish() }
    let notes = store.state.named.mapValues { $0.notes.sorted() }
    #expect(notes == expected.mapValues { $0.sorted() }, "seed \(seed)")
  }

  @Test func whatAChildStartsKeepsItsPlaceAlsoIfItIsARow() {
    let child = LedgerMiddleware { action, _, _ in
      guard action == .add(1) else { return .none }
      return Effect.perform { send in
        send.start(Effect.just(.note("1")).cancellable(id: 1, policy: .serial))
        send.start(.concatenate(.just(.note("2")), .none))
        send.start(.sequence(.note("3"), .note("4")))
        send.dispatch(.note("5"))
      }
    }
    let store = ChildSupport.store(child.forEach(action: \.named, state: \Shop.named))
    store.dispatch(.named("0", .add(1)))
    #expect(store.state.named["0"]?.notes == ["1", "2", "3", "4", "5"])
  }

  /// The child is removed and added again while the actions that it has sent are in the queue.
  @Test(arguments: ["sequence", "merge", "closure", "start", "run"])
  func whatAChildHasSentAtOnceDoesNotReachTheNextChild(kind: String) {
    let log = Log()
    let child = LedgerMiddleware { action, _, _ in
      guard action == .add(1) else { return .none }
      switch kind {
      case "sequence": return .sequence(.note("1"), .note("2"))
      case "merge": return .merge(.just(.note("1")), .just(.note("2")))
      case "closure": return Effect.perform { $0.dispatch(.note("1")) }
      case "start": return Effect.perform { $0.start(.just(.note("1"))) }
      default: return Effect.perform { $0.start(.promise { _ in log.append("began") }) }
      }
    }
    let store = ChildSupport.store(
      AnyMiddleware<ShopAction, ShopAction, Shop> { action, _, _ in
        if case .named = action { .sequence(.reset, .branch(.count(0))) } else { .none }
      }.feature <> child.forEach(action: \.named, state: \Shop.named))
    store.dispatch(.named("0", .add(1)))
    #expect(store.state.named["0"]?.notes == [])
    #expect(log.lines.isEmpty && store.runningEffects.isEmpty)
  }
}

extension ShopAction {
  /// An action that changes nothing.
  fileprivate static var fail: ShopAction { .listed(9, .fail) }
}
