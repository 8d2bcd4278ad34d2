// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What an action does to the gate of a middleware: see ``Middleware/gated(isOpen:by:)``.
public enum GateControl: Sendable {
  /// From this action on the middleware is at work.
  case open
  /// From the next action on the middleware is not asked, and what it sends is dropped.
  case close
}

extension Middleware {
  /// This middleware, at work only while the state says so.
  ///
  /// While the gate is closed, the middleware sees no actions, and what its running effects send is
  /// dropped. The effects themselves run on, so that a connection need not be made anew.
  ///
  /// ```swift
  /// analytics.gated { $0.settings.allowsAnalytics }
  /// ```
  ///
  /// An action is checked against the state before the reducer, what is sent against the last
  /// commit. So the middleware still sees the action that closes the gate, but what it then sends
  /// is dropped.
  ///
  /// The idea comes from SwiftRex.
  ///
  /// - Parameter isOpen: Asked for each action and after each commit; it should be cheap.
  /// - Returns: A middleware of the same types.
  public func gated(while isOpen: @escaping (State) -> Bool) -> some Middleware<
    InputAction, OutputAction, State
  > {
    let senders = GateSenders<State>()
    var traits = self.traits
    traits.afterCommit = { [afterCommit = traits.afterCommit] in
      senders.forEach { sender in
        // A child that has gone has no state, and its effects end.
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
    let gate = SharedFlag(isOpen)
    var traits = self.traits
    // An action that controls the gate may be of any case, so the gate sees them all.
    traits.caseTest = nil
    return gated(traits) { action, _ in
      guard let command = control(action) else { return gate.isSet }
      gate.isSet = command == .open
      return true
    } makeSendCheck: { _ in
      { gate.isSet }
    }
  }

  /// This middleware, at work only between an action that opens its gate and one that closes it.
  public func gated(
    opening: InputAction, closing: InputAction, isOpen: Bool = true
  ) -> some Middleware<InputAction, OutputAction, State> where InputAction: Equatable {
    gated(isOpen: isOpen) { $0 == opening ? .open : $0 == closing ? .close : nil }
  }

  /// Puts a gate before a middleware; all gates are made here.
  ///
  /// The middleware is told of rejections of the actions that it saw; its probes are not gated.
  ///
  /// - Parameters:
  ///   - traits: The traits of what is returned, but for its rejections.
  ///   - sees: Whether the middleware sees an action.
  ///   - sends: Called when an effect starts; returns the check of each action that the effect
  ///     sends. The effect holds it until it has ended.
  /// - Returns: A middleware of the same types.
  private func gated(
    _ traits: Traits, shouldHandle: @escaping (InputAction, StateReader<State>) -> Bool,
    makeSendCheck: @escaping @MainActor (StateReader<State>) -> @Sendable () -> Bool
  ) -> AnyMiddleware<InputAction, OutputAction, State> {
    // A rejection follows the action that it is about.
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
        // An effect that is done at once is checked now, all else when it is sent.
        return effect.translated(
          isLazy: !effect.isSynchronous,
          ActionTranslation(toWhole: { isOpen() ? $0 : nil }, toPart: { $0 }))
      }
    }
  }
}

/// What an effect behind a gate sends through, with the state that opens and closes it.
private final class GateSender<State>: Sendable {
  let isOpen: SharedFlag
  let state: StateReader<State>

  init(isOpen: Bool, _ state: StateReader<State>) {
    self.isOpen = SharedFlag(isOpen)
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

/// A flag that several closures share: whether a gate is open, or whether a middleware has seen the
/// last action.
final class SharedFlag: Sendable {
  // Other threads read whether a gate is open. The other use needs no atomic, but the optimizer of
  // Swift 6.2 and 6.3 keeps the first value of a plain variable across the call of `handle` that
  // changes it, although no two accesses overlap: `SharedFlagTests` fails in a release build then.
  private let flag: Atomic<Bool>

  init(_ isSet: Bool) {
    flag = Atomic(isSet)
  }

  var isSet: Bool {
    get { flag.load(ordering: .acquiring) }
    set { flag.store(newValue, ordering: .releasing) }
  }
}
