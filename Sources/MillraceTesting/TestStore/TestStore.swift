// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A store under test: each step says what is sent or received, and how the state changes by it.
///
/// ```swift
/// let store = TestStore(initialState: Search(), feature: search(.mock))
/// await store.send(.type("swift")) { $0.text = "swift" }
/// await store.advance(by: .milliseconds(300))
/// await store.receive(\.found) { $0.books = [.theSwiftBook] }
/// await store.finish()
/// ```
///
/// It drives a real `Store` with a ``TestClock``; nothing of the loop is imitated. The tasks of
/// effects run on the main queue, in turns with the test, so that after each step everything has
/// happened that can happen without more time or help from outside. There is nothing to wait for.
///
/// A step that does not come true fails the test at its line, with the difference, and the test
/// goes on as if the step had been right. What the library warns of in debug builds, as of an
/// action for a child that is not there, fails the step that causes it by what it sends or starts,
/// each warning once; what is dispatched to ``store`` itself is warned of on the console.
///
/// Exhaustive tests, as they are by default, also fail for what no step tells, a state that is
/// replaced between two steps too: see ``exhaustivity``. Neither states nor actions need to be
/// `Equatable`; without it they are compared by all that can be seen of them.
///
/// The idea and the vocabulary come from the Composable Architecture.
@MainActor
public final class TestStore<State: Sendable, Action: Sendable> {
  /// The store that is tested, for views, selectors and projections.
  ///
  /// Its state is the latest. It may be ahead of ``state``.
  public let store: Store<State, Action>
  /// The clock of its effects.
  public let clock: TestClock
  /// How much a test has to tell; everything by default.
  public var exhaustivity = Exhaustivity.on
  /// The state after the last step that was sent or received.
  public internal(set) var state: State

  let recorder: Recorder<State, Action>
  let executor: TestExecutor
  let origin: CallSite
  let mishaps: Mishaps
  /// Hears that the state is replaced.
  private let replacements: StoreSubscription
  /// The effects that no action has started, or that a test has skipped.
  var exempt: Set<UInt64> = []
  /// After how many pieces of work effects that have not come to rest never will.
  var patience = 1_000_000
  /// They have not.
  var isRestless = false
  /// The steps that wait for the world outside.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// A step receives an action or waits for one.
  var isReceiving = false
  /// Whether what the step that receives waits for has come; nil before it looks.
  var hasCome: (() -> Bool)?
  /// Those that receive after it.
  var receivers: [Receiver] = []
  var lastReceiver = 0

  /// Creates a store under test of a reducer.
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - reducer: How actions change it.
  ///   - middleware: Sees actions first and starts effects; none by default.
  ///   - clock: Tells effects the time; give the one that your dependencies have.
  ///   - fileID: The file, for what is wrong at the end of a test that did not `finish()`.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
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

  /// Creates a store under test of a feature.
  ///
  /// ```swift
  /// let store = TestStore(initialState: Search(), feature: search(.mock))
  /// ```
  ///
  /// - Parameters:
  ///   - initialState: The first state.
  ///   - feature: What actions change and start.
  ///   - middleware: Sees actions first and starts effects; none by default.
  ///   - clock: Tells effects the time; give the one that your dependencies have.
  ///   - fileID: The file, for what is wrong at the end of a test that did not `finish()`.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  public convenience init(
    initialState: State, feature: Feature<State, Action>,
    middleware: any Middleware<Action, Action, State> = ComposedMiddleware<Action, Action, State>(),
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    self.init(
      initialState, clock: clock,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { recorder in
      Store(
        initialState: initialState, feature: feature,
        middleware: recorder <> AnyMiddleware(middleware), clock: clock)
    }
  }

  /// Drives a store that the app's own code makes, with all that the app adds to it.
  ///
  /// ```swift
  /// let store = TestStore { middleware, clock in
  ///   makeStore(middleware: middleware, clock: clock)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - clock: Tells effects the time; give the one that your dependencies have.
  ///   - fileID: The file, for what is wrong at the end of a test that did not `finish()`.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - make: Makes the store. Give it the middleware, before all others, and the clock; the test
  ///     fails here if the store has not got them. Effects that it adds may run on at the end, as
  ///     with `addEffect`.
  public convenience init(
    clock: TestClock = TestClock(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: (AnyMiddleware<Action, Action, State>, TestClock) -> Store<State, Action>
  ) {
    self.init(
      nil, clock: clock,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    ) { make(AnyMiddleware($0), clock) }
    exempt.formUnion(store.runningEffects.map(\.number))
  }

  init(
    _ state: State?, clock: TestClock, at origin: CallSite,
    make: (Recorder<State, Action>) -> Store<State, Action>
  ) {
    let executor = TestExecutor()
    let recorder = Recorder<State, Action>(executor: executor)
    let mishaps = Mishaps(at: origin)
    store = mishaps.during { make(recorder) }
    replacements = store.subscribeToActions(onReplacement: { recorder.isReplaced = true }) { _ in }
    self.state = state ?? store.state
    self.clock = clock
    self.executor = executor
    self.recorder = recorder
    self.origin = origin
    self.mishaps = mishaps
    if !recorder.isTaken { Failure.middlewareNotTaken.report(at: origin) }
    if store.clock as? TestClock !== clock { Failure.clockNotTaken.report(at: origin) }
    recorder.runningEffects = { [weak store] in store?.runningEffects(after: $0) ?? [] }
    recorder.onIdle = { [weak self] in self?.wakeWaiters() }
  }

  // Not isolated: such a deinit loses the task-local values by which a failure finds its test. For
  // the same reason the failures of a test elsewhere are found on the main actor and reported here.
  deinit {
    for remark in MainQueue.sync({ leftovers() }) { remark.report(at: origin) }
  }
}
