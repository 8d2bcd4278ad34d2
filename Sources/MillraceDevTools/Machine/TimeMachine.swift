// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace
import Synchronization

/// Shows any past state of a store, and the state that would exist if some actions were skipped.
///
/// ```swift
/// let machine = TimeMachine(store)
/// machine(.jumpToState(3))
/// machine.state                 // the store itself does not change
/// machine.window                // a store with the same state, for views
/// ```
///
/// The store runs independently of the state that is shown. The machine runs only the reducer. No
/// effect, no middleware and no observer of the store runs again. While the machine is in the
/// present, actions that are dispatched to the ``window`` are sent to the store. While the past is
/// shown, ``newActions`` decides whether they are held back, dropped or sent to the store.
///
/// If other code replaces the state or an output of the store, an empty timeline begins with the
/// present state. A timeline that was edited, loaded, locked or paused is preserved.
///
/// The machine does not keep the store alive. It stops when the store is released.
@MainActor
public final class TimeMachine<State: Sendable, Action: Sendable> {
  /// The treatment of an action that is dispatched to the ``window`` while the past is shown.
  public enum NewActions: Sendable, Hashable, CaseIterable {
    /// The action is held back until the machine is in the present and not locked.
    case wait
    /// The action is dropped.
    case drop
    /// The action is sent to the store.
    case goLive
  }

  /// The store of the machine's own state.
  ///
  /// Its actions are the commands, and its observers are notified of each command; see
  /// ``TimeMachineState``. After each command the ``window`` is updated, and the actions in
  /// ``waiting`` are sent if the machine is in the present and not locked. Only the two jumps
  /// should be dispatched to it directly. For any other command call the machine, which also
  /// records how the timeline differs from that of the store.
  public let control: Store<TimeMachineState<State, Action>, TimeMachineCommand<State, Action>>
  /// The treatment of actions that are dispatched to the window while the past is shown.
  public var newActions = NewActions.wait
  /// The timelines that ``goOn()`` has replaced, the latest one last; at most ten.
  public private(set) var branches: [TimeMachineState<State, Action>] = []
  /// The actions that are held back until the machine is in the present and not locked.
  ///
  /// While the past is shown, there are at most as many as the timeline can have; further ones are
  /// dropped.
  public private(set) var waiting: [DispatchedAction<Action>] = []

  private let store: () -> Store<State, Action>?
  private let now: () -> UInt64
  private let whole = StateSelector<TimeMachineState<State, Action>, _>(
    { $0 }, didChange: { _, _ in true })
  private var subscription: StoreSubscription?
  private var commands: StoreSubscription?
  private var existingWindow: Store<State, Action>?
  private let nextState = NextState<State>()
  /// The number of actions since a state of the store was stored.
  private var sinceState = 0
  /// The number of the store's last action at the last restart of the timeline; 0 before the first.
  private var firstNumber: UInt64 = 0
  /// True if actions or a new state of the store are missing on the timeline; see `isClosed`.
  private var hasMissed = false
  /// True if a command has added a state or an action that the store does not have.
  private var isForeign = false
  /// True while the machine replaces the state of the store.
  private var isReplacing = false
  /// True while actions from `waiting` are sent to the store.
  private var isSending = false
  /// True while `control` runs a command of the machine, and the commands that its observers send.
  private var isExecuting = false
  /// True if the state must be shown as soon as no command is running any more.
  private var isDue = false

  /// Starts to observe a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - maxAge: The maximum number of actions on the timeline; at least two.
  ///   - stopsAtErrors: True if a rejected action interrupts all actions after it on a timeline
  ///     that was edited or loaded. In the present it interrupts none, because the store has run
  ///     them.
  ///   - now: Returns the time in microseconds since 1970.
  public init(
    _ store: Store<State, Action>, maxAge: Int = 100_000, stopsAtErrors: Bool = false,
    now: @escaping () -> UInt64 = { TraceClock.now }
  ) {
    control = Store(
      initialState: TimeMachineState(
        state: store.state, reducer: store.reducer, maxAge: maxAge, stopsAtErrors: stopsAtErrors),
      reducer: TimeMachineState<State, Action>.commands)
    self.now = now
    self.store = { [weak store] in store }
    // Weak: if the machine is released on another thread, its subscription is cancelled later.
    subscription = store.subscribeToActions { [weak self] rejection in
      self?.take(rejection.dispatched, refusal: "\(rejection.error)")
    } onReplacement: { [weak self] in
      self?.replaced()
    } _: { [weak self] dispatched in
      self?.take(dispatched, refusal: nil)
    }
    commands = control.subscribeToActions { [weak self] in self?.executed($0.action) }
  }

  /// The timeline.
  ///
  /// Complexity: O(1). While the value exists, the next command copies the parts that it changes.
  public var line: TimeMachineState<State, Action> { control.state }

  /// The state that is shown.
  ///
  /// Complexity: that of ``TimeMachineState/state(at:)``.
  public var state: State { control.state.state }

  /// True if the state that is shown is the present state of the store.
  ///
  /// After ``stop()`` the machine does not receive new actions, and the value can be out of date.
  public var isInPresent: Bool { isInPresent(control.state) }

  /// The timeline and ``isInPresent``, read without Observation tracking.
  ///
  /// It is for callers that observe the machine by other means.
  ///
  /// Complexity: O(1). While the value exists, the next command copies the parts that it changes.
  package var untracked: (line: TimeMachineState<State, Action>, isInPresent: Bool) {
    let timeline = control.select(whole)
    return (timeline, isInPresent(timeline))
  }

  private func isInPresent(_ timeline: TimeMachineState<State, Action>) -> Bool {
    timeline.isAtEnd && !timeline.isEdited && !isForeign && !hasMissed
  }

  /// Executes a command.
  ///
  /// If the command edits the timeline, or contains an action or a state, the timeline differs from
  /// that of the store. From then on the actions of the store are not appended, until
  /// ``returnToPresent()`` or ``goOn()`` is called. On a timeline that does not differ,
  /// `.resume(nil)`, and `.lock(false)` after missed actions, start with the state of the store.
  /// If the store was released, `.resume(nil)` starts with the last state of the timeline.
  ///
  /// Complexity: that of the command; see ``TimeMachineState/apply(_:)``.
  ///
  /// - Parameter command: The command.
  public func callAsFunction(_ command: TimeMachineCommand<State, Action>) {
    switch command {
    case .lock(false) where hasMissed && !isOther && !control.state.isPaused:
      execute(command)
      // If the unlock is queued: before the commands that come next.
      if hasMissed { resume() }
    case .resume(nil) where !isOther && store() != nil: resume()
    case .resume(.some):
      isForeign = true
      execute(command)
    case .perform:
      if !control.state.isLocked { isForeign = true }
      execute(command)
    default: execute(command)
    }
    settle()
  }

  /// Sends a command to `control`.
  ///
  /// If an observer of `control` is the caller, the command runs after those before it, and the
  /// outermost call returns when all of them have run.
  private func execute(_ command: TimeMachineCommand<State, Action>) {
    let outer = isExecuting
    isExecuting = true
    control.dispatch(command)
    isExecuting = outer
  }

  /// Shows the state and sends the actions in `waiting`, after a command of the machine.
  ///
  /// If the command is still in the queue of `control`, this is done when it has run.
  private func settle() {
    if isExecuting {
      isDue = true
    } else if control.phase == .idle {
      isDue = false
      showState()
      sendWaiting()
    }
  }

  /// Called after each command that `control` has run.
  private func executed(_ command: TimeMachineCommand<State, Action>) {
    // After an action of the store, `take` shows the state.
    let isLive = if case .perform(_, _, .some) = command { true } else { false }
    // A lock that was queued before the action has dropped it.
    if isLive, control.state.isLocked { hasMissed = true }
    // Here, because a missed action can be queued between the lock and this command.
    if case .lock(false) = command, hasMissed, !isOther, !control.state.isPaused { resume() }
    if isExecuting {
      if !isLive { isDue = true }
    } else if isLive {
      showNewAction()
    } else {
      showState()
      sendWaiting()
    }
  }

  /// Returns to the present state of the store, and sends the actions in ``waiting`` to the store.
  ///
  /// A locked machine sends them when it is unlocked.
  ///
  /// If the timeline is complete, it is preserved, and its last state is shown. If it was edited or
  /// loaded, is paused, or lacks actions of the store, it is replaced with an empty timeline that
  /// starts with the state of the store. If the store was released, such a timeline is unchanged.
  public func returnToPresent() {
    if isOther || hasMissed || control.state.isPaused {
      resume()
    } else {
      execute(.jumpToState(control.state.count))
    }
    settle()
  }

  /// Replaces the state of the store with the state that is shown, and continues in the present.
  ///
  /// The timeline is added to ``branches``, and a new one starts with that state. The observers of
  /// the store are notified of the change; its middleware is not.
  ///
  /// Complexity: that of ``state`` and of `Store.replaceState(with:)`.
  ///
  /// - Returns: False if the store has not replaced its state; for the reasons see
  ///   `Store.replaceState(with:)`. Then the timeline is not replaced either.
  @discardableResult
  public func goOn() -> Bool {
    guard !isReplacing, let store = store() else { return false }
    isReplacing = true
    let isReplaced = store.replaceState(with: state)
    // After `stop()` the subscription does not call `replaced()`.
    if isReplaced && isReplacing { branch() }
    isReplacing = false
    guard isReplaced else { return false }
    settle()
    return true
  }

  /// Adds the timeline to `branches`, and starts a new one with the state of the store.
  ///
  /// It is called before the observers of the store, therefore the actions that they dispatch are
  /// on the new timeline.
  private func branch() {
    isReplacing = false
    branches.append(control.state)
    if branches.count > 10 { branches.removeFirst() }
    resume()
    // `goOn()` shows the state, when the observers of the store have been called.
    isDue = false
  }

  /// Stops observing the store.
  ///
  /// The timeline is unchanged.
  public func stop() {
    subscription?.cancel()
    subscription = nil
  }

  /// A store with the state that is shown, for views.
  ///
  /// It runs no reducer, middleware or effects of the observed store. In the present its actions
  /// are sent to that store; while the past is shown, see ``newActions``. While the machine is
  /// locked, and after its release, they are dropped. The window does not keep the machine alive.
  ///
  /// When a dispatch to the window returns, the window shows the new state, and its observers have
  /// been called. If the observed store is running a turn, this is so at the end of that turn. If
  /// an observer or an effect of the window changes the state that is shown, but not through the
  /// window, the window shows that state after its turn, in a task.
  public var window: Store<State, Action> {
    if let existingWindow { return existingWindow }
    let window = Store(
      initialState: state,
      reducer: Reducer<State, Action> { [nextState] state, _ in
        if let next = nextState.take() { state = next }
      },
      middleware: WindowMiddleware { [weak self] in self?.receive($0) })
    existingWindow = window
    return window
  }

  private func receive(_ dispatched: DispatchedAction<Action>) {
    if control.state.isLocked { return }
    let isInPresent = isInPresent
    if isInPresent && waiting.isEmpty || newActions == .goLive {
      store()?.dispatch(dispatched.action, source: dispatched.source)
    } else if isInPresent || newActions == .wait && waiting.count < control.state.maxAge {
      // Also in the present if other actions are in `waiting`, which preserves their order. There
      // is no limit then: all of them are sent now, and are removed together.
      waiting.append(dispatched)
    }
  }

  /// Sends the actions in `waiting` to the store, in their order, while the machine is in the
  /// present and not locked.
  private func sendWaiting() {
    guard !isSending else { return }
    isSending = true
    var sent = 0
    defer {
      isSending = false
      if sent > 0 { waiting.removeFirst(sent) }
    }
    while isInPresent, !control.state.isLocked, sent < waiting.count {
      let dispatched = waiting[sent]
      sent += 1
      store()?.dispatch(dispatched.action, source: dispatched.source)
    }
  }

  private func take(_ dispatched: DispatchedAction<Action>, refusal: String?) {
    // The timeline can have been restarted with the state after this action, before this call.
    if let number = dispatched.source.number, number <= firstNumber { return }
    if isClosed {
      hasMissed = true
      return
    }
    sinceState += 1
    let isStateDue = sinceState >= TimeMachineState<State, Action>.stride
    if isStateDue { sinceState = 0 }
    execute(
      .perform(
        dispatched, at: now(),
        live: .init(refusal: refusal, state: isStateDue ? store()?.state : nil)))
    // An observer of `control` can have sent a command, or can be the sender of the action.
    if isExecuting || isDue {
      settle()
    } else if control.phase == .idle {
      showNewAction()
    }
  }

  /// Shows the state after a new action, if the action can have changed it.
  private func showNewAction() {
    if existingWindow != nil, canNewActionChangeShownState { showState() }
  }

  /// True if a new action can change the state that is shown.
  ///
  /// A new action changes the last state, and on a full timeline also the first state, into which
  /// the oldest action is merged.
  private var canNewActionChangeShownState: Bool {
    let timeline = control.state
    return timeline.isAtEnd || timeline.index == 0
  }

  /// True if the actions of the store are not appended to the timeline.
  ///
  /// It is a separate property, so that its local copy of the timeline is released before the next
  /// command. While such a copy exists, a command copies the storage.
  private var isClosed: Bool {
    let timeline = control.state
    return timeline.isEdited || timeline.isLocked || timeline.isPaused || isForeign || hasMissed
  }

  /// True if the timeline was edited or loaded, or has an action or a state that the store does not
  /// have.
  private var isOther: Bool { control.state.isEdited || isForeign }

  private func replaced() {
    if isReplacing { return branch() }
    if isClosed { hasMissed = true } else { resume() }
    settle()
  }

  private func resume() {
    guard let store = store() else { return }
    firstNumber = store.lastActionNumber
    hasMissed = false
    isForeign = false
    sinceState = 0
    execute(.resume(store.state))
  }

  private func showState() {
    guard let existingWindow else { return }
    switch existingWindow.phase {
    case .idle: existingWindow.replaceState(with: shownState)
    // The middleware of the window has caused the change; the reducer of the window runs next.
    case .handling: nextState.set(shownState)
    default:
      // The window rejects a replacement until its turn has ended.
      Task { @MainActor [weak self] in
        guard let self else { return }
        existingWindow.replaceState(with: shownState)
      }
    }
  }

  /// The state that is shown.
  ///
  /// In the present it is read from the store, without a run of the reducer.
  private var shownState: State { isInPresent ? store()?.state ?? state : state }
}

/// A middleware that passes each action to a closure.
private struct WindowMiddleware<State, Action: Sendable>: Middleware {
  let receive: @MainActor (DispatchedAction<Action>) -> Void

  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    receive(DispatchedAction(action, source: source))
    return .none
  }
}

/// The state that the reducer of a window sets for the action that is being processed.
///
/// Without one, the reducer changes nothing. A tool can run the reducer on any thread.
private final class NextState<State: Sendable>: Sendable {
  private let state = Mutex<State?>(nil)

  func set(_ next: State) { state.withLock { $0 = next } }

  func take() -> State? {
    state.withLock { state in
      defer { state = nil }
      return state
    }
  }
}
