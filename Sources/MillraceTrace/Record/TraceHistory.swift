// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The last actions of a run, and a few of its states, from which the reducer computes all others.
///
/// The actions are stored on pages in a ring buffer. When the buffer is full, the oldest page is
/// reused. At most one state is stored per 512 actions, and at most eight in all, including the
/// first one. If there are more, one is removed: the state whose neighbours are closest together in
/// relation to its age. When the oldest page is dropped, the reducer runs the actions of that page
/// on the first state, unless the state after that page is stored.
///
/// The type is a value and needs no store. A ``TraceRecorder`` appends the actions of a store.
public struct TraceHistory<State, Action: Sendable> {
  /// One action, with its source, its time, and a flag that is set if the reducer rejected it.
  public typealias Entry = ActionWriter<State, Action>.Page.Entry
  @usableFromInline typealias Page = ActionWriter<State, Action>.Page

  /// A stored state and its place, which is the number of actions that were recorded before it.
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

  /// The minimum number of actions between two stored states, except the first one.
  @inlinable public static var stride: Int { 512 }
  /// The maximum number of stored states.
  @inlinable public static var mostStates: Int { 8 }

  /// The maximum number of actions.
  ///
  /// Older actions can remain in memory until their page is reused.
  public let limit: Int
  /// The maximum number of full pages.
  @usableFromInline let mostPages: Int
  /// Runs the reducer on a state.
  ///
  /// It is a single closure. A reducer has several, and a call would retain each of them.
  @usableFromInline let step: @Sendable (inout State, Action) -> Void
  /// The full pages.
  ///
  /// Once there are `mostPages`, the array is a ring buffer, in which the oldest page follows the
  /// newest one.
  @usableFromInline private(set) var pages: ContiguousArray<Page> = []
  /// The number of pages that became full.
  @usableFromInline private(set) var filled = 0
  /// The number of full pages that were dropped.
  @usableFromInline private(set) var dropped = 0
  /// The page that is not full.
  @usableFromInline var tail = Page()
  /// The number of actions on `tail` that belong to this history.
  ///
  /// A recorder can have written more actions on the same page.
  @usableFromInline var tailCount = 0
  /// The stored states.
  ///
  /// The first one is the state before the oldest action in memory. Each state belongs to the
  /// boundary between two pages.
  @usableFromInline private(set) var keyframes: [Keyframe]
  /// The errors of the rejected actions, by the places of the actions.
  @usableFromInline var reasons: [Int: String] = [:]

  /// Creates a history without actions.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: The reducer that computes the states.
  ///   - limit: The maximum number of actions, at least one.
  @inlinable
  public init(state: State, reducer: Reducer<State, Action>, limit: Int = 100_000) {
    self.limit = max(1, limit)
    mostPages = (self.limit - 1) / Page.capacity + 1
    let canThrow = reducer.canThrow
    step = { state, action in reducer.step(&state, action, canThrow: canThrow) }
    keyframes = [Keyframe(place: 0, state: state)]
    keyframes.reserveCapacity(Self.mostStates + 1)
  }

  /// The number of actions that were recorded, which is the place of the next action.
  @inlinable var end: Int { filled * Page.capacity + tailCount }
  /// The place of the oldest action of this history.
  @inlinable var start: Int { max(dropped * Page.capacity, end - limit) }

  /// The number of actions.
  @inlinable public var count: Int { end - start }

  /// The number of stored states.
  @inlinable public var stateCount: Int { keyframes.count }

  /// The action at a position.
  ///
  /// The oldest action has position 0.
  @inlinable
  public subscript(position: Int) -> Entry {
    precondition(position >= 0 && position < count, "There is no action at \(position).")
    return entry(at: start + position)
  }

  /// The error with which the reducer rejected the action at a position, or nil.
  public func reason(at position: Int) -> String? { reasons[start + position] }

  @inlinable
  func entry(at place: Int) -> Entry {
    let (page, slot) = place.quotientAndRemainder(dividingBy: Page.capacity)
    return page == filled ? tail[slot] : pages[page % mostPages][slot]
  }

  /// Adds an action.
  ///
  /// Complexity: amortized O(1). Once the maximum number of pages is full, the oldest page is
  /// reused, unless a copy of the history shares it. From then on the reducer runs at most once
  /// more for each action, on the first state.
  ///
  /// - Parameters:
  ///   - dispatched: The action.
  ///   - time: The time in microseconds since 1970.
  ///   - refusal: The error with which the reducer rejected the action, or nil.
  ///   - state: Returns the state after the action. It is called at most once per 512 actions.
  @inlinable
  public mutating func append(
    _ dispatched: DispatchedAction<Action>, at time: UInt64, refusal: String? = nil,
    state: () -> State
  ) {
    if !isKnownUniquelyReferenced(&tail) || tail.count != tailCount {
      let copy = Page()
      for slot in 0..<tailCount { copy.append(tail[slot]) }
      tail = copy
    }
    if let refusal { reasons[end] = refusal }
    tail.append(
      Entry(
        dispatched.action, source: dispatched.source, time: time, isRefused: refusal != nil))
    tailCount += 1
    if tailCount == Page.capacity { tail = turnPage(tail, state: state) }
  }

  /// Stores a full page.
  ///
  /// If there is no room, the oldest page is dropped first.
  ///
  /// - Returns: An empty page.
  @inlinable
  mutating func turnPage(_ page: Page, state: () -> State) -> Page {
    var next: Page?
    if filled - dropped == mostPages {
      dropFirst()
      // An earlier copy of this history can still read the page.
      if isKnownUniquelyReferenced(&pages[filled % mostPages]) {
        next = pages[filled % mostPages]
        next?.removeAll()
      }
      pages[filled % mostPages] = page
    } else {
      pages.append(page)
    }
    filled += 1
    tailCount = 0
    if end - keyframes[keyframes.count - 1].place >= Self.stride { keep(state()) }
    return next ?? Page()
  }

  /// Removes all actions and states, and starts again with a state that no action led to.
  @inlinable
  public mutating func restart(with state: State) {
    pages = []
    reasons = [:]
    filled = 0
    dropped = 0
    tail = Page()
    tailCount = 0
    keyframes.removeAll(keepingCapacity: true)
    keyframes.append(Keyframe(place: 0, state: state))
  }

  /// Drops the oldest page.
  ///
  /// The first state becomes the state after its actions.
  @inlinable
  mutating func dropFirst() {
    let first = dropped * Page.capacity
    let page = pages[dropped % mostPages]
    dropped += 1
    let place = dropped * Page.capacity
    if !reasons.isEmpty { for place in first..<place { reasons[place] = nil } }
    if keyframes.count > 1, keyframes[1].place <= place {
      keyframes.remove(at: 0)
      return
    }
    for slot in 0..<Page.capacity where !page[slot].isRefused {
      // Not with `apply(_:to:)`: its accesses to `self` and to `keyframes` would overlap.
      step(&keyframes[0].state, page[slot].action)
    }
    keyframes[0].place = place
  }

  /// Runs the action at a place on a state, unless the action was rejected.
  @inlinable
  func apply(_ place: Int, to state: inout State) {
    let entry = entry(at: place)
    guard !entry.isRefused else { return }
    step(&state, entry.action)
  }

  /// Stores the state after the last action.
  ///
  /// If there are too many states, one is removed.
  @usableFromInline
  mutating func keep(_ state: State) {
    keyframes.append(Keyframe(place: end, state: state))
    guard keyframes.count > Self.mostStates else { return }
    keyframes.remove(at: Self.spare(of: keyframes.count) { keyframes[$0].place })
  }

  /// Returns the stored state to remove: the one whose neighbours are closest together in relation
  /// to its age.
  ///
  /// It is never the first or the last state.
  ///
  /// - Parameters:
  ///   - count: The number of stored states, at least three.
  ///   - place: Returns the place of the state at an index. Places increase with the index.
  /// - Returns: The index of the state to remove.
  package static func spare(of count: Int, place: (Int) -> Int) -> Int {
    let last = place(count - 1)
    var best = (index: 1, gap: Double.infinity)
    for index in 1..<(count - 1) {
      let width = place(index + 1) - place(index - 1)
      let gap = Double(width) / Double(last - place(index) + stride)
      if gap < best.gap { best = (index, gap) }
    }
    return best.index
  }

  /// Computes the state after a number of actions.
  ///
  /// Complexity: one run of the reducer for each action since the stored state before. With the
  /// default limit that is at most 1,023 runs for the last 512 states, and for an older state at
  /// most about five times the number of the actions after it.
  ///
  /// - Parameter count: The number of actions before the state; 0 for the first state.
  /// - Returns: The state.
  public func state(after count: Int) -> State {
    precondition(count >= 0 && count <= self.count, "There is no state after \(count) actions.")
    let place = start + count
    let keyframe = keyframes.last { $0.place <= place } ?? keyframes[0]
    var state = keyframe.state
    for before in keyframe.place..<place { apply(before, to: &state) }
    return state
  }

  /// The state before the oldest action, and the stored states after it, each with the number of
  /// actions before it.
  var states: [(count: Int, state: State)] {
    [(0, state(after: 0))]
      + keyframes.filter { $0.place > start }.map { ($0.place - start, $0.state) }
  }

  /// Finds an action by its number.
  ///
  /// The numbers of the actions must be in ascending order, as those of a store are.
  ///
  /// Complexity: O(log n).
  ///
  /// - Parameter number: The number.
  /// - Returns: Its position, or nil.
  public func position(of number: UInt64) -> Int? {
    let position = (0..<count).firstPosition { self[$0].number >= number }
    return position < count && self[position].number == number ? position : nil
  }
}

extension TraceHistory: Sendable where State: Sendable {}
extension TraceHistory.Keyframe: Sendable where State: Sendable {}

extension Reducer {
  /// Runs an action on a state as a store does: if the reducer throws, the state is unchanged.
  ///
  /// - Returns: The error that the reducer threw, or nil.
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

  /// Runs an action on a state as a store does: if the reducer throws, the state is unchanged.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - action: The action.
  /// - Returns: The error that the reducer threw, or nil.
  @inlinable @discardableResult
  public func step(_ state: inout State, _ action: Action) -> (any Error)? {
    step(&state, action, canThrow: canThrow)
  }
}
