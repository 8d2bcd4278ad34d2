// SPDX-License-Identifier: Apache-2.0

/// Elements in the ascending order of their numbers.
///
/// An element that is removed leaves a gap, which holds nothing. Gaps at the ends are closed at
/// once, and all of them when they are the greater part, so that a removal is cheap anywhere.
@usableFromInline
struct OrderedSlots<Element> {
  @usableFromInline
  struct Slot {
    @usableFromInline let number: UInt64
    @usableFromInline var element: Element?

    @inlinable
    init(number: UInt64, element: Element) {
      self.number = number
      self.element = element
    }
  }

  @usableFromInline private(set) var slots: [Slot] = []
  /// Where the first element is, unless it is empty.
  @usableFromInline private(set) var start = 0
  @usableFromInline private(set) var count = 0

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { count == 0 }

  /// Appends an element; its number must not be less than those of the others.
  ///
  /// Complexity: amortized O(1).
  @usableFromInline
  mutating func append(_ element: Element, _ number: UInt64) {
    slots.append(Slot(number: number, element: element))
    count += 1
  }

  /// Takes out one element with that number.
  ///
  /// Complexity: amortized O(1) moves; O(1) to find it at an end, O(log n) elsewhere.
  ///
  /// - Returns: Whether there was one.
  @usableFromInline @discardableResult
  mutating func remove(_ number: UInt64) -> Bool {
    guard let position = position(of: number) else { return false }
    // The removed element is released when the list is consistent again.
    let element = slots[position].element.take()
    count -= 1
    if position == slots.count - 1 {
      while let last = slots.last, last.element == nil { slots.removeLast() }
    }
    while start < slots.count, slots[start].element == nil { start += 1 }
    if slots.count > 2 * count + 8 { closeGaps() }
    if start >= slots.count { start = 0 }
    return withExtendedLifetime(element) { true }
  }

  /// The element with a number.
  ///
  /// Complexity: O(1) at an end, O(log n) elsewhere.
  @usableFromInline
  subscript(_ number: UInt64) -> Element? { position(of: number).flatMap { slots[$0].element } }

  /// The elements with a greater number, in order.
  ///
  /// Complexity: O(log n) and the number of them.
  func after(_ number: UInt64) -> [Element] {
    slots[slots[start...].firstPosition { $0.number > number }...].compactMap(\.element)
  }

  private mutating func closeGaps() {
    slots.removeAll { $0.element == nil }
    start = 0
  }

  private func position(of number: UInt64) -> Int? {
    if isEmpty { return nil }
    if slots[start].number == number { return start }
    var position = slots.count - 1
    if slots[position].number != number {
      position = slots[start...].firstPosition { $0.number >= number }
    }
    while position < slots.count, slots[position].number == number {
      if slots[position].element != nil { return position }
      position += 1
    }
    return nil
  }
}

extension OrderedSlots: Sequence {
  @usableFromInline
  struct Iterator: IteratorProtocol {
    @usableFromInline let slots: [Slot]
    @usableFromInline var position: Int

    @inlinable
    init(_ slots: [Slot], from position: Int) {
      self.slots = slots
      self.position = position
    }

    @inlinable
    mutating func next() -> Element? {
      while position < slots.count {
        defer { position += 1 }
        if let element = slots[position].element { return element }
      }
      return nil
    }
  }

  @inlinable
  func makeIterator() -> Iterator { Iterator(slots, from: start) }

  @inlinable var underestimatedCount: Int { count }
}

extension Array {
  /// Removes all elements and keeps the room for as many.
  ///
  /// For lists that mostly have one element, where `removeAll(keepingCapacity:)` is slower.
  mutating func clear() {
    while !isEmpty { removeLast() }
  }
}

/// The observers of an engine, called in the order in which they subscribed.
///
/// Those that the selection graph knows are asked only when it reports them; the others are asked
/// after every commit. Adding and removing cost what `OrderedSlots` says; for a row see
/// `WatchedRows`. Both are safe while observers refresh or are being called: one that was added
/// hears from the next commit on, one that was removed is not called any more.
@MainActor
@usableFromInline
final class ObserverList {
  // Exclusive: all of it is the main actor's, and no list is accessed while an observer is called.
  /// Those that are asked after every commit.
  @exclusivity(unchecked) var polled = OrderedSlots<StoreObserver>()
  @usableFromInline @exclusivity(unchecked) var filtering = OrderedSlots<StoreObserver>()
  /// Those that want to be called.
  @exclusivity(unchecked) var due: [StoreObserver] = []
  @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The commit for which observers were last refreshed.
  @exclusivity(unchecked) var lookedAt: UInt64 = 0
  @usableFromInline let graph = SelectionGraph()

  init() {}

  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var hasFilters: Bool { !filtering.isEmpty }

  @usableFromInline
  func add(_ observer: StoreObserver) {
    lastID += 1
    count += 1
    observer.id = lastID
    if !observer.attach(to: graph) { polled.append(observer, lastID) }
    if observer.hasFilter { filtering.append(observer, lastID) }
  }

  func remove(_ observer: StoreObserver) {
    guard observer.id != 0 else { return }
    polled.remove(observer.id)
    if observer.hasFilter { filtering.remove(observer.id) }
    observer.detach(from: graph)
    observer.id = 0
    observer.end()
    count -= 1
  }

  func removeAll() {
    let all = (Array(polled) + graph.observers).sorted { $0.id < $1.id }
    for observer in all { remove(observer) }
    graph.reported = []
    due = []
  }

  @usableFromInline
  func willReduce(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) {
    // A filter may cancel others: ask only those that are still there.
    for observer in filtering where observer.id != 0 { observer.willReduce(state, action) }
  }

  @usableFromInline
  func didReduce(committed: Bool) {
    for observer in filtering where observer.id != 0 { observer.didReduce(committed: committed) }
  }

  /// Makes observers with a filter refresh once: a replaced state has no action to filter.
  func willReplace() {
    for observer in filtering { observer.willReplace() }
  }

  /// Brings all selections up to date and notes which observers are to be called.
  @usableFromInline
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) {
    lookedAt = graph.commit
    graph.refresh(state)
    due.clear()
    // The last one is taken out first, so that the references move on and are not counted.
    if graph.reported.count > 1 { graph.reported.sort { $0.id > $1.id } }
    var last: UInt64 = 0
    // In a batch the graph may be asked more than once, and an observer be reported again.
    while let observer = graph.reported.popLast() {
      if observer.id == last { continue }
      last = observer.id
      if observer.refresh(state, &counters) { due.append(observer) }
    }
    if !polled.isEmpty {
      for observer in polled where observer.id != 0 {
        if observer.refresh(state, &counters) { due.append(observer) }
      }
      if due.count > 1 { due.sort { $0.id < $1.id } }
    }
    counters.take(&graph.counters)
  }

  @usableFromInline
  func notify(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) {
    if due.count == 1 {
      let observer = due.removeLast()
      if observer.id == 0 { return }
      counters.observersCalled += 1
      return observer.notify(state)
    }
    for observer in due where observer.id != 0 {
      counters.observersCalled += 1
      observer.notify(state)
    }
    due.clear()
  }
}

/// The observers of every action, called after its commit in the order in which they subscribed.
///
/// Adding and removing are safe at any time: one that was added hears from the next action on that
/// reaches the reducer, one that was removed is not called any more.
@MainActor
@usableFromInline
final class ActionObserverList<State, Action> {
  @usableFromInline typealias Observer = ActionObserver<State, Action>

  // Exclusive: all of it is the main actor's, and no list is accessed while an observer is called.
  @usableFromInline @exclusivity(unchecked) var observers = OrderedSlots<Observer>()
  /// How many of them want the state before the action too.
  @usableFromInline @exclusivity(unchecked) var transitionObservers = 0
  /// The engine that owns this list.
  ///
  /// Sound: only observers that are removed ask for it, and the engine removes all of them before
  /// it ends.
  unowned var host: ObserverHost?
  /// The number of the one that was added last.
  @usableFromInline @exclusivity(unchecked) private(set) var lastID: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }
  /// Whether the state before an action must be kept.
  @inlinable var wantsOldState: Bool { transitionObservers > 0 }

  func add(_ observer: Observer) {
    lastID += 1
    observer.id = lastID
    observer.list = self
    if observer.isOfTransitions { transitionObservers += 1 }
    observers.append(observer, lastID)
  }

  func remove(_ observer: Observer) {
    guard observer.id != 0 else { return }
    if observers.remove(observer.id) && observer.isOfTransitions { transitionObservers -= 1 }
    observer.end()
    host?.updatePlain()
  }

  /// Removes all observers.
  ///
  /// The list is empty before the first observer is released: what is released with it may cancel
  /// others.
  ///
  /// Complexity: O(n).
  func removeAll() {
    let removed = observers
    observers = OrderedSlots()
    transitionObservers = 0
    for observer in removed { observer.end() }
  }

  /// Calls the observers that were there when the action came to the reducer.
  ///
  /// `oldState` is nil unless one of them wanted it then.
  @inlinable
  func notify(
    _ action: Action, _ source: ActionSource, upTo last: UInt64 = .max, oldState: State?,
    newState: @autoclosure () -> State
  ) {
    guard let oldState else {
      let dispatched = DispatchedAction(action, source: source)
      for observer in observers where observer.id <= last { observer.onAction?(dispatched) }
      return
    }
    let transition = StateTransition(
      oldState: oldState, action: action, newState: newState(), source: source)
    let dispatched = DispatchedAction(action, source: source)
    for observer in observers where observer.id <= last {
      observer.onAction?(dispatched)
      observer.onTransition?(transition)
    }
  }

  /// Tells the observers that asked for rejections of one.
  @usableFromInline
  func notify(of rejection: DispatchedAction<Action>.Rejection) {
    for observer in observers { observer.onRejection?(rejection) }
  }

  /// Tells the observers that asked for it that the state was replaced without an action.
  func notifyOfReplacement() {
    for observer in observers { observer.onReplacement?() }
  }
}

/// Hears of every action after its commit, with or without the states around it.
@usableFromInline
final class ActionObserver<State, Action>: Watcher {
  /// Its place in the order of calls: 0 before it is added and once it is cancelled.
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var onAction: ((DispatchedAction<Action>) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onTransition:
    ((StateTransition<State, Action>) -> Void)?
  @exclusivity(unchecked) var onRejection: ((DispatchedAction<Action>.Rejection) -> Void)?
  @exclusivity(unchecked) var onReplacement: (() -> Void)?
  let isOfTransitions: Bool
  /// The list that it is in.
  ///
  /// Sound: a list removes its observers before it ends.
  fileprivate(set) unowned var list: ActionObserverList<State, Action>?

  init(
    actions: @escaping (DispatchedAction<Action>) -> Void,
    rejections: ((DispatchedAction<Action>.Rejection) -> Void)? = nil,
    replacements: (() -> Void)? = nil
  ) {
    onAction = actions
    onRejection = rejections
    onReplacement = replacements
    isOfTransitions = false
  }

  init(transitions: @escaping (StateTransition<State, Action>) -> Void) {
    onTransition = transitions
    isOfTransitions = true
  }

  /// Lets go of the closures that it calls, although its subscription may live on.
  func end() {
    id = 0
    onAction = nil
    onTransition = nil
    onRejection = nil
    onReplacement = nil
    list = nil
  }

  override func cancel() {
    list?.remove(self)
  }
}
