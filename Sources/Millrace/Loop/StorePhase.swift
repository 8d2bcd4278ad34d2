// SPDX-License-Identifier: Apache-2.0

/// Where a store is on the way of one action through the loop, in the order of the loop.
public enum StorePhase: UInt8, CaseIterable, Comparable, Codable, Sendable {
  /// Nothing runs; the next dispatch runs at once.
  case idle
  /// Middleware looks at the action and the state before.
  case handling
  /// The reducer changes the state.
  case reducing
  /// Selections are brought up to date.
  case selecting
  /// Observers are called.
  case notifying
  /// Effects start.
  case effects

  /// Compares two phases by their place in the loop.
  @inlinable
  public static func < (lhs: StorePhase, rhs: StorePhase) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}

/// One commit: the state before, the action, and the state after it.
///
/// `newState` is the state that belongs to the action, whatever the store holds when you look.
public struct StateTransition<State, Action> {
  /// The state before the action.
  public let oldState: State
  /// The action.
  public let action: Action
  /// The state after the action.
  public let newState: State
  /// The place that dispatched the action.
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
