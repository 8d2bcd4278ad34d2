// SPDX-License-Identifier: Apache-2.0

public import Millrace
import MillraceTrace

/// What a time machine knows: a first state, the actions since, which of them are left out, and
/// which state is looked at.
///
/// It is a value that changes by ``TimeMachineCommand``s alone, with a reducer of its own
/// (``commands``), so that a machine works without a store. States are not kept but made again: one
/// in 512 is kept, and 32 at most: of more than 16,384 actions the old ones have fewer. Only the
/// reducer runs: effects have no place here.
///
/// The commands and what they mean come from Redux DevTools.
public struct TimeMachineState<State: Sendable, Action: Sendable>: Sendable {
  /// An action on the line.
  public struct Entry: Sendable {
    /// The id by which commands name it: an action that came later has a greater one.
    public let id: Int
    /// The action and its source.
    public let dispatched: DispatchedAction<Action>
    /// When: microseconds since 1970.
    public let time: UInt64
  }

  /// What becomes of an action on the line.
  public enum Outcome: Sendable, Hashable {
    /// It makes the next state.
    case committed
    /// The reducer refuses it, with these words.
    case refused(String)
    /// It is left out.
    case skipped
    /// An action before it was refused, and the machine stops at errors.
    case interrupted

    /// The outcome in words.
    public var description: String {
      switch self {
      case .committed: "committed"
      case .refused(let reason): reason
      case .skipped: "skipped"
      case .interrupted: "Interrupted by an error up the chain"
      }
    }
  }

  /// A state that is kept, and its place: how many actions came before it, as in `line`.
  struct Checkpoint: Sendable {
    let place: Int
    let state: State
  }

  /// How many actions there are at least between two states that are kept.
  public static var stride: Int { 512 }
  /// How many states are kept at most, besides the first and the last one.
  static var mostStates: Int { 32 }

  /// How an action makes the next state of one.
  public let reducer: Reducer<State, Action>
  /// The most actions on the line: the oldest ones beyond become a part of the first state.
  public let maxAge: Int
  /// Whether an action that is refused interrupts all that come after it, where the machine
  /// computes them.
  ///
  /// What a store has done it has done: an action that it refused interrupts none of those that it
  /// ran afterwards, as long as the line is that of the live run.
  public let stopsAtErrors: Bool
  /// The state that ``TimeMachineCommand/reset`` goes back to.
  public internal(set) var initialState: State
  /// The state before the first action on the line.
  public internal(set) var committedState: State
  /// The ids of the actions that are left out.
  public internal(set) var skipped: Set<Int> = []
  /// Which state is looked at: after so many of the actions on the line.
  public internal(set) var index = 0
  /// Whether new actions are dropped.
  public internal(set) var isLocked = false
  /// Whether new actions are not written down.
  public internal(set) var isPaused = false
  /// Whether the line is another one than that of the live run: it was edited or imported.
  public internal(set) var isEdited = false

  // Its indices are places: how many actions came before, those that left the line at its beginning
  // included. They begin with zero when the actions are put in another order or swept.
  var line: ArraySlice<Entry> = []
  var checkpoints: [Checkpoint] = []
  /// Why actions were refused, by their ids.
  var refusals: [Int: String] = [:]
  /// The place of the action that interrupts the others; it may have left the line.
  var errorPlace: Int?
  /// The state after the last action, where it is known.
  var tail: State?
  var nextID = 1
  var isReordered = false

  /// Creates a machine in which nothing has happened.
  ///
  /// - Parameters:
  ///   - state: The first state.
  ///   - reducer: How an action makes the next state of one.
  ///   - maxAge: The most actions on the line, two at least.
  ///   - stopsAtErrors: Whether an action that is refused interrupts all that come after it, where
  ///     the machine computes them.
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

  /// How many actions are on the line.
  public var count: Int { line.count }

  /// The actions on the line, in their order.
  public var entries: [Entry] { Array(line) }

  /// The place of the first action: how many left the line at its beginning since the last reorder
  /// or sweep.
  package var firstPlace: Int { line.startIndex }

  /// The action at a position; 0 is the first.
  public subscript(position: Int) -> Entry { line[line.startIndex + position] }

  /// The state that is looked at.
  ///
  /// Complexity: that of ``state(at:)``.
  public var state: State { state(at: index) }

  /// Whether the last state is looked at.
  public var isAtEnd: Bool { index == count }

  /// The state after so many of the actions.
  ///
  /// Complexity: at most 512 runs of the reducer if there are up to 16,384 actions. On a longer
  /// line for the last 3,000 states; for an older one up to a third of the actions after it.
  public func state(at index: Int) -> State {
    let place = line.startIndex + max(0, min(index, count))
    if place == line.endIndex, let tail { return tail }
    var (from, state) = (line.startIndex, committedState)
    if let checkpoint = nearest(to: place) { (from, state) = (checkpoint.place, checkpoint.state) }
    for place in from..<place { apply(place, to: &state) }
    return state
  }

  /// What became of the action at a position.
  public func outcome(at position: Int) -> Outcome {
    let place = line.startIndex + position
    let id = line[place].id
    if skipped.contains(id) { return .skipped }
    if let errorPlace, place > errorPlace { return .interrupted }
    return refusals[id].map { .refused($0) } ?? .committed
  }

  /// The position of the action with an id; nil if it is not on the line.
  ///
  /// Complexity: O(log n); O(n) after the order was changed.
  public func position(of id: Int) -> Int? {
    if isReordered { return line.firstIndex { $0.id == id }.map { $0 - line.startIndex } }
    var low = line.startIndex
    var high = line.endIndex
    while low < high {
      let middle = (low + high) / 2
      if line[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < line.endIndex && line[low].id == id ? low - line.startIndex : nil
  }

  /// The last state that is kept up to a place.
  func nearest(to place: Int) -> Checkpoint? {
    var low = 0
    var high = checkpoints.count
    while low < high {
      let middle = (low + high) / 2
      if checkpoints[middle].place <= place { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? checkpoints[low - 1] : nil
  }

  /// Runs the action at a place on a state, unless it was left out, refused or interrupted.
  func apply(_ place: Int, to state: inout State) {
    let entry = line[place]
    guard !skipped.contains(entry.id), refusals[entry.id] == nil else { return }
    if let errorPlace, place > errorPlace { return }
    reducer.step(&state, entry.dispatched.action)
  }
}
