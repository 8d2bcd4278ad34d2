// SPDX-License-Identifier: Apache-2.0

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
      if observer.refresh(state, &counters) { due.append(consume observer) }
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
      counters.observersCalled &+= 1
      return observer.deliver()
    }
    for observer in due where observer.id != 0 {
      counters.observersCalled &+= 1
      observer.deliver()
    }
    due.clear()
  }
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
  /// It is one function because each call of `sort` adds four kilobytes of code. It is not
  /// isolated: a closure of the main actor would check at each comparison that it runs there.
  @inline(never)
  mutating func sortByID() {
    // They are often in order, as those of rows that changed in the order of the subscriptions.
    var last: UInt64 = 0
    for observer in self {
      if observer.id < last { return sort { $0.id < $1.id } }
      last = observer.id
    }
  }
}

/// An observation that a ``StoreSubscription`` cancels.
@MainActor
@usableFromInline
class Watcher {
  @inlinable
  init() {}

  /// Ends the observation; further calls do nothing.
  func cancel() {}
}

/// An engine, for observers and receipts, which do not know its types of state and action.
@MainActor
@usableFromInline
protocol ObserverHost: AnyObject {
  /// Removes an observer.
  func remove(_ observer: StoreObserver)

  /// Updates `Engine.isPlain`: true if the only work for an action is a call of the reducer.
  func updatePlain()

  /// Ends the effects that belong to a dispatch.
  ///
  /// - Parameters:
  ///   - dispatchID: The dispatch.
  ///   - first: The key of its first effect.
  ///   - count: The maximum number of its outermost effects.
  func cancelEffects(of dispatchID: UInt64, from first: UInt64, atMost count: Int)
}

/// An observer of commits, registered with an engine.
///
/// The order for an action: the filters of observers are called, the action is committed, the
/// observers that the commit can concern refresh, and those whose value changed are called. In a
/// batch the last two steps are done once, at its end.
///
/// States and actions are passed as raw pointers. The lists of observers and the graph are
/// therefore not generic: calls of generic code would cost more than the rest of their work. An
/// observer belongs to one engine, and so to one type of state.
@usableFromInline
class StoreObserver: Watcher {
  // Exclusive: the properties of all observers belong to the main actor. During an access at most a
  // comparison runs, or the `deinit` of a replaced value, which has no way to read that property.
  /// Its position in the order of calls; 0 before it is added and after it is cancelled.
  // Sound: not isolated for the closure of `sortByID`, which runs on the main actor.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) final var id: UInt64 = 0

  /// Updates the value of the observer and returns true if the observer must be called.
  @inlinable
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool { true }

  /// Brings the node up to date, for an observer that is not attached to the graph.
  ///
  /// Returns true if the value may have changed since a commit.
  @inlinable func pull(_ state: UnsafeRawPointer, since commit: UInt64) -> Bool { true }

  /// Calls the closure with the stored value; it may dispatch, subscribe and cancel.
  @inlinable func deliver() {}

  /// Registers the observer with the graph, which then reports it when its value can have changed.
  ///
  /// - Returns: False if the graph cannot do that, and the observer must refresh after every
  ///   commit.
  @inlinable func attach(to graph: SelectionGraph) -> Bool { false }

  /// Removes the observer from the graph.
  @inlinable func detach(from graph: SelectionGraph) {}

  /// Releases the closure; the subscription can live longer.
  @inlinable func end() {}

  /// The node whose value the observer reads, or nil if it reads no node.
  @inlinable var source: AnySelectionNode? { nil }

  /// The graph of the store that it observes.
  @inlinable var graph: SelectionGraph? { source?.graph }

  override func cancel() {
    if id != 0 { graph?.host?.remove(self) }
  }
}

/// An observer that refreshes after each commit, independent of the graph.
@usableFromInline
class PolledObserver: StoreObserver {
  // Sound: read only while the observer is registered; the engine, which owns the graph, removes
  // the observer before the graph is released.
  @usableFromInline final unowned let home: SelectionGraph

  @inlinable
  init(in graph: SelectionGraph) {
    home = graph
  }

  @inlinable override var graph: SelectionGraph? { home }
}

/// An observer that is called after every commit, without a comparison, and stores no value.
@usableFromInline
final class CommitObserver: PolledObserver {
  @usableFromInline @exclusivity(unchecked) var onCommit: (() -> Void)?
  /// The number of the last commit before the observer was added.
  ///
  /// If the observer is added in a batch, the end of the batch reports that commit to the others.
  @usableFromInline let lastBefore: UInt64

  @inlinable
  init(in graph: SelectionGraph, after commit: UInt64, onCommit: @escaping () -> Void) {
    self.onCommit = onCommit
    lastBefore = commit
    super.init(in: graph)
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    home.commit != lastBefore
  }

  @inlinable
  override func deliver() { onCommit?() }

  @inlinable
  override func end() { onCommit = nil }
}

/// An observer that refreshes only after actions that a filter accepts, and after a replacement.
///
/// The node of the selector is not live, unless other observers watch it too. After other actions,
/// nothing is therefore computed or compared.
@usableFromInline
final class FilteredObserver: PolledObserver {
  @usableFromInline
  typealias Filter = (_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) -> Bool

  @usableFromInline let filter: Filter
  /// The key of the node of the selector; the observer can read a node of its own instead.
  @usableFromInline let key: SelectorIdentity
  /// The observer of the selector, which compares the values and delivers them.
  @usableFromInline let observer: StoreObserver
  /// The number of the commit for which `observer` was last refreshed.
  @usableFromInline @exclusivity(unchecked) var checkedAt: UInt64

  // Exclusive: two flags of the main actor; to read or write a flag calls no code.
  /// True if the filter has accepted the current action.
  @exclusivity(unchecked) var acceptsAction = false
  /// True if a committed action was accepted, or the state was replaced, since the last refresh.
  @usableFromInline @exclusivity(unchecked) var needsRefresh: Bool

  @inlinable
  init(
    _ observer: StoreObserver, of key: SelectorIdentity, filter: @escaping Filter,
    in graph: SelectionGraph
  ) {
    self.filter = filter
    self.key = key
    self.observer = observer
    // During a refresh of the graph the value can be that of the previous commit.
    checkedAt = graph.isWorking ? graph.commit &- 1 : graph.commit
    needsRefresh = graph.isWorking
    super.init(in: graph)
  }

  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    guard needsRefresh else { return false }
    needsRefresh = false
    defer { checkedAt = home.commit }
    return observer.pull(state, since: checkedAt) && observer.refresh(state, &counters)
  }

  override func attach(to graph: SelectionGraph) -> Bool {
    // The node stays in the graph, although it is not live.
    observer.source?.readers += 1
    return false
  }

  override func detach(from graph: SelectionGraph) {
    observer.source?.readers -= 1
    observer.detach(from: graph)
  }

  override func deliver() { observer.deliver() }

  override func end() { observer.end() }
}
