// SPDX-License-Identifier: Apache-2.0

/// The observers of an engine, called in the order in which they subscribed.
///
/// Those that the selection graph knows are asked only when it reports them; the others are asked
/// after every commit. To add or remove one is as cheap as `OrderedSlots` says; for a row see
/// `WatchedRows`. Both are safe while observers refresh or are being called: one that was added
/// hears from the next commit on, one that was removed is not called any more.
@MainActor
@usableFromInline
final class ObserverList {
  // Exclusive: all of it is the main actor's, and a list is not accessed while one of it is called.
  /// Those that are asked after every commit.
  @usableFromInline @exclusivity(unchecked) var polled = OrderedSlots<StoreObserver>()
  @usableFromInline @exclusivity(unchecked) var filtering = OrderedSlots<StoreObserver>()
  /// Those that want to be called.
  @usableFromInline @exclusivity(unchecked) var due: [StoreObserver] = []
  @usableFromInline @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var count = 0
  /// The commit that observers were last compared with.
  @usableFromInline @exclusivity(unchecked) var lookedAt: UInt64 = 0
  @usableFromInline let graph = SelectionGraph()

  @usableFromInline
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

  @usableFromInline
  func remove(_ observer: StoreObserver) {
    guard observer.id != 0 else { return }
    polled.remove(observer.id)
    if observer.hasFilter { filtering.remove(observer.id) }
    observer.detach(from: graph)
    observer.id = 0
    observer.end()
    count -= 1
  }

  @usableFromInline
  func removeAll() {
    for observer in Array(polled) + graph.observers { remove(observer) }
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

  /// Makes those with a filter look once, although there is no action to ask it about.
  func willReplace() {
    for observer in filtering { observer.willReplace() }
  }

  /// Brings all selections up to date and notes which observers are to be called.
  @usableFromInline
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) {
    lookedAt = graph.pass.commit
    graph.refresh(state)
    due.removeAll(keepingCapacity: true)
    if graph.reported.count > 1 { graph.reported.sort { $0.id < $1.id } }
    var last: UInt64 = 0
    // In a batch the graph may be asked more than once, and an observer be reported again.
    for observer in graph.reported where observer.id != last {
      last = observer.id
      if observer.refresh(state, &counters) { due.append(observer) }
    }
    graph.reported.removeAll(keepingCapacity: true)
    if !polled.isEmpty {
      for observer in polled where observer.id != 0 {
        if observer.refresh(state, &counters) { due.append(observer) }
      }
      if due.count > 1 { due.sort { $0.id < $1.id } }
    }
    counters.take(&graph.pass)
  }

  @usableFromInline
  func notify(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) {
    for observer in due where observer.id != 0 {
      counters.observersCalled += 1
      observer.notify(state)
    }
    due.removeAll(keepingCapacity: true)
  }
}
