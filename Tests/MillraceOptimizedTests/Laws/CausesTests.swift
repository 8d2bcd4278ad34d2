// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// Every action has a number, and names the action that led to it and the effect that sent it.
@MainActor
@Suite struct CausesTests {
  @Test func actionsAreNumberedFromOneInTheOrderOfTheirTurns() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    for _ in 0..<5 { store.dispatch(.add(1)) }
    var numbers: [UInt64?] = []
    let subscription = store.subscribeToActions { numbers.append($0.source.number) }
    store.dispatch(.add(1))
    store.replaceState(with: Ledger())
    store.dispatch(.add(1))
    subscription.cancel()
    store.dispatch(.add(1))
    let again = store.subscribeToActions { numbers.append($0.source.number) }
    store.dispatch(.add(1))
    again.cancel()
    #expect(numbers == [6, 7, 9])
  }

  @Test func aRefusedActionHasANumber() {
    let store = LedgerStore(initialState: Ledger(), reducer: .throwingLedger)
    var numbers: [UInt64?] = []
    store.onRejection = { numbers.append($0.dispatched.source.number) }
    let subscription = store.subscribeToActions { numbers.append($0.source.number) }
    store.dispatch(.add(1))
    store.dispatch(.fail)
    store.dispatch(.add(1))
    subscription.cancel()
    #expect(numbers == [1, 2, 3])
  }

  @Test func anActionThatLeavesTheStateHasANumber() {
    let feature = Reducer<Ledger, LedgerAction>.ledger.feature
      .leavingState { $0 == .setOther(0) }
    let store = LedgerStore(initialState: Ledger(), feature: feature)
    var numbers: [UInt64?] = []
    let subscription = store.subscribeToActions { numbers.append($0.source.number) }
    for action in [LedgerAction.add(1), .setOther(0), .add(1)] { store.dispatch(action) }
    subscription.cancel()
    #expect(numbers == [1, 2, 3])
  }

  @Test func whatAnObserverDispatchesAfterABatchIsCausedByItsLastAction() {
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var causes: [UInt64?] = []
    let actions = store.subscribeToActions { causes.append($0.source.cause) }
    let counts = store.subscribe(to: \.count) { _ in store.dispatch(.note("heard")) }
    store.batch {
      store.dispatch(.add(1))
      store.dispatch(.add(1))
    }
    store.dispatch(.setOther(1))
    actions.cancel()
    counts.cancel()
    #expect(causes == [nil, nil, 2, nil])
  }

  @Test func whatASourceSaysOfACauseIsReplacedByTheStore() {
    let source = ActionSource(
      recordedFileID: "A/B.swift", function: "f", line: 1, number: 9, cause: 8, effect: 7)
    let store = LedgerStore(initialState: Ledger(), reducer: .ledger)
    var sources: [ActionSource] = []
    let subscription = store.subscribeToActions { sources.append($0.source) }
    store.dispatch(.add(1), source: source)
    subscription.cancel()
    #expect(sources == [source])
    #expect(sources.first?.number == 1)
    #expect(sources.first?.cause == nil)
    #expect(sources.first?.effect == nil)
  }

  @Test func aLoggerSaysNumberCauseAndEffect() async {
    var lines: [String] = []
    let store = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LoggerMiddleware(state: .nothing, clock: SteppingClock()) {
        lines.append($0.description)
      }
        <> LedgerMiddleware { action, _, _ in
          action == .add(1) ? .run { send in await send(.add(2)) } : .none
        })
    await store.dispatch(.add(1)).finish()
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("#1 add(1) from") == true)
    #expect(lines.first?.contains("because") == false)
    #expect(lines.last?.hasPrefix("#2 add(2) from") == true)
    #expect(lines.last?.contains(" because of #1 by effect 1, ") == true)
  }

  @Test(arguments: 0..<60)
  func causesMakeAForestAndEffectsNameTheActionThatStartedThem(seed: UInt64) async {
    var random = SeededGenerator(seed: seed)
    let grove = Grove()
    var roots: [Spark] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      roots.append(Spark(depth: 3, parent: nil, way: .dispatch, using: &random))
    }
    await grove.run(roots)
    let all = roots.flatMap(\.all)
    #expect(grove.heard.map(\.source.number) == (1...all.count).map { UInt64($0) })
    for spark in all {
      guard let source = grove.source(of: spark) else {
        Issue.record("seed \(seed): \(spark.way) was never dispatched")
        continue
      }
      let cause = spark.parent.flatMap { grove.source(of: $0)?.number }
      #expect(source.cause == cause, "seed \(seed): \(spark.way)")
      #expect((source.cause ?? 0) < (source.number ?? 0), "seed \(seed): \(spark.way)")
      #expect((source.effect != nil) == spark.way.isOfEffect, "seed \(seed): \(spark.way)")
      if let effect = source.effect {
        #expect(grove.probe.causes[effect] == .some(cause), "seed \(seed): \(spark.way)")
      }
    }
  }
}

/// How one action leads to another.
private enum Way: CaseIterable, Sendable {
  case dispatch, just, sequence, deferred, middleware, observer, actionObserver, thunk, batch
  case perform, performLate, performStart, run, post, task, promise, listen, second, start, startRun
  case mapped, serial, delayed

  /// Whether an effect with a number sends the action.
  var isOfEffect: Bool {
    switch self {
    case .run, .post, .task, .promise, .listen, .second, .start, .startRun, .mapped, .serial,
      .delayed:
      true
    default: false
    }
  }
}

/// An action, and those that it leads to.
private final class Spark: Sendable {
  let way: Way
  let isRefused: Bool
  let parent: Spark?
  // Sound: written by the initializer alone.
  nonisolated(unsafe) private(set) var children: [Spark] = []

  init(depth: Int, parent: Spark?, way: Way, using random: inout SeededGenerator) {
    self.parent = parent
    self.way = way
    isRefused = Int.random(in: 0..<8, using: &random) == 0
    guard depth > 0, !isRefused else { return }
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      guard let way = Way.allCases.dropFirst().randomElement(using: &random) else { continue }
      children.append(Spark(depth: depth - 1, parent: self, way: way, using: &random))
    }
  }

  /// This action and all that it leads to.
  var all: [Spark] { [self] + children.flatMap(\.all) }

  func children(by ways: Set<Way>) -> [Spark] { children.filter { ways.contains($0.way) } }
}

private struct Refused: Error {}

/// A store that dispatches the children of each spark in their ways.
@MainActor
private final class Grove {
  final class Probe: StoreProbe {
    var causes: [UInt64: UInt64?] = [:]
    var begun: [UInt64?] = []
    func begin(_ action: ActionSource) { begun.append(action.number) }
    func startEffect(_ effect: UInt64, cause: UInt64?, running: Int) { causes[effect] = cause }
  }

  private struct Sender: Middleware {
    let probe: Probe
    let grove: () -> Grove?

    var probes: [any StoreProbe] { [probe] }

    func handle(
      _ spark: Spark, from source: ActionSource, state: StateReader<Int>
    ) -> Effect<Spark> {
      for child in spark.children(by: [.middleware]) { grove()?.store.dispatch(child) }
      return .merge(spark.children.map { $0.effect })
    }
  }

  let probe = Probe()
  let clock = TestClock()
  private(set) var heard: [DispatchedAction<Spark>] = []
  private(set) var store: Store<Int, Spark>
  private var subscriptions: [StoreSubscription] = []

  init() {
    weak var grove: Grove?
    store = Store(
      initialState: 0,
      reducer: Reducer { (state: inout Int, spark: Spark) throws in
        if spark.isRefused { throw Refused() }
        state += 1
      },
      middleware: Sender(probe: probe) { grove }, clock: clock)
    grove = self
    store.onRejection = { [unowned self] in heard.append($0.dispatched) }
    subscriptions.append(
      store.subscribeToActions { [unowned self] heard in
        self.heard.append(heard)
        for child in heard.action.children(by: [.actionObserver]) { store.dispatch(child) }
        for child in heard.action.children(by: [.thunk]) {
          store.dispatch { handler, _ in _ = handler.dispatch(child) }
        }
      })
    subscriptions.append(
      store.subscribe { [unowned self] _ in
        // This observer is called before the observers of actions, which add to `heard`.
        guard let spark = current else { return }
        for child in spark.children(by: [.observer]) { store.dispatch(child) }
        store.batch { for child in spark.children(by: [.batch]) { store.dispatch(child) } }
      })
  }

  /// The action that is under way.
  private var current: Spark?

  func source(of spark: Spark) -> ActionSource? { heard.first { $0.action === spark }?.source }

  func run(_ roots: [Spark]) async {
    let count = roots.flatMap(\.all).count
    let filter = store.subscribe(
      to: StateSelector { (state: Int) in state },
      filter: { [unowned self] _, spark in
        current = spark
        return false
      }
    ) { _ in }
    for root in roots { store.dispatch(root) }
    while heard.count < count {
      await Task.yield()
      clock.advance(by: .milliseconds(1))
    }
    filter.cancel()
    #expect(probe.begun == heard.map(\.source.number))
  }
}

extension Spark {
  /// The effect that sends this action; none if no effect sends it.
  fileprivate var effect: Effect<Spark> {
    switch way {
    case .dispatch, .middleware, .observer, .actionObserver, .thunk, .batch: .none
    case .just: .just(self)
    case .sequence: .sequence(self)
    case .deferred: .deferred { .just(self) }
    case .perform: .perform { $0.dispatch(self) }
    case .performLate: .perform { send in Task { @MainActor in send.dispatch(self) } }
    case .performStart: .perform { $0.start(.just(self)) }
    case .run: .run { await $0(self) }
    case .post: .run { $0.dispatch(self) }
    case .task: .task { self }
    case .promise: .promise { done in Task { @MainActor in done(self) } }
    case .listen:
      .listen { listener in
        listener.send(self)
        listener.finish()
      }
    case .second: .concatenate(.run { _ in await Task.yield() }, .just(self))
    case .start: .run { $0.start(.just(self)) }
    case .startRun: .run { $0.start(.run { await $0(self) }) }
    case .mapped: Effect<Int>.run { await $0(1) }.map { _ in self }
    case .serial: Effect.run { await $0(self) }.cancellable(id: "row", policy: .serial)
    case .delayed: Effect.just(self).delay(for: .milliseconds(1))
    }
  }
}
