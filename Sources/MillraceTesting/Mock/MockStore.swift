// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A store whose state a test sets, and that records the dispatched actions instead of running a
/// reducer.
///
/// ```swift
/// let mock = MockStore<CounterState, CounterAction>(initialState: CounterState(count: 3))
/// let page = RenderedView(Provider(\.counterStore, mock.store) { CounterContent() })
/// page.find(.button, "Increment").tap()
/// #expect(mock.actions == [.increment])
/// mock.state.count = 7              // the page shows 7
/// ```
///
/// ``store`` is a real `Store` without a reducer. Therefore it works wherever a store works: with
/// `Provider`, `@Selected`, `@Dispatcher`, bindings and projections. Actions do not change its
/// state. The test sets ``state``, and the observers are notified immediately.
@MainActor
public final class MockStore<State: Sendable, Action: Sendable> {
  /// The store, for views and other code under test.
  public let store: Store<State, Action>
  /// The dispatched actions with their sources, in order.
  public private(set) var dispatched: [DispatchedAction<Action>] = []
  /// The middleware of the store with the pending changes; nil when the store has ended, because
  /// only the store holds it.
  private weak var recorder: MockRecorder<State, Action>?
  private var isApplyingChanges = false

  /// Creates a mock.
  ///
  /// - Parameter initialState: The first state.
  public init(initialState: State) {
    let recorder = MockRecorder<State, Action>()
    store = Store(initialState: initialState, reducer: .identity, middleware: recorder)
    self.recorder = recorder
    recorder.onDispatch = { [weak self] in self?.dispatched.append($0) }
    recorder.onIdle = { [weak self] in self?.applyPendingChanges() }
  }

  /// The state.
  ///
  /// Setting it notifies the observers of the values that differ.
  ///
  /// A state that is set while the mock notifies its observers is applied after all observers were
  /// called, or, if the turn is cut for `chainLimit`, after the queued actions. This property
  /// returns the new state immediately, so several changes in succession are possible. If ``store``
  /// has ended with its parent, its state does not change any more.
  ///
  /// Complexity: setting it costs as much as a dispatch.
  public var state: State {
    get { recorder?.pendingChanges.last { $0.state != nil }?.state ?? store.state }
    set { apply(MockChange(state: newValue) { $0.replaceState(with: newValue) }) }
  }

  /// The dispatched actions, in order.
  public var actions: [Action] { dispatched.map(\.action) }

  /// Removes all actions from ``dispatched`` and ``actions``.
  public func forgetDispatched() {
    dispatched = []
  }

  /// Sets the value of a selector, independently of the state.
  ///
  /// From now on, reads and observers of the selector get this value, and so do memoized selectors
  /// of `createSelector` that have the selector as an input. Override a selector for the first time
  /// before a view is shown: if the selector is watched already, the test fails. Further calls for
  /// the selector change the value, also while it is watched. Direct calls of the selector, rows of
  /// tables, and closures that read the state do not get the value. If ``store`` has ended with its
  /// parent, the call has no effect.
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - output: The new value.
  ///   - fileID: The file of the call.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func override<Output>(
    _ selector: StateSelector<State, Output>, with output: Output,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    apply(
      MockChange { [weak recorder] store in
        if store.replaceOutput(of: selector, with: output) { return true }
        // If the store is busy or has queued actions, the change is tried again. If it has ended,
        // it rejects effects too. Otherwise the selector is watched.
        guard store.phase == .idle, recorder?.hasQueue == false,
          case .committed = store.addEffect(.none).outcome
        else { return false }
        Failure.overriddenTooLate(Output.self).report(
          at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        return true
      })
  }

  /// Sets the value of a key path for its readers and observers, independently of the state.
  ///
  /// - Parameters:
  ///   - keyPath: The key path.
  ///   - output: The new value.
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

  /// Applies a change to the store, now or when the store is idle again.
  private func apply(_ change: MockChange<State, Action>) {
    recorder?.pendingChanges.append(change)
    if store.phase == .idle { applyPendingChanges() }
  }

  private func applyPendingChanges() {
    // A change makes the store busy and then idle again, and `onIdle` calls this method again.
    guard !isApplyingChanges else { return }
    isApplyingChanges = true
    defer { isApplyingChanges = false }
    while let recorder, let change = recorder.pendingChanges.first {
      // Otherwise the change is tried again when the store is idle the next time. It stays in the
      // list until then, because the attempt can run queued actions whose observers read `state`.
      guard change.apply(store) else { return }
      recorder.pendingChanges.removeFirst()
    }
  }
}

extension MockStore: ActionHandler, StateProvider {
  /// Records the action.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    store.dispatch(action, source: source)
  }

  /// Reads a value.
  ///
  /// Code that Observation tracks, such as a view's body, tracks exactly this value.
  public func read<Output>(_ selector: StateSelector<State, Output>) -> Output {
    store.read(selector)
  }

  /// Computes a selector, or returns the value that overrides it.
  public func select<Output>(_ selector: StateSelector<State, Output>) -> Output {
    store.select(selector)
  }

  /// Observes a value; see `StateProvider`.
  public func subscribe<Output>(
    to selector: StateSelector<State, Output>, initial: Bool,
    onChange: @escaping (Output) -> Void
  ) -> StoreSubscription {
    store.subscribe(to: selector, initial: initial, onChange: onChange)
  }
}

/// A change of the store of a mock.
private struct MockChange<State: Sendable, Action: Sendable> {
  /// The new state, or nil if the change overrides a selector.
  var state: State?
  /// Applies the change.
  ///
  /// Returns false if the store is busy, has queued actions after a cut turn, or has ended.
  let apply: (Store<State, Action>) -> Bool
}

/// Calls `onDispatch` with each action, and `onIdle` when the store is idle and changes wait.
private final class MockRecorder<State: Sendable, Action: Sendable>: Middleware, StoreProbe {
  var onDispatch: (DispatchedAction<Action>) -> Void = { _ in }
  /// The changes to apply when the store is idle.
  var pendingChanges: ArraySlice<MockChange<State, Action>> = []
  var onIdle: () -> Void = {}
  /// True if the last turn was cut: the store is idle, but actions are queued.
  private(set) var hasQueue = false

  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    onDispatch(DispatchedAction(action, source: source))
    return .none
  }

  var probes: [any StoreProbe] { [self] }

  func enter(_ phase: StorePhase, queued: Int) {
    guard phase == .idle else { return }
    hasQueue = queued > 0
    if !pendingChanges.isEmpty { onIdle() }
  }
}

extension Failure {
  /// A selector was overridden while it was watched.
  static func overriddenTooLate(_ output: Any.Type) -> Failure {
    Failure(
      headline: """
        Expected to override a selector of `\(output)` before it is watched, but it is watched \
        already.
        """,
      cause: "a view that selects it is already shown, or a subscription exists.",
      remedy: """
        call `override` directly after you create the mock. After that, the value can be \
        overridden again at any time.
        """)
  }
}
