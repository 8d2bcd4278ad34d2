// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The last actions of a run, and a few of its states, from which all others are made again.
///
/// The actions are in a ring: when it is full, the oldest one is dropped. Of the states at most
/// eight are kept, the first one included, and no two of them closer than 512 actions; those that
/// are thinned out are the ones that are nearest to their neighbours for their age. The first state
/// follows the oldest action by running the reducer once more.
///
/// It is a value of its own, without a store: a ``TraceRecorder`` fills it.
public struct TraceHistory<State, Action: Sendable> {
  /// One action and what became of it.
  public struct Entry {
    /// The action.
    public let action: Action
    /// Where it came from: place, number, cause and effect.
    public let source: ActionSource
    /// When: microseconds since 1970.
    public let time: UInt64
    /// Whether the reducer refused it.
    public let isRefused: Bool

    @inlinable
    init(action: Action, source: ActionSource, time: UInt64, isRefused: Bool) {
      self.action = action
      self.source = source
      self.time = time
      self.isRefused = isRefused
    }

    /// Its number in its store.
    public var number: UInt64 { source.number ?? 0 }
  }

  /// A state and its place: how many actions were recorded before it.
  @usableFromInline
  struct Keyframe {
    @usableFromInline var place: Int
    @usableFromInline var state: State

    @inlinable
    init(place: Int, state: State) {
      self.place = place
      self.state = state
    }
  }

  /// How many actions there are at least between two states that are kept.
  @inlinable public static var stride: Int { 512 }
  /// How many states are kept at most.
  @inlinable public static var mostStates: Int { 8 }
  /// A part of the ring, which grows by such parts.
  @inlinable static var partSize: Int { 1_024 }

  /// How many actions are kept at most.
  public let limit: Int
  /// How an action makes the next state of one: one closure, as a reducer is made of several, each
  /// of which would be retained for each action.
  @usableFromInline let step: @Sendable (inout State, Action) -> Void
  @usableFromInline var parts: [ContiguousArray<Entry>] = []
  /// How many actions were dropped: the place of the oldest one.
  @usableFromInline private(set) var start = 0
  /// How many actions were recorded: the place of the next one.
  @usableFromInline private(set) var end = 0
  // Where the two are in the ring, without a division.
  @usableFromInline private(set) var startSlot = 0
  @usableFromInline private(set) var endSlot = 0
  /// The first is the state before the oldest action.
  @usableFromInline private(set) var keyframes: [Keyframe]
  /// Why actions were refused, by their places.
  @usableFromInline private(set) var reasons: [Int: String] = [:]

  /// Creates a history in which nothing has happened.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: How an action makes the next state of one.
  ///   - limit: How many actions are kept.
  @inlinable
  public init(state: State, reducer: Reducer<State, Action>, limit: Int = 100_000) {
    self.limit = max(1, limit)
    let canThrow = reducer.canThrow
    step = { state, action in reducer.step(&state, action, canThrow: canThrow) }
    keyframes = [Keyframe(place: 0, state: state)]
    keyframes.reserveCapacity(Self.mostStates + 1)
  }

  /// How many actions there are.
  @inlinable public var count: Int { end - start }

  /// How many states are kept.
  @inlinable public var stateCount: Int { keyframes.count }

  /// An action by its position; 0 is the oldest.
  @inlinable
  public subscript(position: Int) -> Entry {
    precondition(position >= 0 && position < count, "There is no action at \(position).")
    return entry(at: start + position)
  }

  /// Why the action at a position was refused.
  public func reason(at position: Int) -> String? { reasons[start + position] }

  @inlinable
  func entry(at place: Int) -> Entry {
    let slot = place % limit
    return parts[slot / Self.partSize][slot % Self.partSize]
  }

  /// Adds an action.
  ///
  /// Complexity: O(1) and no allocation, except that one part of the ring is allocated per 1,024
  /// actions until it is full; from then on the reducer runs once more for each action, for the
  /// first state.
  ///
  /// - Parameters:
  ///   - dispatched: The action.
  ///   - time: When: microseconds since 1970.
  ///   - refusal: Why it was refused, if it was.
  ///   - state: The state after it, which is asked for once per 512 actions.
  @inlinable
  public mutating func append(
    _ dispatched: DispatchedAction<Action>, at time: UInt64, refusal: String? = nil,
    state: () -> State
  ) {
    if count == limit { dropFirst() }
    let entry = Entry(
      action: dispatched.action, source: dispatched.source, time: time,
      isRefused: refusal != nil)
    let slot = endSlot
    endSlot = slot + 1 == limit ? 0 : slot + 1
    if end < limit {
      if slot % Self.partSize == 0 { addPart() }
      parts[slot / Self.partSize].append(entry)
    } else {
      parts[slot / Self.partSize][slot % Self.partSize] = entry
    }
    if let refusal { reasons[end] = refusal }
    end += 1
    if end - keyframes[keyframes.count - 1].place >= Self.stride { keep(state()) }
  }

  @usableFromInline
  mutating func addPart() {
    var part = ContiguousArray<Entry>()
    part.reserveCapacity(min(Self.partSize, limit - parts.count * Self.partSize))
    parts.append(part)
  }

  /// Forgets all and begins with a state that no action has made.
  @inlinable
  public mutating func restart(with state: State) {
    parts = []
    reasons = [:]
    start = 0
    end = 0
    startSlot = 0
    endSlot = 0
    keyframes.removeAll(keepingCapacity: true)
    keyframes.append(Keyframe(place: 0, state: state))
  }

  /// Drops the oldest action and moves the first state on.
  @inlinable
  mutating func dropFirst() {
    let slot = startSlot
    let isRefused = parts[slot / Self.partSize][slot % Self.partSize].isRefused
    if !isRefused {
      // Not by a method of this value, for whose call it would be copied.
      step(&keyframes[0].state, parts[slot / Self.partSize][slot % Self.partSize].action)
    }
    startSlot = slot + 1 == limit ? 0 : slot + 1
    if !reasons.isEmpty { reasons[start] = nil }
    start += 1
    keyframes[0].place = start
    if keyframes.count > 1, keyframes[1].place <= start { keyframes.remove(at: 0) }
  }

  /// Does to a state what the action at a place did.
  @inlinable
  func apply(_ place: Int, to state: inout State) {
    let entry = entry(at: place)
    guard !entry.isRefused else { return }
    step(&state, entry.action)
  }

  /// Keeps the state after the last action.
  @usableFromInline
  mutating func keep(_ state: State) {
    keyframes.append(Keyframe(place: end, state: state))
    guard keyframes.count > Self.mostStates else { return }
    // The one whose neighbours are closest together, measured by how long ago it was.
    var best = (index: 1, gap: Double.infinity)
    for index in 1..<(keyframes.count - 1) {
      let width = keyframes[index + 1].place - keyframes[index - 1].place
      let age = end - keyframes[index].place + Self.stride
      let gap = Double(width) / Double(age)
      if gap < best.gap { best = (index, gap) }
    }
    keyframes.remove(at: best.index)
  }

  /// Makes a state again.
  ///
  /// Complexity: one run of the reducer for each action since the state that was kept before: at
  /// most 512 for the last 512 actions, and about as many as the state is old for older ones.
  ///
  /// - Parameter count: After how many of the actions; 0 for the first state.
  /// - Returns: The state.
  public func state(after count: Int) -> State {
    precondition(count >= 0 && count <= self.count, "There is no state after \(count) actions.")
    let place = start + count
    let keyframe = keyframes.last { $0.place <= place } ?? keyframes[0]
    var state = keyframe.state
    for before in keyframe.place..<place { apply(before, to: &state) }
    return state
  }

  /// Finds an action by its number.
  ///
  /// Complexity: O(log n).
  ///
  /// - Parameter number: The number.
  /// - Returns: Its position, or nil.
  public func position(of number: UInt64) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].number == number ? low : nil
  }
}

extension TraceHistory: Sendable where State: Sendable {}
extension TraceHistory.Entry: Sendable where State: Sendable {}
extension TraceHistory.Keyframe: Sendable where State: Sendable {}

extension Reducer {
  /// Makes of a state what a store would make of it: one that the reducer refuses to leave stays.
  ///
  /// - Returns: What the reducer threw.
  @inlinable @discardableResult
  func step(_ state: inout State, _ action: Action, canThrow: Bool) -> (any Error)? {
    guard canThrow else {
      _ = try? self(&state, action)
      return nil
    }
    var next = state
    do { try self(&next, action) } catch { return error }
    state = next
    return nil
  }

  /// Makes of a state what a store would make of it: one that the reducer refuses to leave stays.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - action: The action.
  /// - Returns: What the reducer threw.
  @inlinable @discardableResult
  public func step(_ state: inout State, _ action: Action) -> (any Error)? {
    step(&state, action, canThrow: canThrow)
  }
}
