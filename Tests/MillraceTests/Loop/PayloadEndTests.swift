// SPDX-License-Identifier: Apache-2.0

import Millrace
import Testing

/// The deinitializer of a value that a store releases may use the store.
@MainActor
@Suite struct PayloadEndTests {
  /// Calls a closure when it is released.
  final class Token: Equatable, Sendable {
    let onEnd: @MainActor @Sendable () -> Void

    init(_ onEnd: @escaping @MainActor @Sendable () -> Void) {
      self.onEnd = onEnd
    }

    deinit {
      let onEnd = onEnd
      MainActor.assumeIsolated { onEnd() }
    }

    nonisolated static func == (one: Token, other: Token) -> Bool { one === other }
  }

  struct State: Sendable {
    var token: Token?
    var number = 0
  }

  enum Action: Sendable {
    case drop(Int)
    case note
  }

  private func store(canThrow: Bool = false) -> Store<State, Action> {
    if canThrow {
      return Store(
        initialState: State(),
        reducer: Reducer { (state: inout State, action: Action) throws in change(&state, action) })
    }
    return Store(initialState: State(), reducer: Reducer(change))
  }

  /// Sets a token that calls a closure when the next action drops it.
  private func drop(
    in store: Store<State, Action>, _ onEnd: @escaping @MainActor @Sendable () -> Void
  ) {
    store.replaceState(with: State(token: Token(onEnd)))
  }

  @Test func selectorThatLetsGoOfAPayloadMayBeAskedByIt() {
    let store = store()
    let summary = createSelector(\State.token, \State.number) { "\($0 == nil) \($1)" }
    let found = Notes()
    drop(in: store) { [weak store] in store.map { found.all.append($0.select(summary)) } }
    _ = store.select(summary)
    store.dispatch(.drop(5))
    #expect(store.select(summary) == "true 5")
    #expect(found.all == ["true 5"])
  }

  /// An error whose token calls a closure when the error is released.
  private final class Refusal: Error {
    let token: Token
    init(_ token: Token) { self.token = token }
  }

  @Test func errorOfAQueuedActionThatDispatchesWhenItGoesBreaksNothing() async {
    @MainActor final class Late {
      weak var store: Store<Int, Action>?
    }
    let late = Late()
    let store = Store<Int, Action>(
      initialState: 0,
      reducer: Reducer { state, action in
        if case .drop = action {
          throw Refusal(
            Token {
              guard let store = late.store else { return }
              store.dispatch(.note)
              store.dispatch(.note)
            })
        }
        state += 1
      })
    late.store = store
    store.onRejection = { _ in }
    let subscription = store.subscribe(to: \.self) { [weak store] state in
      guard state == 1 else { return }
      // Their receipts are not needed.
      store?.dispatch(.drop(0))
      for _ in 0..<3 { store?.dispatch(.note) }
    }
    store.dispatch(.note)
    #expect(store.state == 6)
    let receipt = store.dispatch(.note)
    await receipt.finish()
    #expect(store.state == 7)
    subscription.cancel()
  }

  private enum Step: Sendable {
    case note, drop, refused, burst, starts
  }

  @MainActor private final class Link {
    weak var store: Store<Int, Step>?
    var onEnd: (Store<Int, Step>) -> Void = { _ in }
    var receipt: DispatchReceipt?
    var notesOfABurst = 10
  }

  private struct Plain: Error {}

  /// A store that cuts a turn after four chained actions; a `burst` sends the notes that the link
  /// prescribes, and `starts` starts ten effects that send one each.
  ///
  /// A `drop` is rejected with an error whose deinitializer calls `onEnd` of the link.
  private func stepStore(_ link: Link) -> Store<Int, Step> {
    let store = Store<Int, Step>(
      initialState: 0,
      reducer: Reducer { state, step in
        switch step {
        case .drop: throw Refusal(Token { link.store.map(link.onEnd) })
        case .refused: throw Plain()
        case .note, .burst, .starts: state += 1
        }
      },
      middleware: AnyMiddleware { step, _, _ in
        switch step {
        case .burst: .sequence(Array(repeating: .note, count: link.notesOfABurst))
        case .starts: .perform { send in for _ in 0..<10 { send.start(.just(.note)) } }
        default: .none
        }
      })
    link.store = store
    store.chainLimit = 4
    store.onRunaway = { _ in }
    store.onRejection = { _ in }
    return store
  }

  @Test func turnOfAnErrorThatIsCutLosesNothing() async {
    let link = Link()
    let store = stepStore(link)
    link.onEnd = { $0.dispatch(.burst) }
    let subscription = store.subscribe(to: \.self) { [weak store] state in
      if state == 1 { store?.dispatch(.drop) }
    }
    for _ in 0..<5_000 { store.enqueue(.note) }
    store.dispatch(.note)
    while store.state < 5_012 { await Task.yield() }
    subscription.cancel()
  }

  @Test func turnOfAnErrorLeavesTheOutcomeOfTheDispatchThatWaits() {
    let link = Link()
    let store = stepStore(link)
    link.onEnd = {
      $0.enqueue(.note)
      $0.dispatch(.note)
    }
    let subscription = store.subscribe(to: \.self) { [weak store] state in
      if state == 1 { store?.dispatch(.drop) }
    }
    store.enqueue(.note)
    let receipt = store.dispatch(.refused)
    #expect(store.state == 3)
    guard case .rejected(let error) = receipt.outcome else {
      Issue.record("\(receipt.outcome)")
      return
    }
    #expect(error is Plain)
    subscription.cancel()
  }

  /// The turn of the `deinit` runs the action for which the outer dispatch waits.
  @Test func turnOfAnErrorRunsTheActionOfTheDispatchThatWaits() async {
    let link = Link()
    let store = stepStore(link)
    link.notesOfABurst = 5
    var isFirst = true
    link.onEnd = { store in
      if isFirst { store.dispatch(.note) }
      isFirst = false
    }
    let subscription = store.subscribe(to: \.self) { [weak store] state in
      guard state == 3 else { return }
      store?.dispatch(.drop)
      for _ in 0..<4 { store?.dispatch(.note) }
    }
    store.dispatch(.burst)
    let receipt = store.dispatch(.refused)
    guard case .rejected = receipt.outcome, case .rejected = await receipt.finish() else {
      Issue.record("\(receipt.outcome)")
      return
    }
    subscription.cancel()
  }

  @Test(.timeLimit(.minutes(10))) func turnOfAnErrorThatIsCutWithinACutIsWaitedFor() async {
    let link = Link()
    let store = stepStore(link)
    link.onEnd = { link.receipt = $0.dispatch(.starts) }
    let subscription = store.subscribe(to: \.self) { [weak store] state in
      if state == 1 { store?.dispatch(.drop) }
    }
    let receipt = store.dispatch(.starts)
    await receipt.finish()
    await link.receipt?.finish()
    #expect(link.receipt != nil)
    #expect(store.state == 22)
    subscription.cancel()
  }

  @Test func payloadThatSubscribesWhenItGoesBreaksNothing() {
    let store = store()
    let hasToken = createSelector(\State.token) { $0 != nil }
    let heard = Notes()
    heard.subscriptions = [store.subscribe(to: hasToken) { heard.all.append("\($0)") }]
    let late = Notes()
    drop(in: store) { [weak store] in
      guard let store else { return }
      late.subscriptions.append(
        store.subscribe(to: StateSelector { $0.token }) { _ in })
      late.subscriptions.append(
        store.subscribe(to: StateSelector(\.number)) { late.all.append("\($0)") })
    }
    store.dispatch(.drop(5))
    store.dispatch(.drop(6))
    #expect(heard.all == ["true", "false"])
    #expect(late.all.last == "6")
    heard.subscriptions = []
    late.subscriptions = []
    store.dispatch(.drop(7))
    #expect(late.all.last == "6" && store.state.number == 7)
  }

  @Test(arguments: [true, false]) func selectorThatAPayloadAsksForInTheMiddleIsNotStale(
    isKnown: Bool
  ) {
    let store = store()
    let hasToken = createSelector(\State.token) { $0 != nil }
    let double = createSelector(\State.number) { $0 * 2 }
    let subscriptions = [
      store.subscribe(to: hasToken) { _ in }, store.subscribe(to: StateSelector(\.number)) { _ in },
    ]
    if isKnown { _ = store.select(double) }
    let found = Notes()
    drop(in: store) { [weak store] in store.map { found.all.append("\($0.select(double))") } }
    store.dispatch(.drop(5))
    #expect(found.all == ["10"])
    #expect(store.select(double) == 10)
    store.dispatch(.note)
    #expect(store.select(double) == 10)
    withExtendedLifetime(subscriptions) {}
  }

  /// A commit in the middle of the refresh would hide the change of the number from its dependents.
  @Test(arguments: [true, false]) func dispatchOfAPayloadInARefreshForAReadIsQueued(
    subscribes: Bool
  ) async {
    let store = store()
    var isOpen = false
    store.notifyObservers { _, _ in isOpen }
    let double = createSelector(\State.number) { $0 * 2 }
    let heard = Notes()
    heard.subscriptions = [
      store.subscribe(to: double) { heard.all.append("\($0)") },
      store.subscribe(to: createSelector(\State.token) { $0 != nil }) { _ in },
    ]
    drop(in: store) { [weak store] in
      isOpen = true
      heard.receipt = store?.dispatch(.note)
      if subscribes, let store {
        heard.subscriptions.append(store.subscribe(to: \.number) { _ in })
      }
    }
    // The nodes hold the token from here on.
    _ = store.select(double)
    store.dispatch(.drop(1))
    #expect(heard.receipt == nil)
    #expect(store.select(double) == 2)
    guard case .queued = heard.receipt?.outcome else {
      Issue.record("\(String(describing: heard.receipt))")
      return
    }
    #expect(heard.all == [])
    await heard.receipt?.finish()
    #expect(heard.all == ["2"])
    #expect(store.select(double) == 2)
    heard.subscriptions = []
  }

  @Test func dispatchOfAPayloadInAReadOfABatchIsCommittedAfterTheBatch() {
    let store = store()
    let double = createSelector(\State.number) { $0 * 2 }
    let heard = Notes()
    let subscriptions = [
      store.subscribe(to: double) { heard.all.append("\($0)") },
      store.subscribe(to: createSelector(\State.token) { $0 != nil }) { _ in },
      store.subscribeToActions { heard.all.append("\($0.action)") },
    ]
    drop(in: store) { [weak store] in
      store?.dispatch(.drop(7))
      store?.dispatch(.note)
    }
    heard.all = []
    store.batch {
      store.dispatch(.drop(5))
      #expect(store.select(double) == 10)
      #expect(store.select(double) == 10)
    }
    #expect(heard.all == ["drop(5)", "10", "14", "drop(7)", "note"])
    #expect(store.select(double) == 14)
    withExtendedLifetime(subscriptions) {}
  }

  @Test(.timeLimit(.minutes(10))) func effectThatAPayloadAddsInAReadIsWaitedFor() async {
    let store = store()
    let hasToken = createSelector(\State.token) { $0 != nil }
    let heard = Notes()
    drop(in: store) { [weak store] in heard.receipt = store?.addEffect(.just(.drop(9))) }
    _ = store.select(hasToken)
    store.dispatch(.drop(5))
    #expect(heard.receipt == nil)
    #expect(!store.select(hasToken))
    await heard.receipt?.finish()
    #expect(heard.receipt != nil && store.state.number == 9)
  }

  @Test func stateThatIsReplacedGoesWhenAllHaveHeardOfIt() {
    let store = store()
    let double = createSelector(\State.number) { $0 * 2 }
    let heard = Notes()
    let subscriptions = [
      store.subscribe(to: \.number) { heard.all.append("n=\($0)") },
      store.subscribeToActions(onReplacement: { heard.all.append("replaced") }) {
        heard.all.append("\($0.action)")
      },
    ]
    drop(in: store) { [weak store] in
      guard let store else { return }
      heard.all.append("double=\(store.select(double))")
      store.dispatch(.note)
    }
    heard.all = []
    store.replaceState(with: State(number: 5))
    #expect(heard.all == ["replaced", "n=5", "double=10", "note"])
    withExtendedLifetime(subscriptions) {}
  }

  /// A dispatch that only calls the reducer runs no turn, at whose end effects stop being counted.
  @Test(.timeLimit(.minutes(10))) func payloadThatCancelsAnEffectWhenItGoesEndsTheWait() async {
    @MainActor final class Kept {
      var listener: Effect<Action>.Listener?
    }
    let kept = Kept()
    let store = store()
    let receipt = store.addEffect(.listen { kept.listener = $0 })
    drop(in: store) { receipt.cancel() }
    store.dispatch(.drop(5))
    #expect(store.runningEffects.isEmpty)
    await receipt.finish()
    #expect(store.state.number == 5)
    withExtendedLifetime(kept) {}
  }

  @Test(.timeLimit(.minutes(10))) func payloadThatAddsAnEffectMayEndTheStore() async {
    @MainActor final class Kept {
      var parent: Store<State, Action>?
      var receipt: DispatchReceipt?
    }
    let kept = Kept()
    let store = store()
    kept.parent = self.store()
    kept.parent?.addChild(store)
    drop(in: store) { [weak store] in
      kept.receipt = store?.addEffect(.listen { _ in })
      kept.parent = nil
    }
    store.dispatch(.drop(5))
    await kept.receipt?.finish()
    #expect(throws: DispatchReceipt.StoreEnded.self) { try store.dispatch(.note).get() }
  }

  @Test func payloadThatAThrowingReducerDropsMayReadTheStore() {
    let store = store(canThrow: true)
    let found = Notes()
    drop(in: store) { [weak store] in store.map { found.all.append("\($0.state.number)") } }
    store.dispatch(.drop(5))
    #expect(found.all == ["5"])
  }

  @Test func payloadOfAReducerThatThrowsMayReadTheStore() {
    let found = Notes()
    let link = StoreLink()
    let store = Store(
      initialState: State(),
      reducer: Reducer { (state: inout State, action: Action) throws in
        guard case .drop(let number) = action else { return }
        state = State(token: Token { link.store.map { found.all.append("\($0.state.number)") } })
        state.number = number
        throw Refused()
      })
    store.onRejection = { _ in found.all.append("refused") }
    link.store = store
    store.dispatch(.drop(5))
    #expect(found.all == ["0", "refused"])
    #expect(store.state.token == nil && store.state.number == 0)
  }

  /// Only the effect of a middleware holds the payload, and the feature throws.
  @Test func payloadOfAnEffectThatIsDroppedMayReadTheStore() {
    let found = Notes()
    let link = StoreLink()
    let store = Store(
      initialState: State(),
      reducer: Reducer { (_: inout State, _: Action) throws in throw Refused() },
      middleware: AnyMiddleware<Action, Action, State> { _, _, _ in
        let token = Token { link.store.map { found.all.append("\($0.state.number)") } }
        return .run { _ in withExtendedLifetime(token) {} }
      })
    store.onRejection = { _ in found.all.append("refused") }
    link.store = store
    store.dispatch(.drop(5))
    #expect(found.all == ["0", "refused"])
  }

  /// The reducer changes a part in place, and the deinitializer of the old part reads the state.
  @Test(arguments: Reading.allCases)
  func readingWhileTheReducerHasTheStateStopsWithAMessage(reading: Reading) async {
    let output = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [reading] in
      await MainActor.run {
        let reader = ReaderBox()
        let store = Store(
          initialState: State(), reducer: Reducer(change),
          middleware: AnyMiddleware<Action, Action, State> { _, _, state in
            reader.state = state
            return .none
          })
        store.dispatch(.note)
        store.replaceState(
          with: State(
            token: Token { [weak store] in
              switch reading {
              case .reader: _ = reader.state?()
              case .rule: store?.notifyObservers { $0.number != $1.number }
              case .effects: store?.run(.none)
              }
            }))
        store.dispatch(.drop(5))
      }
    }
    #if DEBUG
      let message = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("was read by its own reducer"))
    #else
      // A release build stops without the text.
      _ = output
    #endif
  }

  enum Reading: String, CaseIterable, Codable, Sendable {
    case reader, rule, effects
  }
}

private struct Refused: Error {}

@MainActor
private final class StoreLink {
  weak var store: Store<PayloadEndTests.State, PayloadEndTests.Action>?
}

@MainActor
private final class ReaderBox {
  var state: StateReader<PayloadEndTests.State>?
}

@Sendable
private func change(_ state: inout PayloadEndTests.State, _ action: PayloadEndTests.Action) {
  if case .drop(let number) = action { (state.token, state.number) = (nil, number) }
}

@MainActor
private final class Notes {
  var all: [String] = []
  var subscriptions: [StoreSubscription] = []
  var receipt: DispatchReceipt?
}
