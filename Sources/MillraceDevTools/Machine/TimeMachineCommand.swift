// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// What can be done with a time machine: the commands of Redux DevTools.
public enum TimeMachineCommand<State: Sendable, Action: Sendable>: Sendable {
  /// What became of an action in the store that is watched.
  public struct Live: Sendable {
    /// Why it was refused, if it was.
    public var refusal: String?
    /// The state after it, where the machine is to keep it.
    public var state: State?

    /// Creates an outcome.
    public init(refusal: String? = nil, state: State? = nil) {
      self.refusal = refusal
      self.state = state
    }
  }

  /// Appends an action to the line; dropped while locked, not written down while paused.
  ///
  /// If the last state was looked at, the new last state is. Without `live`, which says what became
  /// of the action in a store, the machine runs its reducer.
  case perform(DispatchedAction<Action>, at: UInt64, live: Live? = nil)
  /// Goes back to the very first state and forgets all.
  case reset
  /// Goes back to the first state of the line and forgets its actions.
  case rollback
  /// Makes the state that is looked at the first state and forgets all actions.
  case commit
  /// Forgets the actions that are left out.
  case sweep
  /// Leaves the action with an id out, or takes it in again.
  case toggle(Int)
  /// Takes in, or leaves out, all actions whose ids are in a range.
  case setActive(Range<Int>, Bool)
  /// Looks at the state after so many actions.
  case jumpToState(Int)
  /// Looks at the state after the action with an id.
  case jumpToAction(Int)
  /// Moves the action with an id in front of another one; with nil to the end.
  case reorder(Int, before: Int?)
  /// Makes the oldest actions a part of the first state, until so many are left.
  ///
  /// If the action that interrupts the others is among them, the others stay interrupted.
  case trim(to: Int)
  /// Puts another line in the place of this one.
  case load(TimeMachineHistory<State, Action>)
  /// Drops new actions, or takes them again.
  case lock(Bool)
  /// Stops writing new actions down; what is edited then leaves the last state as it is.
  case pause
  /// Writes new actions down again: the line begins anew with a state, by default the last one.
  case resume(State?)
}

/// A line of actions that comes from elsewhere: from a file, for example.
public struct TimeMachineHistory<State: Sendable, Action: Sendable>: Sendable {
  /// An action of the line.
  public struct Entry: Sendable {
    /// The action and its source.
    public var dispatched: DispatchedAction<Action>
    /// When: microseconds since 1970.
    public var time: UInt64
    /// Whether it is left out.
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
  /// Which state is looked at; nil for the last.
  public var index: Int?

  /// Creates a line.
  public init(state: State, entries: [Entry], index: Int? = nil) {
    self.state = state
    self.entries = entries
    self.index = index
  }
}
