// SPDX-License-Identifier: Apache-2.0

/// The loop: one queue, one place where an action becomes a state.
///
/// The engine knows no actor. Whoever owns it, a ``Store`` for example, calls it from one
/// isolation domain only; the mailbox is the one door that is open to other threads.
@usableFromInline
final class Engine<State, Action: Sendable> {
  /// Gets an action of an effect to the owner's isolation and returns when it is committed.
  typealias Deliver = @Sendable (DispatchedAction<Action>, UInt64, EffectToken) async -> Void

  @usableFromInline var state: State
  @usableFromInline let step: Reducer<State, Action>.Step
  @usableFromInline var phase = StorePhase.idle
  @usableFromInline var queue = ActionQueue<Job<Action>>()
  @usableFromInline let mailbox: Mailbox<Action>
  /// No middleware, no observers, nobody who wants old states: an action is only a reducer call.
  @usableFromInline var isPlain = true

  let deliver: Deliver
  let tracker = EffectTracker()
  let observers = ObserverList<State, Action>()
  var middleware: ComposedMiddleware<Action, Action, State>
  var effects = EffectTable()
  var sinks: [UInt64: (Transition<State, Action>) -> Void] = [:]
  var lastSink: UInt64 = 0
  var counters = StoreCounters()

  var chainLimit = 100_000
  var onRejection: ((Rejection<Action>) -> Void)?
  var onRunaway: ((Runaway<Action>) -> Void)?

  /// The number of the last dispatch.
  var lastScope: UInt64 = 0
  /// The dispatch that the outermost caller waits for, and what became of it.
  var awaited: (scope: UInt64, outcome: DispatchReceipt.Outcome) = (0, .committed)
  /// Chained actions in this turn, and the last of them when there are too many.
  var chain = 0
  var recent: [DispatchedAction<Action>] = []
  var batchDepth = 0
  /// A batch has committed what observers have not heard of.
  var isStale = false
  var isWatchingMail = false
  var mailBuffer: [Job<Action>] = []

  init(
    state: State, reducer: Reducer<State, Action>,
    middleware: ComposedMiddleware<Action, Action, State>, hop: @escaping @Sendable () -> Void,
    deliver: @escaping Deliver
  ) {
    self.state = state
    step = reducer.step
    self.middleware = middleware
    self.deliver = deliver
    mailbox = Mailbox(hop: hop)
    updatePlain()
  }

  /// Takes an action; see ``ActionHandler/dispatch(_:source:)``.
  ///
  /// The short way through is inlined into the caller's module, where the reducer's types are known.
  @inlinable
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    if isPlain, phase == .idle, queue.isEmpty, mailbox.isEmpty, case .total(let reduce) = step {
      phase = .reducing
      reduce(&state, action)
      phase = .idle
      // Only a reducer that breaks the rules and dispatches can have queued something.
      if !queue.isEmpty { runTurn() }
      return .committed
    }
    return dispatchInTurn(action, source: source)
  }

  func updatePlain() {
    isPlain = middleware.parts.isEmpty && observers.isEmpty && sinks.isEmpty
  }

  /// Ends everything that the owner owns.
  func shutDown() {
    mailbox.close()
    effects.cancelAll()
    tracker.finishAll()
    observers.removeAll()
    sinks = [:]
    middleware = ComposedMiddleware()
    onRejection = nil
    onRunaway = nil
    updatePlain()
  }
}
