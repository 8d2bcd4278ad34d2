// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// A command of a time machine.
///
/// Except ``trim(to:)``, the commands are those of Redux DevTools. A command with the id of an
/// action that is not on the timeline, or a jump beyond its end, changes nothing.
public enum TimeMachineCommand<State: Sendable, Action: Sendable>: Sendable {
  /// The result of an action in the store.
  public struct Live: Sendable {
    /// The error with which the reducer rejected the action, or nil.
    public var refusal: String?
    /// The state after the action if the machine should store it, or nil.
    public var state: State?

    /// Creates a result.
    public init(refusal: String? = nil, state: State? = nil) {
      self.refusal = refusal
      self.state = state
    }
  }

  /// Appends an action to the timeline.
  ///
  /// While the machine is locked, the action is dropped. While it is paused, the action changes the
  /// last state and is not appended. If the last state was shown, the new last state is shown.
  ///
  /// `at` is the time in microseconds since 1970, and `live` the result of the action in a store.
  /// Without a result, or if the timeline was edited or is paused, the machine runs its reducer.
  case perform(DispatchedAction<Action>, at: UInt64, live: Live? = nil)
  /// Removes all actions, and starts with the state with which the machine was created.
  case reset
  /// Removes all actions, and starts with the state before the first of them.
  case rollback
  /// Removes all actions, and starts with the state that is shown.
  case commit
  /// Removes the skipped actions from the timeline.
  case sweep
  /// Skips the action with an id, or includes it again.
  case toggle(Int)
  /// Includes all actions whose ids are in a range if the value is true, otherwise skips them.
  case setActive(Range<Int>, Bool)
  /// Shows the state after a number of actions.
  case jumpToState(Int)
  /// Shows the state after the action with an id.
  case jumpToAction(Int)
  /// Moves the action with an id before the action with another id, or to the end if that is nil.
  case reorder(Int, before: Int?)
  /// Merges the oldest actions into the first state until at most a number of actions is left.
  ///
  /// If one of them has interrupted the actions after it, those remain interrupted.
  case trim(to: Int)
  /// Replaces the timeline with another one.
  case load(TimeMachineHistory<State, Action>)
  /// Drops new actions if the value is true, or accepts them again if it is false.
  case lock(Bool)
  /// Stops appending new actions.
  ///
  /// While the machine is paused, the last state does not change if actions are skipped, moved or
  /// swept.
  case pause
  /// Appends new actions again, to an empty timeline.
  ///
  /// It starts with the given state, or with the last state if the value is nil; for a machine of a
  /// store see its `callAsFunction(_:)`.
  case resume(State?)
}

/// A timeline that a time machine can load, for example from a file.
public struct TimeMachineHistory<State: Sendable, Action: Sendable>: Sendable {
  /// An action of the timeline.
  public struct Entry: Sendable {
    /// The action and its source.
    public var dispatched: DispatchedAction<Action>
    /// The time in microseconds since 1970.
    public var time: UInt64
    /// True if the action is skipped.
    public var isSkipped: Bool

    /// Creates an entry.
    public init(_ dispatched: DispatchedAction<Action>, time: UInt64, isSkipped: Bool = false) {
      self.dispatched = dispatched
      self.time = time
      self.isSkipped = isSkipped
    }
  }

  /// The state before the first action.
  public var state: State
  /// The actions in their order.
  public var entries: [Entry]
  /// The number of actions before the state that is shown, or nil for the last state.
  public var index: Int?

  /// Creates a timeline.
  public init(state: State, entries: [Entry], index: Int? = nil) {
    self.state = state
    self.entries = entries
    self.index = index
  }
}
