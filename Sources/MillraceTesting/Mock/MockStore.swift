// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A store whose state a test sets, and that writes down what is dispatched instead of doing it.
///
/// ```swift
/// let mock = MockStore<CounterState, CounterAction>(initialState: CounterState(count: 3))
/// let page = RenderedView(Provider(\.counterStore, mock.store) { CounterContent() })
/// page.find(.button, "Increment").tap()
/// #expect(mock.actions == [.increment])
/// mock.state.count = 7              // the page says 7
/// ```
///
/// ``store`` is a real `Store` without a reducer, so that all that takes a store takes a
/// mock: `Provider`, `@Selected`, `@Dispatcher`, bindings and projections. No action changes its
/// state; ``state`` does, and its observers hear of it at once.
@MainActor
public final class MockStore<State: Sendable, Action: Sendable> {
  /// The store to give to views and to all else that is tested.
  public let store: Store<State, Action>
  private let recorder = MockRecorder<State, Action>()
  private var isCatchingUp = false

  /// Creates a mock.
  ///
  /// - Parameter initialState: Its state until the test sets another one.
  public init(initialState: State) {
    store = Store(initialState: initialState, reducer: .identity, middleware: recorder)
    recorder.onIdle = { [weak self] in self?.catchUp() }
  }

  /// The state; setting it calls the observers of what differs.
  ///
  /// What is set while the mock tells its observers counts after they all have heard. It is read
  /// here at once, so that one change after the other can be made. A mock whose ``store`` has ended
  /// with its parent keeps the state that it has.
  ///
  /// Complexity: to set it, as a dispatch.
  public var state: State {
    get {
      // What still waits while the store is idle never comes: the store has ended.
      let isBusy = store.phase != .idle
      return (isBusy ? recorder.waiting.last { $0.state != nil }?.state : nil) ?? store.state
    }
    set { make(MockChange(state: newValue) { $0.replaceState(with: newValue) }) }
  }

  /// What was dispatched, with its sources, in order.
  public var dispatched: [DispatchedAction<Action>] { recorder.dispatched }

  /// What was dispatched, in order.
  public var actions: [Action] { recorder.dispatched.map(\.action) }

  /// Forgets what was dispatched so far.
  public func forgetDispatched() {
    recorder.dispatched = []
  }

  /// Sets the value of a selector, whatever the state says.
  ///
  /// It counts for reads and observers of the selector from now on, and for the selectors of
  /// `createSelector` that have it as an input. Call it before the view is shown, and again to
  /// change the value. It fails the test if the selector is watched already. Selectors that are
  /// called directly, rows of tables, and what closures compute of the state, are not concerned.
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - output: Its value from now on.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func override<Output>(
    _ selector: StateSelector<State, Output>, with output: Output,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    make(
      MockChange { store in
        if store.replaceOutput(of: selector, with: output) { return true }
        // Busy: it is tried again. Otherwise the selector is watched already.
        guard store.phase == .idle else { return false }
        Failure.overriddenTooLate(Output.self).report(
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return true
      })
  }

  /// Sets the value of a key path for its readers and observers, whatever the state says.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - output: Its value from now on.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func override<Output: Equatable & SendableMetatype>(
    _ keyPath: KeyPath<State, Output> & Sendable, with output: Output,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    override(
      StateSelector(keyPath), with: output, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Does something to the store, now or once it is not busy any more.
  private func make(_ change: MockChange<State, Action>) {
    recorder.waiting.append(change)
    if store.phase == .idle { catchUp() }
  }

  private func catchUp() {
    // What is done to a store that is watched makes it idle again, which leads back here.
    guard !isCatchingUp else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    while let change = recorder.waiting.popFirst() {
      if change.make(store) { continue }
      // Idle and yet not to be changed: the store has ended, and nothing is made of the others.
      if store.phase == .idle { return recorder.waiting = [] }
      return recorder.waiting.insert(change, at: recorder.waiting.startIndex)
    }
  }
}

extension MockStore: ActionHandler, StateProvider {
  /// Writes the action down.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    store.dispatch(action, source: source)
  }

  /// Reads a value; inside an Observation-tracked dispatchID exactly this value is tracked.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    store.read(selector)
  }

  /// Computes a selector, or gives the value that overrides it.
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    store.select(selector)
  }

  /// Watches a value; see `StateProvider`.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    store.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

/// Something that is done to the store of a mock.
private struct MockChange<State: Sendable, Action: Sendable> {
  /// The state that it sets, if that is what it does.
  var state: State?
  /// Does it; false if the store is busy.
  let make: (Store<State, Action>) -> Bool
}

/// Writes down what is dispatched, and tells when the store is not busy any more.
private final class MockRecorder<State: Sendable, Action: Sendable>: Middleware, StoreProbe {
  var dispatched: [DispatchedAction<Action>] = []
  /// What is to be done to the store when it is not busy any more.
  var waiting: ArraySlice<MockChange<State, Action>> = []
  var onIdle: () -> Void = {}

  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    dispatched.append(DispatchedAction(action, source: source))
    return .none
  }

  var probes: [any StoreProbe] { [self] }

  func enter(_ phase: StorePhase, queued: Int) {
    if phase == .idle && !waiting.isEmpty { onIdle() }
  }
}

extension Failure {
  /// A selector was overridden while it was watched.
  static func overriddenTooLate(_ output: Any.Type) -> Failure {
    Failure(
      headline: """
        Expected to override a selector of `\(output)` before it is watched, but it already is.
        """,
      cause: "a view that selects it is shown already, or a subscription lives.",
      remedy: """
        call `override` right after the mock is made. Once overridden, a selector can be given \
        another value at any time.
        """)
  }
}
