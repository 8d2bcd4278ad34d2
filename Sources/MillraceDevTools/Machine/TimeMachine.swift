// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

/// Looks at any state of a store's past, and at what would be if some actions had not been.
///
/// ```swift
/// let machine = TimeMachine(store)
/// machine(.jumpToState(3))
/// machine.state                 // the store itself goes on
/// machine.window                // a store that shows the same, for views
/// ```
///
/// The store runs on untouched, whatever the machine looks at. The machine itself runs reducers
/// only, so that nothing of the past happens again: no effect, no middleware, no observer of the
/// store. What is dispatched to the ``window`` goes to the store as long as the machine is in the
/// present; else it waits, is dropped or goes to the live run, as ``newActions`` says.
///
/// It does not keep the store alive and ends with it.
@MainActor
public final class TimeMachine<State: Sendable, Action: Sendable> {
  /// What becomes of an action that is dispatched to the ``window`` while the past is shown.
  public enum NewActions: Sendable, Hashable, CaseIterable {
    /// It waits until the machine is in the present again.
    case wait
    /// It is dropped.
    case drop
    /// It goes to the store, which is in the present.
    case goLive
  }

  /// What the machine knows, as a store.
  ///
  /// Commands are its actions, and what watches it hears of each; see ``TimeMachineState``.
  public let control: Store<TimeMachineState<State, Action>, TimeMachineCommand<State, Action>>
  /// What becomes of actions that are dispatched to the window while the past is shown.
  public var newActions = NewActions.wait
  /// The lines that were left by ``goOn()``, the last one last; ten at most are kept.
  public private(set) var branches: [TimeMachineState<State, Action>] = []
  /// The actions that wait.
  public private(set) var waiting: [DispatchedAction<Action>] = []

  private let store: () -> Store<State, Action>?
  private let now: () -> UInt64
  private let whole = StateSelector<TimeMachineState<State, Action>, _>(
    { $0 }, didChange: { _, _ in true })
  private var subscription: StoreSubscription?
  private var existingWindow: Store<State, Action>?
  /// How many actions came since a state of the store was kept.
  private var sinceState = 0
  /// The number of the last action that the state has with which the line begins.
  private var firstNumber: UInt64 = 0
  /// Actions of the store were not taken, because the line is another one, or locked.
  private var hasMissed = false
  /// A command has put a state or an action on the line that is not the store's.
  private var isForeign = false
  /// The machine itself puts a state into the store.
  private var isReplacing = false
  /// What waited is on its way to the store.
  private var isSending = false

  /// Starts to watch a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - maxAge: The most actions on the line.
  ///   - stopsAtErrors: Whether an action that is refused interrupts all that come after it, when
  ///     the machine computes them: on a line that was edited or loaded. In the present the machine
  ///     shows what the store did, which went on.
  ///   - now: Tells the time in microseconds since 1970.
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
    // A machine that is released on another thread goes before its subscription is cancelled.
    subscription = store.subscribeToActions { [weak self] rejection in
      self?.take(rejection.dispatched, refusal: "\(rejection.error)")
    } onReplacement: { [weak self] in
      self?.replaced()
    } _: { [weak self] dispatched in
      self?.take(dispatched, refusal: nil)
    }
  }

  /// The line of actions.
  ///
  /// Complexity: O(1); as long as it is held, the next command copies what it changes.
  public var line: TimeMachineState<State, Action> { control.state }

  /// The state that is looked at.
  ///
  /// Complexity: that of ``TimeMachineState/state(at:)``.
  public var state: State { control.state.state }

  /// Whether the state that is looked at is that of the store.
  public var isInPresent: Bool { isInPresent(control.state) }

  /// The line, and whether the state that is looked at is that of the store, for what hears of
  /// changes in its own way: in an Observation-tracked scope this read leaves nothing.
  ///
  /// Complexity: O(1); as long as it is held, the next command copies what it changes.
  package var untracked: (line: TimeMachineState<State, Action>, isInPresent: Bool) {
    let line = control.select(whole)
    return (line, isInPresent(line))
  }

  private func isInPresent(_ line: TimeMachineState<State, Action>) -> Bool {
    line.isAtEnd && !line.isEdited && !isForeign && !hasMissed
  }

  /// Gives the machine a command.
  ///
  /// An action or a state that a command brings along is none of the store's: what the store does
  /// is no part of the line from then on, until ``returnToPresent()``.
  ///
  /// Complexity: that of the command; see ``TimeMachineState/apply(_:)``.
  ///
  /// - Parameter command: The command.
  public func callAsFunction(_ command: TimeMachineCommand<State, Action>) {
    switch command {
    case .lock(false) where hasMissed && !isOther && !control.state.isPaused:
      control.dispatch(command)
      resume()
    case .resume(nil) where !isOther: resume()
    case .resume(.some):
      isForeign = true
      control.dispatch(command)
    case .perform:
      if !control.state.isLocked { isForeign = true }
      control.dispatch(command)
    default: control.dispatch(command)
    }
    showState()
    sendWaiting()
  }

  /// Goes back to the present: the line begins anew with the store's state, and what waited is
  /// dispatched to the store.
  public func returnToPresent() {
    if isOther || hasMissed || control.state.isPaused {
      resume()
    } else {
      control.dispatch(.jumpToState(control.state.count))
    }
    showState()
    sendWaiting()
  }

  /// Makes the state that is looked at the store's own, and goes on from there.
  ///
  /// The actions after it are left; the line as it was is kept among the ``branches``. The store's
  /// observers hear of the change, its middleware does not.
  ///
  /// - Returns: False if the store has ended or an action is on its way; nothing has changed then.
  @discardableResult
  public func goOn() -> Bool {
    guard !isReplacing, let store = store() else { return false }
    isReplacing = true
    let isReplaced = store.replaceState(with: state)
    // A machine that was stopped has not been told.
    if isReplaced && isReplacing { branch() }
    isReplacing = false
    guard isReplaced else { return false }
    showState()
    sendWaiting()
    return true
  }

  /// Begins a line with the state that is the store's now; the one before is kept.
  ///
  /// It is called before the observers of the store: what they dispatch is on the new line.
  private func branch() {
    isReplacing = false
    branches.append(control.state)
    if branches.count > 10 { branches.removeFirst() }
    resume()
  }

  /// Ends the watch; the line stays as it is.
  public func stop() {
    subscription?.cancel()
    subscription = nil
  }

  /// A store that shows the state that is looked at, for views.
  ///
  /// It has no middleware and no effects. What is dispatched to it goes where ``newActions`` says.
  public var window: Store<State, Action> {
    if let existingWindow { return existingWindow }
    let window = Store(
      initialState: state, reducer: Reducer<State, Action>.identity,
      middleware: WindowMiddleware { [weak self] in self?.receive($0) })
    existingWindow = window
    return window
  }

  private func receive(_ dispatched: DispatchedAction<Action>) {
    if control.state.isLocked { return }
    let isInPresent = isInPresent
    if isInPresent && waiting.isEmpty || newActions == .goLive {
      store()?.dispatch(dispatched.action, source: dispatched.source)
    } else if isInPresent || newActions == .wait {
      // In the present too if others wait still: those are on their way to the store.
      waiting.append(dispatched)
    }
  }

  /// Sends what waits to the store, in its order, as soon as the machine is in the present.
  private func sendWaiting() {
    guard !isSending else { return }
    isSending = true
    var sent = 0
    defer {
      isSending = false
      if sent > 0 { waiting.removeFirst(sent) }
    }
    while isInPresent, sent < waiting.count {
      let dispatched = waiting[sent]
      sent += 1
      store()?.dispatch(dispatched.action, source: dispatched.source)
    }
  }

  private func take(_ dispatched: DispatchedAction<Action>, refusal: String?) {
    // The line may have begun while this action ran, with the state after it.
    if let number = dispatched.source.number, number <= firstNumber { return }
    if isClosed {
      hasMissed = true
      return
    }
    sinceState += 1
    let isDue = sinceState >= TimeMachineState<State, Action>.stride
    if isDue { sinceState = 0 }
    control.dispatch(
      .perform(
        dispatched, at: now(), live: .init(refusal: refusal, state: isDue ? store()?.state : nil)))
    if existingWindow != nil, mayShowOther { showState() }
  }

  /// Whether an action that came may have changed the state that is looked at: the last one, or the
  /// first one, of which the oldest actions become a part.
  private var mayShowOther: Bool {
    let line = control.state
    return line.isAtEnd || line.index == 0
  }

  /// Whether actions of the store are no part of the line.
  ///
  /// The line is let go of before the next command, which would copy it.
  private var isClosed: Bool {
    let line = control.state
    return line.isEdited || line.isLocked || line.isPaused || isForeign || hasMissed
  }

  /// Whether the line is another one than that of the store, whatever that does.
  private var isOther: Bool { control.state.isEdited || isForeign }

  private func replaced() {
    if isReplacing { return branch() }
    if isClosed { hasMissed = true } else { resume() }
    showState()
    sendWaiting()
  }

  private func resume() {
    guard let store = store() else { return }
    firstNumber = store.lastActionNumber
    hasMissed = false
    isForeign = false
    sinceState = 0
    control.dispatch(.resume(store.state))
  }

  private func showState() {
    guard let existingWindow else { return }
    if existingWindow.phase == .idle {
      existingWindow.replaceState(with: shownState)
    } else {
      // The window is what dispatched; it shows the state when that is done.
      Task { @MainActor [weak self] in
        guard let self else { return }
        existingWindow.replaceState(with: shownState)
      }
    }
  }

  /// The state that is looked at; in the present without a run of the reducer.
  private var shownState: State { isInPresent ? store()?.state ?? state : state }
}

/// Hands all actions over.
private struct WindowMiddleware<State, Action: Sendable>: Middleware {
  let receive: @MainActor (DispatchedAction<Action>) -> Void

  func handle(
    _ action: Action, from source: ActionSource, state: StateReader<State>
  ) -> Effect<Action> {
    .perform { _ in receive(DispatchedAction(action, source: source)) }
  }
}
