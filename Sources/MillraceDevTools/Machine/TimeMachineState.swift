// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

/// The state of a time machine: a first state, the timeline of the actions after it, the ids of the
/// skipped actions, and the position of the state that is shown.
///
/// It is a value that only ``TimeMachineCommand``s change, with their own reducer (``commands``).
/// Therefore a machine works without a store. One state in 512 is stored, and at most 32 are; the
/// reducer computes all others. After more than 16,384 actions the distances between old stored
/// states are larger. Only the reducer runs. No effect runs.
public struct TimeMachineState<State: Sendable, Action: Sendable>: Sendable {
  /// An action on the timeline.
  public struct Entry: Sendable {
    /// The id of the action, which commands use.
    ///
    /// An action that was appended later has a greater id.
    public let id: Int
    /// The action and its source.
    public let dispatched: DispatchedAction<Action>
    /// The time in microseconds since 1970.
    public let time: UInt64
  }

  /// The result of an action on the timeline.
  public enum Outcome: Sendable, Hashable {
    /// The action leads to the next state.
    case committed
    /// The reducer rejects the action with this error.
    case refused(String)
    /// The action is skipped.
    case skipped
    /// The action does not run: one before it was rejected, and the machine stops at errors.
    case interrupted

    /// The outcome as text; for a rejected action the error.
    public var description: String {
      switch self {
      case .committed: "committed"
      case .refused(let reason): reason
      case .skipped: "skipped"
      // Redux DevTools use this text for such an action.
      case .interrupted: "Interrupted by an error up the chain"
      }
    }
  }

  /// A stored state and its place, which is the number of actions before it, counted as in the
  /// indices of `timeline`.
  struct Checkpoint: Sendable {
    let place: Int
    let state: State
  }

  /// The minimum number of actions between two stored states.
  public static var stride: Int { 512 }
  /// The maximum number of stored states, not counting the first and the last state.
  static var mostStates: Int { 32 }

  /// The reducer that computes the states.
  public let reducer: Reducer<State, Action>
  /// The maximum number of actions on the timeline.
  ///
  /// Older actions are merged into the first state.
  public let maxAge: Int
  /// True if a rejected action interrupts all actions after it on a timeline that the machine
  /// computes: one that was edited or loaded, or that has no results of a store.
  ///
  /// On the timeline of the live run a rejected action interrupts no other action, because the
  /// store has run the actions after it.
  public let stopsAtErrors: Bool
  /// The state that ``TimeMachineCommand/reset`` restores.
  public let initialState: State
  /// The state before the first action on the timeline.
  public internal(set) var committedState: State
  /// The ids of the skipped actions.
  public internal(set) var skipped: Set<Int> = []
  /// The number of actions before the state that is shown.
  public internal(set) var index = 0
  /// True if new actions are dropped.
  public internal(set) var isLocked = false
  /// True if new actions are not appended to the timeline.
  public internal(set) var isPaused = false
  /// True if the timeline differs from that of the live run, because it was edited or imported.
  public internal(set) var isEdited = false

  /// The actions.
  ///
  /// Their indices are places: the number of actions before, including those that were merged into
  /// the first state. A reorder, a sweep or a command that replaces the timeline, such as `reset`,
  /// sets the first index to zero.
  var timeline: ArraySlice<Entry> = []
  /// The stored states in the order of their places.
  var checkpoints: [Checkpoint] = []
  /// The errors of the rejected actions, by the ids of the actions.
  var refusals: [Int: String] = [:]
  /// The place of the action that interrupts the actions after it, or nil if none does.
  ///
  /// The action itself can have been merged into the first state.
  var errorPlace: Int?
  /// The state after the last action, or nil if it was not computed.
  var tail: State?
  var nextID = 1
  var isReordered = false

  /// Creates the state of a machine with an empty timeline.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - reducer: The reducer that computes the states.
  ///   - maxAge: The maximum number of actions on the timeline; at least two.
  ///   - stopsAtErrors: True if a rejected action interrupts all actions after it on a timeline
  ///     that the machine computes.
  public init(
    state: State, reducer: Reducer<State, Action>, maxAge: Int = 100_000,
    stopsAtErrors: Bool = false
  ) {
    self.reducer = reducer
    self.maxAge = max(2, maxAge)
    self.stopsAtErrors = stopsAtErrors
    initialState = state
    committedState = state
  }

  /// The number of actions on the timeline.
  public var count: Int { timeline.count }

  /// The actions on the timeline, in their order.
  ///
  /// Complexity: O(n).
  public var entries: [Entry] { Array(timeline) }

  /// The place of the first action: the number of actions that were merged into the first state
  /// since the last reorder, sweep or replacement of the timeline.
  package var firstPlace: Int { timeline.startIndex }

  /// The action at a position.
  ///
  /// The first action has position 0.
  public subscript(position: Int) -> Entry { timeline[timeline.startIndex + position] }

  /// The state that is shown.
  ///
  /// Complexity: that of ``state(at:)``.
  public var state: State { state(at: index) }

  /// True if the last state is shown.
  public var isAtEnd: Bool { index == count }

  /// The state after a number of actions.
  ///
  /// Complexity: at most 512 runs of the reducer on a timeline of up to 16,384 actions. On a longer
  /// one, with the default `maxAge`, at most 512 runs for the last 4,000 states; for an older state
  /// the number of runs is up to a quarter of the number of actions after it. After a `sweep` of a
  /// longer timeline there can be more runs.
  public func state(at index: Int) -> State {
    let place = timeline.startIndex + max(0, min(index, count))
    if place == timeline.endIndex, let tail { return tail }
    var (from, state) = (timeline.startIndex, committedState)
    if let checkpoint = nearest(to: place) { (from, state) = (checkpoint.place, checkpoint.state) }
    for place in from..<place { apply(place, to: &state) }
    return state
  }

  /// The outcome of the action at a position.
  public func outcome(at position: Int) -> Outcome {
    let place = timeline.startIndex + position
    let id = timeline[place].id
    if skipped.contains(id) { return .skipped }
    if let errorPlace, place > errorPlace { return .interrupted }
    return refusals[id].map { .refused($0) } ?? .committed
  }

  /// The position of the action with an id, or nil if it is not on the timeline.
  ///
  /// Complexity: O(log n); O(n) after the order was changed.
  public func position(of id: Int) -> Int? {
    if isReordered { return timeline.firstIndex { $0.id == id }.map { $0 - timeline.startIndex } }
    let place = timeline.indices.firstPosition { timeline[$0].id >= id }
    return place < timeline.endIndex && timeline[place].id == id ? place - firstPlace : nil
  }

  /// The last stored state at or before a place, or nil.
  func nearest(to place: Int) -> Checkpoint? {
    let count = checkpoints.indices.firstPosition { checkpoints[$0].place > place }
    return count > 0 ? checkpoints[count - 1] : nil
  }

  /// Runs the action at a place on a state, unless it is skipped, rejected or interrupted.
  func apply(_ place: Int, to state: inout State) {
    if runs(place) { reducer.step(&state, timeline[place].dispatched.action) }
  }

  /// True if the action at a place is not skipped, rejected or interrupted.
  func runs(_ place: Int) -> Bool {
    let id = timeline[place].id
    guard !skipped.contains(id), refusals[id] == nil else { return false }
    return errorPlace.map { place <= $0 } ?? true
  }
}
