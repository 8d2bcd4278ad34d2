// SPDX-License-Identifier: Apache-2.0

public import Millrace

/// The last actions of a run, and a few of its states, from which all others are made again.
///
/// The actions are on pages in a ring: when it is full, the oldest page is used again. Of the
/// states at most eight are kept, the first one included, and no two of them closer than 512
/// actions; those that are thinned out are the ones that are nearest to their neighbours for their
/// age. The first state follows the oldest page by running the reducer once more.
///
/// It is a value of its own, without a store: a ``TraceRecorder`` fills it.
public struct TraceHistory<State, Action: Sendable> {
  /// One action and what became of it.
  public typealias Entry = ActionWriter<State, Action>.Page.Entry
  @usableFromInline typealias Page = ActionWriter<State, Action>.Page

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

  /// How many actions are kept at most; some older ones stay in memory until their page is reused.
  public let limit: Int
  /// How many full pages are kept at most.
  @usableFromInline let mostPages: Int
  /// How an action makes the next state from one.
  ///
  /// It is one closure: a reducer is made of several, and each of them would be retained for each
  /// action.
  @usableFromInline let step: @Sendable (inout State, Action) -> Void
  /// The full pages; where there are as many as are kept, the oldest follows the newest.
  @usableFromInline private(set) var pages: ContiguousArray<Page> = []
  /// How many pages were full, and how many of them were dropped.
  @usableFromInline private(set) var filled = 0
  @usableFromInline private(set) var dropped = 0
  /// The page that is not full yet, and how many of its actions belong to this history: a recorder
  /// may have written more on it since.
  @usableFromInline var tail = Page()
  @usableFromInline var tailCount = 0
  /// The first is the state before the oldest action in memory; all are at ends of pages.
  @usableFromInline private(set) var keyframes: [Keyframe]
  /// Why actions were refused, by their places.
  @usableFromInline var reasons: [Int: String] = [:]

  /// Creates a history in which nothing has happened.
  ///
  /// - Parameters:
  ///   - state: The state before the first action.
  ///   - reducer: How an action makes the next state from one.
  ///   - limit: How many actions are kept.
  @inlinable
  public init(state: State, reducer: Reducer<State, Action>, limit: Int = 100_000) {
    self.limit = max(1, limit)
    mostPages = (self.limit - 1) / Page.capacity + 1
    let canThrow = reducer.canThrow
    step = { state, action in reducer.step(&state, action, canThrow: canThrow) }
    keyframes = [Keyframe(place: 0, state: state)]
    keyframes.reserveCapacity(Self.mostStates + 1)
  }

  /// How many actions were recorded: the place of the next one.
  @inlinable var end: Int { filled * Page.capacity + tailCount }
  /// The place of the oldest action that is kept.
  @inlinable var start: Int { max(dropped * Page.capacity, end - limit) }

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
    let (page, slot) = place.quotientAndRemainder(dividingBy: Page.capacity)
    return page == filled ? tail[slot] : pages[page % mostPages][slot]
  }

  /// Adds an action.
  ///
  /// Complexity: O(1), and no allocation once as many pages are full as are kept; from then on the
  /// reducer runs once more for each action, for the first state.
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

  /// Takes the page that is full now.
  ///
  /// - Returns: An empty page.
  @inlinable
  mutating func turnPage(_ page: Page, state: () -> State) -> Page {
    var next: Page?
    if filled - dropped == mostPages {
      dropFirst()
      // A history that was taken before may still read it.
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

  /// Forgets all and begins with a state that no action has made.
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

  /// Drops the oldest page and moves the first state on.
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
      // Not by a method of this value, for whose call it would be copied.
      step(&keyframes[0].state, page[slot].action)
    }
    keyframes[0].place = place
  }

  /// Runs the action at a place on a state, unless it was refused.
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
    keyframes.remove(at: Self.spare(of: keyframes.count) { keyframes[$0].place })
  }

  /// Chooses the stored state to drop: the one whose neighbours are closest together, relative to
  /// its age; never the first or the last.
  ///
  /// - Parameters:
  ///   - count: The number of stored states; three or more.
  ///   - place: The place of the state at an index; it rises with the index.
  /// - Returns: The index of the state to drop.
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

  /// The states that are kept, each with the number of actions before it; the first one is the
  /// state before the oldest action.
  var states: [(count: Int, state: State)] {
    [(0, state(after: 0))]
      + keyframes.filter { $0.place > start }.map { ($0.place - start, $0.state) }
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
extension TraceHistory.Keyframe: Sendable where State: Sendable {}

extension Reducer {
  /// Runs an action on a state as a store does: if the reducer throws, the state stays as it was.
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

  /// Runs an action on a state as a store does: if the reducer throws, the state stays as it was.
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
