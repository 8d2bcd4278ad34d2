// SPDX-License-Identifier: Apache-2.0

/// The observers of an engine, called in the order in which they subscribed.
///
/// Those that the selection graph knows are asked only when it reports them; the others are asked
/// after every commit. To add one is O(1), to remove one O(log n) among those who watch the same.
/// Both are safe while observers refresh or are being called: one that was added hears from the
/// next commit on, one that was removed is not called any more.
@usableFromInline
final class ObserverList<State, Action> {
  @usableFromInline typealias Observer = StoreObserver<State, Action>

  /// Those that are asked after every commit.
  @usableFromInline @exclusivity(unchecked) var polled: [Watcher] = []
  @usableFromInline @exclusivity(unchecked) var filtering: [Watcher] = []
  /// Those that the graph reported, and then those that want to be called.
  @usableFromInline @exclusivity(unchecked) var candidates: [Watcher] = []
  @usableFromInline @exclusivity(unchecked) var due: [Watcher] = []
  @usableFromInline @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var count = 0
  @usableFromInline let graph = SelectionGraph<State>()

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { count == 0 }
  @inlinable var hasFilters: Bool { !filtering.isEmpty }

  @inlinable
  func add(_ observer: Observer) {
    lastID += 1
    count += 1
    observer.id = lastID
    if !observer.attach(to: graph) { polled.append(observer) }
    if observer.hasFilter { filtering.append(observer) }
  }

  @inlinable
  func remove(_ observer: Observer) {
    guard observer.id != 0 else { return }
    polled.removeSorted(observer)
    if observer.hasFilter { filtering.removeSorted(observer) }
    observer.detach(from: graph)
    observer.end()
    observer.id = 0
    count -= 1
  }

  func removeAll() {
    for watcher in polled + graph.watchers { remove(observer(watcher)) }
    candidates = []
    due = []
  }

  /// Only observers of this list are ever put into its arrays and its graph.
  @inlinable
  func observer(_ watcher: Watcher) -> Observer { unsafeDowncast(watcher, to: Observer.self) }

  @inlinable
  func willReduce(_ state: UnsafePointer<State>, _ action: Action) {
    // A filter may cancel others: ask only who is still there.
    for watcher in filtering where watcher.id != 0 { observer(watcher).willReduce(state, action) }
  }

  @inlinable
  func didReduce(committed: Bool) {
    for watcher in filtering where watcher.id != 0 {
      observer(watcher).didReduce(committed: committed)
    }
  }

  /// Brings all selections up to date and notes who is to be called.
  @inlinable
  func refresh(_ state: UnsafePointer<State>, _ counters: inout StoreCounters) {
    refreshGraph(state)
    due.removeAll(keepingCapacity: true)
    if candidates.count > 1 { candidates.sort { $0.id < $1.id } }
    var last: UInt64 = 0
    // In a batch the graph may be asked more than once, and an observer be reported again.
    for watcher in candidates where watcher.id != last {
      last = watcher.id
      if observer(watcher).refresh(state, &counters) { due.append(watcher) }
    }
    candidates.removeAll(keepingCapacity: true)
    if !polled.isEmpty {
      for watcher in polled where watcher.id != 0 {
        if observer(watcher).refresh(state, &counters) { due.append(watcher) }
      }
      if due.count > 1 { due.sort { $0.id < $1.id } }
    }
    counters.take(graph.pass)
  }

  /// Brings the graph up to date and notes whom it concerns.
  @inlinable
  func refreshGraph(_ state: UnsafePointer<State>) {
    graph.refresh(state) { candidates.append($0) }
  }

  @inlinable
  func notify(_ state: UnsafePointer<State>, _ counters: inout StoreCounters) {
    for watcher in due where watcher.id != 0 {
      counters.observersCalled += 1
      observer(watcher).notify(state)
    }
    due.removeAll(keepingCapacity: true)
  }
}
