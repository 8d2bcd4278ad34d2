// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What an action does to the gate of a middleware: see ``Middleware/gated(isOpen:by:)``.
public enum GateControl: Sendable {
  /// Opens the gate: the middleware handles this action and the actions after it.
  case open
  /// Closes the gate: the middleware handles this action, and then only actions that close the gate
  /// again, until an action opens the gate.
  ///
  /// The effects of the middleware are not cancelled, but the actions that they send while the gate
  /// is closed are dropped. This includes the effects that the middleware starts for this action.
  case close
}

extension Middleware {
  /// Returns this middleware behind a gate that is open while a condition on the state is true.
  ///
  /// While the gate is closed, the middleware sees no actions, and the actions that its running
  /// effects send are dropped. The effects themselves are not cancelled. Therefore a connection
  /// stays open and need not be made again.
  ///
  /// ```swift
  /// analytics.gated { $0.settings.allowsAnalytics }
  /// ```
  ///
  /// Whether the middleware sees an action depends on the state before the reducer. Whether an
  /// action that it sends is dropped depends on the last committed state. Therefore the middleware
  /// still sees the action that closes the gate, but the actions that its effects for that action
  /// send are dropped.
  ///
  /// The idea comes from SwiftRex.
  ///
  /// - Parameter isOpen: Returns whether the gate is open in a state. It is called for each action,
  ///   when an effect of the middleware starts, and after each commit once per running effect of
  ///   the middleware, so it should be cheap.
  /// - Returns: A middleware of the same types.
  public func gated(while isOpen: @escaping (State) -> Bool) -> some Middleware<
    InputAction, OutputAction, State
  > & SendableMetatype {
    let senders = GateSenders<State>()
    var traits = self.traits
    traits.afterCommit = { [afterCommit = traits.afterCommit] in
      senders.forEach { sender in
        // A child that was removed has no state, and its effects are cancelled.
        if let state = sender.state.ifPresent { sender.isOpen.isSet = isOpen(state) }
      }
      afterCommit?()
    }
    return gated(traits) { _, state in
      isOpen(state())
    } makeSendCheck: { state in
      let sender = GateSender(isOpen: isOpen(state()), state)
      senders.add(sender)
      return { sender.isOpen.isSet }
    }
  }

  /// Returns this middleware behind a gate that is opened and closed by actions.
  ///
  /// While the gate is closed, the middleware sees only the actions that open or close it, and the
  /// actions that its running effects send are dropped. The effects themselves are not cancelled.
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
  /// The middleware handles each action that opens or closes the gate, whether the gate is open or
  /// not. The gate changes before the reducer runs, and does not change back if the reducer rejects
  /// the action. The gate belongs to the returned middleware: create a middleware for each store.
  ///
  /// - Parameters:
  ///   - isOpen: True if the gate is open at the start.
  ///   - control: Returns what an action does to the gate, or nil if it does nothing to it.
  /// - Returns: A middleware of the same types.
  public func gated(
    isOpen: Bool = true, by control: @escaping (InputAction) -> GateControl?
  ) -> some Middleware<InputAction, OutputAction, State> & SendableMetatype {
    let gate = SharedFlag(isOpen)
    var traits = self.traits
    // An action of any case can open or close the gate, so the gate has to see all actions.
    traits.caseTest = nil
    return gated(traits) { action, _ in
      guard let command = control(action) else { return gate.isSet }
      gate.isSet = command == .open
      return true
    } makeSendCheck: { _ in
      { gate.isSet }
    }
  }

  /// Returns this middleware behind a gate that one action opens and another action closes.
  public func gated(
    opening: InputAction, closing: InputAction, isOpen: Bool = true
  ) -> some Middleware<InputAction, OutputAction, State> & SendableMetatype
  where InputAction: Equatable {
    gated(isOpen: isOpen) { $0 == opening ? .open : $0 == closing ? .close : nil }
  }

  /// Puts a gate in front of this middleware; all public forms of `gated` call this function.
  ///
  /// `didReject` of the middleware is called only for actions that it handled. With several uses of
  /// the returned value in one store, the last use decides this for all. Its probes are not gated.
  ///
  /// - Parameters:
  ///   - traits: The traits of the returned middleware, except `didReject`.
  ///   - shouldHandle: Returns whether the middleware handles an action.
  ///   - makeSendCheck: Called when an effect starts. Returns a check that is called for each
  ///     action that the effect sends; the action is dropped if the check returns false. The
  ///     effect retains the check until it ends.
  /// - Returns: A middleware of the same types.
  private func gated(
    _ traits: Traits, shouldHandle: @escaping (InputAction, StateReader<State>) -> Bool,
    makeSendCheck: @escaping @MainActor (StateReader<State>) -> @Sendable () -> Bool
  ) -> AnyMiddleware<InputAction, OutputAction, State> {
    // An action is committed or rejected before the next one is handled, so one flag is enough for
    // one use. If the value has several uses in a store, the last one that handles decides for all.
    let wasSeen = SharedFlag(true)
    var gatedTraits = traits
    gatedTraits.didReject = { action, source, error in
      if wasSeen.isSet { traits.didReject(action, source, error) }
    }
    return AnyMiddleware(traits: gatedTraits) { action, source, state in
      wasSeen.isSet = shouldHandle(action, state)
      guard wasSeen.isSet else { return .none }
      let effect = handle(action, from: source, state: state)
      if effect.isNone { return .none }
      return .deferred {
        let isOpen = makeSendCheck(state)
        // A synchronous effect sends its actions now, so they are checked now. The actions of
        // other effects are checked when they are sent.
        return effect.translated(
          ActionTranslation(
            toWhole: { isOpen() ? $0 : nil }, toPart: { $0 }, isLazy: !effect.isSynchronous))
      }
    }
  }
}

/// The gate of one running effect: a flag that is updated after each commit, and the reader of the
/// state that the flag depends on.
private final class GateSender<State>: Sendable {
  let isOpen: SharedFlag
  let state: StateReader<State>

  init(isOpen: Bool, _ state: StateReader<State>) {
    self.isOpen = SharedFlag(isOpen)
    self.state = state
  }
}

/// The senders of the running effects behind one gate, referenced weakly.
///
/// Only its effect retains a sender. A list can contain senders of several stores, because a gated
/// middleware can be used in several stores, and more than once in one store.
@MainActor
private final class GateSenders<State> {
  private struct Entry {
    weak var sender: GateSender<State>?
  }

  private var entries: [Entry] = []
  /// The number of entries at which those of ended effects are removed.
  private var limit = 16

  func add(_ sender: GateSender<State>) {
    if entries.count >= limit {
      entries.removeAll { $0.sender == nil }
      limit = max(16, 2 * entries.count)
    }
    entries.append(Entry(sender: sender))
  }

  func forEach(_ body: (GateSender<State>) -> Void) {
    guard !entries.isEmpty else { return }
    entries.removeAll { $0.sender == nil }
    for entry in entries { entry.sender.map(body) }
  }
}

/// A flag that several closures share.
///
/// The flag stores whether a gate is open, whether a middleware handled the last action, or whether
/// the child of the last action was found.
final class SharedFlag: Sendable {
  // Any thread can read whether a gate is open. The other flags are used on the main actor only,
  // but they are atomic too: the optimizer of Swift 6.2 and 6.3 reuses the first value of a plain
  // variable after the call of `handle` that changes it, although no two accesses overlap. With a
  // plain variable `SharedFlagTests` fails in a release build.
  private let flag: Atomic<Bool>

  init(_ isSet: Bool) {
    flag = Atomic(isSet)
  }

  var isSet: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}
