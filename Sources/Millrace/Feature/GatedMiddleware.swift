// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What an action does to the gate of a middleware: see ``Middleware/gated(isOpen:by:)``.
public enum GateControl: Sendable {
  /// From this action on the middleware is at work.
  case open
  /// From the next action on the middleware is not asked, and what it sends is dropped.
  case close
}

/// A middleware behind a gate: made by `gated`.
///
/// While the gate is closed, the middleware sees no actions, and what its running effects send is
/// dropped. The effects themselves run on, so that a connection need not be made anew.
///
/// The idea comes from SwiftRex.
struct GatedMiddleware<Base: Middleware>: WrappingMiddleware {
  enum Rule {
    case state((Base.State) -> Bool)
    case action((Base.InputAction) -> GateControl?, GateFlag)
  }

  private let base: Base
  private let rule: Rule
  private let lastAction = LastAction()
  /// What stands between senders and the store where the state decides.
  private let senders = GateSenders<Base.State>()
  private let traitsOfBase: Base.Traits

  init(_ base: Base, _ rule: Rule) {
    self.base = base
    self.rule = rule
    traitsOfBase = Base.Traits(of: base)
  }

  /// Lets the middleware handle the action if the gate is open, or if the action is for the gate.
  func handle(
    _ action: Base.InputAction, from source: ActionSource, state: StateReader<Base.State>
  ) -> Effect<Base.OutputAction> {
    switch rule {
    case .state(let isOpen):
      lastAction.wasSeen = isOpen(state())
    case .action(let control, let flag):
      let command = control(action)
      if let command { flag.isOpen = command == .open }
      lastAction.wasSeen = command != nil || flag.isOpen
    }
    guard lastAction.wasSeen else { return .none }
    let effect = base.handle(action, from: source, state: state)
    return effect.isNone ? .none : .deferred { effect.filtered(by: filter(state)) }
  }

  /// The middleware's traits behind the gate: it is told of rejections of actions that it saw, and
  /// no gate keeps its probes from hearing.
  ///
  /// An action that controls the gate may be of any case, so the gate sees them all.
  var traits: MiddlewareTraits<Base.InputAction, Base.OutputAction, Base.State> {
    let caseTest: CaseTest<Base.InputAction>? =
      if case .state = rule { traitsOfBase.caseTest } else { nil }
    return MiddlewareTraits(
      didReject: { action, source, error in
        if lastAction.wasSeen { traitsOfBase.didReject(action, source, error) }
      }, afterCommit: afterCommitOfGate, probes: traitsOfBase.probes, caseTest: caseTest)
  }

  /// Opens and closes the gate for what is sent, as the state says.
  private var afterCommitOfGate: (@MainActor (StateReader<Base.State>) -> Void)? {
    guard case .state(let isOpen) = rule else { return traitsOfBase.afterCommit }
    return { state in
      senders.forEach { $0.flag.isOpen = isOpen($0.state()) }
      traitsOfBase.afterCommit?(state)
    }
  }

  /// Lets an action through while the gate is open.
  private func filter(
    _ state: StateReader<Base.State>
  ) -> ActionWay<Base.OutputAction, Base.OutputAction> {
    switch rule {
    case .action(_, let flag): return ActionWay(out: { flag.isOpen ? $0 : nil }, back: { $0 })
    case .state(let isOpen):
      let sender = GateSender(isOpen: isOpen(state()), state)
      senders.add(sender)
      return ActionWay(out: { sender.flag.isOpen ? $0 : nil }, back: { $0 })
    }
  }
}

/// What an effect behind a gate sends through, with the state that opens and closes it.
private final class GateSender<State>: Sendable {
  let flag: GateFlag
  let state: StateReader<State>

  init(isOpen: Bool, _ state: StateReader<State>) {
    flag = GateFlag(isOpen: isOpen)
    self.state = state
  }
}

/// The senders of one gate, each held by its effect alone.
///
/// One gate may stand in several stores, and in several places of one.
@MainActor
private final class GateSenders<State> {
  private struct Entry {
    weak var sender: GateSender<State>?
  }

  private var entries: [Entry] = []

  nonisolated init() {}

  func add(_ sender: GateSender<State>) {
    entries.removeAll { $0.sender == nil }
    entries.append(Entry(sender: sender))
  }

  func forEach(_ body: (GateSender<State>) -> Void) {
    guard !entries.isEmpty else { return }
    entries.removeAll { $0.sender == nil }
    for entry in entries { entry.sender.map(body) }
  }
}

/// Whether a gate is open, for every thread to see.
final class GateFlag: Sendable {
  private let flag: Atomic<Bool>

  init(isOpen: Bool) {
    flag = Atomic(isOpen)
  }

  var isOpen: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}

extension Middleware {
  /// This middleware, at work only while the state says so.
  ///
  /// ```swift
  /// analytics.gated { $0.settings.allowsAnalytics }
  /// ```
  ///
  /// For an action the state before the reducer counts, for what is sent the last commit. So the
  /// action that closes the gate is the last one seen, and nothing is sent on its account.
  ///
  /// - Parameter isOpen: Asked for each action and after each commit; it should be cheap.
  /// - Returns: A middleware of the same types.
  public func gated(while isOpen: @escaping (State) -> Bool) -> some Middleware<
    InputAction, OutputAction, State
  > {
    GatedMiddleware(self, .state(isOpen))
  }

  /// This middleware, at work only between the actions that open and close its gate.
  ///
  /// ```swift
  /// location.gated(isOpen: false) { action in
  ///   switch action {
  ///   case .tripStarted: .open
  ///   case .tripEnded: .close
  ///   default: nil
  ///   }
  /// }
  /// ```
  ///
  /// The middleware sees the actions that control the gate whether it is open or not, also those
  /// that the reducer then rejects. The gate belongs to the value that is returned: make one for
  /// each store.
  ///
  /// - Parameters:
  ///   - isOpen: Whether the gate is open in the beginning.
  ///   - control: What an action does to the gate; nil for all others.
  /// - Returns: A middleware of the same types.
  public func gated(
    isOpen: Bool = true, by control: @escaping (InputAction) -> GateControl?
  ) -> some Middleware<InputAction, OutputAction, State> {
    GatedMiddleware(self, .action(control, GateFlag(isOpen: isOpen)))
  }

  /// This middleware, at work only between an action that opens its gate and one that closes it.
  public func gated(
    opening: InputAction, closing: InputAction, isOpen: Bool = true
  ) -> some Middleware<InputAction, OutputAction, State> where InputAction: Equatable {
    gated(isOpen: isOpen) { $0 == opening ? .open : $0 == closing ? .close : nil }
  }
}

/// Whether a middleware that lets only some actions through let the last one through.
///
/// A rejection follows the action that it is about and belongs to the middlewares that saw that
/// action.
@usableFromInline
final class LastAction: Sendable {
  // Atomic not for other threads, of which there are none: the optimizer of Swift 6.2 and 6.3 keeps
  // the first value of a plain variable across the call of `handle` that changes it, although no
  // two accesses overlap. `LastActionTests` fails in a release build without this.
  private let seen = Atomic(true)

  @usableFromInline init() {}

  @usableFromInline var wasSeen: Bool {
    get { seen.load(ordering: .relaxed) }
    set { seen.store(newValue, ordering: .relaxed) }
  }
}
