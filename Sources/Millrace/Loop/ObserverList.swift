// SPDX-License-Identifier: Apache-2.0

/// A list of elements in the ascending order of their numbers.
///
/// A removed element leaves an empty slot. Empty slots at the end are removed at once, and those at
/// the start are skipped. All empty slots are removed when they are more than about half of the
/// slots. A removal is therefore cheap at every position. An iterator has the elements that were in
/// the list when it was made; the first change during the iteration copies the slots.
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
  /// The index of the first element, if there is one.
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

  /// Removes one element with a number.
  ///
  /// Complexity: amortized O(1) moves; O(1) to find it at an end, O(log n) elsewhere.
  ///
  /// - Returns: True if there was such an element.
  @usableFromInline @discardableResult
  mutating func remove(_ number: UInt64) -> Bool {
    guard let position = position(of: number) else { return false }
    // The removed element is released last, when the list is consistent again.
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

  /// The element with a number, or nil.
  ///
  /// Complexity: O(1) at an end, O(log n) elsewhere.
  @usableFromInline
  subscript(_ number: UInt64) -> Element? { position(of: number).flatMap { slots[$0].element } }

  /// Returns the first elements that satisfy a condition, from a number on, in order.
  ///
  /// Complexity: O(log n), plus the number of slots from that number to the last returned element;
  /// to the end, if there are fewer elements than the maximum.
  ///
  /// - Parameters:
  ///   - maxCount: The maximum number of elements.
  ///   - number: The number.
  ///   - isIncluded: The condition.
  /// - Returns: The elements.
  func prefix(
    _ maxCount: Int, from number: UInt64, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    var elements: [Element] = []
    var position = slots[start...].firstPosition { $0.number >= number }
    while position < slots.count && elements.count < maxCount {
      if let element = slots[position].element, isIncluded(element) { elements.append(element) }
      position += 1
    }
    return elements
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
  /// Removes all elements and keeps the capacity.
  ///
  /// It is for lists that mostly have one element: for these `removeAll(keepingCapacity:)` is
  /// slower.
  mutating func clear() {
    while !isEmpty { removeLast() }
  }
}

extension [StoreObserver] {
  /// Sorts the observers in the order in which they subscribed.
  ///
  /// It is one function because each call of `sort` adds four kilobytes of code.
  @MainActor @inline(never)
  mutating func sortByID() {
    // Observers of rows that changed in the order of their ids are often in order.
    var last: UInt64 = 0
    for observer in self {
      if observer.id < last { return sort { $0.id < $1.id } }
      last = observer.id
    }
  }
}

/// The observers of an engine, called in the order in which they subscribed.
///
/// An observer that is attached to the selection graph is refreshed only when the graph reports it.
/// The other observers are refreshed by each call of `refresh`: after a commit or at the end of a
/// batch, if the notification rule of the engine allows it.
///
/// Adding and removing an observer have the complexity of `OrderedSlots`, and of `WatchedRows` for
/// observers of a row, plus that of the nodes that become live or are released. Both are safe while
/// observers refresh or are being called: an added observer is called from the next commit on, and
/// a removed one is not called again. An observer that is added while the graph refreshes can
/// already be called for the current commit.
@MainActor
@usableFromInline
final class ObserverList {
  // Exclusive: all properties belong to the main actor, and no access to a list calls an observer.
  /// The observers that are not attached to the graph.
  @exclusivity(unchecked) var polled = OrderedSlots<StoreObserver>()
  /// The observers with a filter, which are also in `polled`.
  @usableFromInline @exclusivity(unchecked) var filtering = OrderedSlots<FilteredObserver>()
  /// The observers that the last refresh has found; empty after they were called.
  @exclusivity(unchecked) var due: [StoreObserver] = []
  @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The number of the commit for which observers were last refreshed.
  @exclusivity(unchecked) var refreshedAt: UInt64 = 0
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
    if let observer = observer as? FilteredObserver { filtering.append(observer, lastID) }
  }

  func remove(_ observer: StoreObserver) {
    guard observer.id != 0 else { return }
    polled.remove(observer.id)
    filtering.remove(observer.id)
    observer.detach(from: graph)
    observer.id = 0
    observer.end()
    count -= 1
  }

  func removeAll() {
    var all = Array(polled) + graph.observers
    all.sortByID()
    for observer in all { remove(observer) }
    graph.reported = []
    due = []
  }

  /// Calls the filters with the state before the action and the action.
  @usableFromInline
  func willReduce(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) {
    // A filter may cancel other observers, which then have the id 0.
    for observer in filtering where observer.id != 0 {
      observer.acceptsAction = observer.filter(state, action)
    }
  }

  /// Marks the observers whose filter has accepted the action, for the next refresh.
  ///
  /// Called after the reducer, unless the action was rejected or is known to leave the state
  /// unchanged.
  @usableFromInline
  func didCommit() {
    for observer in filtering where observer.acceptsAction { observer.needsRefresh = true }
  }

  /// Marks all observers with a filter for the next refresh, without a call of the filter.
  ///
  /// Called when the state is replaced, for which there is no action.
  func willReplace() {
    for observer in filtering { observer.needsRefresh = true }
  }

  /// Updates all live selections and finds the observers that must be called.
  @usableFromInline
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) {
    refreshedAt = graph.commit
    graph.refresh(state)
    due.clear()
    // After a large change of a table, most of the reported observers have nothing to deliver. It
    // is enough to sort the others, unless an observer can have been reported several times.
    let sortsDue = graph.reported.count > 64 && !graph.wasAhead
    // In reverse order: removing the last element moves its reference and retains nothing.
    if graph.reported.count > 1 && !sortsDue {
      graph.reported.sortByID()
      graph.reported.reverse()
    }
    var last: UInt64 = 0
    // During a batch the graph can be refreshed several times, and report an observer again.
    while let observer = graph.reported.popLast() {
      if observer.id == last { continue }
      last = observer.id
      if observer.refresh(state, &counters) { due.append(observer) }
    }
    if !polled.isEmpty {
      for observer in polled where observer.id != 0 {
        if observer.refresh(state, &counters) { due.append(observer) }
      }
    }
    if due.count > 1 && (sortsDue || !polled.isEmpty) { due.sortByID() }
    counters.take(&graph.counters)
  }

  /// Calls the observers that the last refresh has found.
  @usableFromInline
  func notify(_ counters: inout StoreCounters) {
    if due.count == 1 {
      let observer = due.removeLast()
      if observer.id == 0 { return }
      counters.observersCalled += 1
      return observer.deliver()
    }
    for observer in due where observer.id != 0 {
      counters.observersCalled += 1
      observer.deliver()
    }
    due.clear()
  }
}

/// The observers of actions, rejections and replacements of the state, called in the order in which
/// they subscribed.
///
/// Adding and removing an observer are safe at any time. An added observer is called from the next
/// action on that reaches the reducer, and a removed one is not called again.
@MainActor
@usableFromInline
final class ActionObserverList<State, Action> {
  @usableFromInline typealias Observer = ActionObserver<State, Action>

  // Exclusive: all properties belong to the main actor, and no access to a list calls an observer.
  @usableFromInline @exclusivity(unchecked) var observers = OrderedSlots<Observer>()
  /// The number of observers that need the state before the action too.
  @usableFromInline @exclusivity(unchecked) var transitionObservers = 0
  /// The engine that owns this list.
  ///
  /// Sound: it is read only when an observer is removed, and the engine removes all observers
  /// before it is deallocated.
  unowned var host: (any ObserverHost)?
  /// The number of the last added observer.
  @usableFromInline @exclusivity(unchecked) private(set) var lastID: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { observers.isEmpty }
  /// True if the state before an action must be copied.
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
  /// The list is emptied before the closures of the first observer are released: a `deinit` of a
  /// captured object may cancel other observers.
  ///
  /// Complexity: O(n).
  func removeAll() {
    let removed = observers
    observers = OrderedSlots()
    transitionObservers = 0
    for observer in removed { observer.end() }
  }

  /// Calls the observers after a commit.
  ///
  /// Only observers up to the number `last` are called: those that were in the list when the action
  /// reached the reducer.
  ///
  /// `oldState` is nil unless an observer needed it at that time.
  @inlinable
  func notify(
    _ action: Action, _ source: ActionSource, upTo last: UInt64 = .max, oldState: State?,
    newState: @autoclosure () -> State
  ) {
    let dispatched = DispatchedAction(action, source: source)
    guard let oldState else {
      for observer in observers where observer.id <= last { observer.onAction?(dispatched) }
      return
    }
    let transition = StateTransition(
      oldState: oldState, action: action, newState: newState(), source: source)
    for observer in observers where observer.id <= last {
      observer.onAction?(dispatched)
      observer.onTransition?(transition)
    }
  }

  /// Reports a rejection to the observers with a function for it.
  @usableFromInline
  func notify(of rejection: DispatchedAction<Action>.Rejection, upTo last: UInt64) {
    for observer in observers where observer.id <= last { observer.onRejection?(rejection) }
  }

  /// Reports that the state was replaced without an action, to the observers with a function for
  /// it.
  func notifyOfReplacement(upTo last: UInt64) {
    for observer in observers where observer.id <= last { observer.onReplacement?() }
  }
}

/// An observer of actions, rejections and replacements of the state.
///
/// Each of its four functions can be nil. `onTransition` also gets the states before and after the
/// action.
@usableFromInline
final class ActionObserver<State, Action>: Watcher {
  /// Its position in the order of calls; 0 before it is added and after it is removed.
  @usableFromInline @exclusivity(unchecked) var id: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var onAction: ((DispatchedAction<Action>) -> Void)?
  @usableFromInline @exclusivity(unchecked) var onTransition:
    ((StateTransition<State, Action>) -> Void)?
  @exclusivity(unchecked) var onRejection: ((DispatchedAction<Action>.Rejection) -> Void)?
  @exclusivity(unchecked) var onReplacement: (() -> Void)?
  /// The list that contains this observer.
  ///
  /// Sound: a list removes its observers, which sets this to nil, before it is deallocated.
  fileprivate(set) unowned var list: ActionObserverList<State, Action>?

  init(
    actions: ((DispatchedAction<Action>) -> Void)? = nil,
    transitions: ((StateTransition<State, Action>) -> Void)? = nil,
    rejections: ((DispatchedAction<Action>.Rejection) -> Void)? = nil,
    replacements: (() -> Void)? = nil
  ) {
    onAction = actions
    onTransition = transitions
    onRejection = rejections
    onReplacement = replacements
  }

  var isOfTransitions: Bool { onTransition != nil }

  /// Marks the observer as removed and releases its closures; the subscription can live longer.
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
