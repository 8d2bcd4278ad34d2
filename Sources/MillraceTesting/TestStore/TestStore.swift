// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Tests a store: each step sends or receives an action and describes how the state changes.
///
/// ```swift
/// let store = TestStore(initialState: Search(), feature: search(.mock))
/// await store.send(.type("swift")) { $0.text = "swift" }
/// await store.advance(by: .milliseconds(300))
/// await store.receive(\.found) { $0.books = [.theSwiftBook] }
/// await store.finish()
/// ```
///
/// The test store runs a real `Store` with a ``TestClock``. The tasks of effects run on the main
/// queue, as the test does. When a step returns, the effects have done everything that they can do
/// without more time or external work, so a test needs no sleeps.
///
/// A wrong step fails the test at the line of the step, with the difference. The test then
/// continues with the actual state. A warning of the library in a debug build, for example about an
/// action for a missing child, also fails the step that causes it. Each warning is reported once.
/// Warnings about actions that are dispatched directly to ``store`` are printed to the console.
/// If the effects of a step are not idle after 1,000,000 jobs or 10,000 actions while no time
/// passes, an effect probably repeats itself without a pause: the test fails at the line of the
/// step, the effects are cancelled, and the further actions of the step are not recorded. This is
/// reported once; later, effects are cancelled after 1,000 jobs without another report.
///
/// A test is exhaustive by default. Then it also fails for actions and effects that no step
/// describes, for errors of effects that nothing catches, and for a state that is replaced between
/// two steps; see ``exhaustivity``. States that are not `Equatable` are compared by their printed
/// parts.
///
/// The idea and the vocabulary come from the Composable Architecture.
@MainActor
public final class TestStore<State: Sendable, Action: Sendable> {
  /// The store under test, for views, selectors and projections.
  ///
  /// Its state is the current state, which can be newer than ``state``.
  public let store: Store<State, Action>
  /// The clock of the effects.
  public let clock: TestClock
  /// Whether the test must describe everything that happens.
  ///
  /// The default is `.on`.
  public var exhaustivity = Exhaustivity.on
  /// The state after the last action that was sent, received or skipped, or after
  /// ``replaceState(with:fileID:filePath:line:column:)``; at first the initial state.
  public internal(set) var state: State

  let recorder: Recorder<State, Action>
  let executor: TestExecutor
  let warningReporter: WarningReporter
  /// Notifies the recorder about rejections and about replacements of the state.
  private let observation: StoreSubscription
  /// The effects that can still run at the end of the test, by number.
  var exempt: Set<UInt64> = []
  /// The number of jobs in one step, while no time passes, after which effects count as never idle.
  var jobLimit = 1_000_000
  /// The number of actions in one step, while no time passes, after which effects count as never
  /// idle.
  ///
  /// The states of the actions are held until a step receives them. If the state grows with each
  /// action, their memory grows with the square of this number.
  var actionLimit: UInt64 = 10_000
  /// True if a limit was exceeded and reported.
  var isNeverIdle = false
  /// The steps that wait for external work.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// True while a step receives an action or waits for one.
  var isReceiving = false
  /// Returns true if the action for the current receive step has arrived.
  ///
  /// It is nil before that step begins to wait.
  var hasArrived: (() -> Bool)?
  /// The receive steps that wait until the current one has ended.
  var receivers: [Receiver] = []
  /// The number of the last receive step that had to wait.
  var lastReceiver = 0

  /// Creates a test store for a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: The reducer to test.
  ///   - middleware: The middleware of the store; none by default.
  ///   - clock: The clock of the effects. Pass the same clock to your dependencies.
  ///   - fileID: The file of the call, for failures that belong to no step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public convenience init(
    initialState: State, reducer: Reducer<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      initialState: initialState, feature: reducer.feature, middleware: middleware, clock: clock,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a test store for a feature.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Search(), feature: search(.mock))
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - feature: The feature to test.
  ///   - middleware: The middleware of the store; none by default.
  ///   - clock: The clock of the effects. Pass the same clock to your dependencies.
  ///   - fileID: The file of the call, for failures that belong to no step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      initialState, clock: clock,
      WarningReporter(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    ) { recorder in
      Store(
        initialState: initialState, feature: feature,
        middleware: recorder <> AnyMiddleware(middleware), clock: clock)
    }
  }

  /// Creates a test store for a store that the app's own code creates asynchronously, such as a
  /// store with a journal.
  ///
  /// ```swift
  /// let store = try await TestStore(opening: { middleware, clock in
  ///   try await Store(
  ///     recovering: journal, initialState: Cart(), feature: cart, middleware: middleware,
  ///     clock: clock)
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock of the effects. Pass the same clock to your dependencies.
  ///   - make: Creates the store, as in ``init(clock:fileID:filePath:line:column:_:)``.
  ///   - fileID: The file of the call, for failures that belong to no step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: The error of `make`.
  public convenience init(
    clock: TestClock = TestClock(),
    opening make:
      @MainActor (
        AnyMiddleware<Action, Action, State>, TestClock
      ) async throws -> Store<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async rethrows {
    let recorder = Recorder<State, Action>(executor: TestExecutor())
    let warningReporter = WarningReporter(
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let store = try await StoreWarnings.withHandler(warningReporter.handler) {
      try await make(AnyMiddleware(recorder), clock)
    }
    self.init(nil, clock: clock, warningReporter, recorder: recorder) { _ in store }
    exempt.formUnion(store.runningEffects.map(\.number))
  }

  /// Creates a test store for a store that the app's own code creates.
  ///
  /// ```swift
  /// let store = TestStore { middleware, clock in
  ///   makeStore(middleware: middleware, clock: clock)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - clock: The clock of the effects. Pass the same clock to your dependencies.
  ///   - fileID: The file of the call, for failures that belong to no step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - make: Creates the store. Pass the middleware to the store before all other middleware, and
  ///     pass the clock. The test fails here if the store does not have them. Effects that `make`
  ///     adds can still run at the end of the test, as with `addEffect`.
  public convenience init(
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: (AnyMiddleware<Action, Action, State>, TestClock) -> Store<State, Action>
  ) {
    self.init(
      nil, clock: clock,
      WarningReporter(
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    ) { make(AnyMiddleware($0), clock) }
    exempt.formUnion(store.runningEffects.map(\.number))
  }

  init(
    _ state: State?, clock: TestClock, _ warningReporter: WarningReporter,
    recorder: Recorder<State, Action> = Recorder(executor: TestExecutor()),
    make: (Recorder<State, Action>) -> Store<State, Action>
  ) {
    let site = warningReporter.site
    store = warningReporter.during { make(recorder) }
    // Without a handler, the store would log each rejection. Here the steps check rejections.
    if store.onRejection == nil { store.onRejection = { _ in } }
    observation = store.subscribeToActions {
      // Only if the recorder is in a wrapper that does not call its `didReject`.
      recorder.didReject($0.dispatched.action, from: $0.dispatched.source, error: $0.error)
    } onReplacement: {
      recorder.isReplaced = true
    } _: { _ in
    }
    self.state = state ?? store.state
    self.clock = clock
    executor = recorder.executor
    self.recorder = recorder
    self.warningReporter = warningReporter
    reportChainsOnce()
    if !recorder.isInstalled { Failure.middlewareNotUsed.report(at: site) }
    if store.clock as? TestClock !== clock { Failure.clockNotUsed.report(at: site) }
    recorder.runningEffects = { [weak store] in store?.runningEffects(after: $0) ?? [] }
    recorder.onIdle = { [weak self] in self?.wakeWaiters() }
  }

  /// Makes the first chain of actions that the store cuts a failure of the test, in all builds.
  ///
  /// The rest of the chain runs in later turns, and each of the next steps waits for some of them.
  /// Therefore these turns are short.
  private func reportChainsOnce() {
    if store.onRunaway != nil { return }
    var isReported = false
    store.onRunaway = { [weak store, fail = warningReporter.handler] report in
      if let store { store.chainLimit = min(store.chainLimit, 100) }
      if !exchange(&isReported, with: true) { fail(report.description) }
    }
  }

  // This deinit is not isolated: an isolated deinit loses the task-local values that connect a
  // failure with its test. For the same reason, the main actor only computes the remarks, and they
  // are reported here.
  deinit {
    for remark in MainQueue.sync({ leftovers() }) { remark.report(at: warningReporter.site) }
  }
}
