// SPDX-License-Identifier: Apache-2.0

/// The phase of a store while it processes an action, in the order of the loop.
public enum StorePhase: UInt8, CaseIterable, Comparable, Codable, Sendable {
  /// No turn runs; the next dispatch runs at once.
  case idle
  /// Middleware handles the action, with the state before it.
  case handling
  /// The reducer changes the state.
  case reducing
  /// Selections are updated.
  case selecting
  /// Observers are called.
  case notifying
  /// Effects start, or the rejection of the action is reported.
  case effects

  /// Compares two phases by their order in the loop.
  @inlinable
  public static func < (lhs: StorePhase, rhs: StorePhase) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// One commit: the state before the action, the action, and the state after it.
///
/// `newState` is the state directly after the action; the store's current state can be a later one.
public struct StateTransition<State, Action> {
  /// The state before the action.
  public let oldState: State
  /// The action.
  public let action: Action
  /// The state after the action.
  public let newState: State
  /// The source of the action.
  public let source: ActionSource

  /// Creates a transition.
  public init(oldState: State, action: Action, newState: State, source: ActionSource) {
    self.oldState = oldState
    self.action = action
    self.newState = newState
    self.source = source
  }
}

extension StateTransition: Sendable where State: Sendable, Action: Sendable {}
extension StateTransition: Equatable where State: Equatable, Action: Equatable {}
