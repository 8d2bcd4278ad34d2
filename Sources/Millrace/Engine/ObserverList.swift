// SPDX-License-Identifier: Apache-2.0

/// The observers of an engine, in the order in which they subscribed.
///
/// Those that watch a node of the selection graph are asked only when the node changed; the others
/// are asked after every commit. Adding is O(1), removing O(log n) plus the number of those who
/// watch the same node. Both are safe while observers refresh or are being called: one that was
/// added hears from the next commit on, one that was removed is not called any more.
@usableFromInline
final class ObserverList<State, Action> {
  @usableFromInline
  typealias Observer = any StoreObserver<State, Action>

  @usableFromInline
  struct Entry {
    @usableFromInline let id: UInt64
    @usableFromInline var observer: Observer?
    /// The node that it watches.
    @usableFromInline var node: AnySelectionNode<State>?

    @inlinable
    init(id: UInt64, observer: Observer?, node: AnySelectionNode<State>? = nil) {
      self.id = id
      self.observer = observer
      self.node = node
    }
  }

  /// Sorted by id, because ids only grow.
  @usableFromInline @exclusivity(unchecked) var entries: [Entry] = []
  @usableFromInline @exclusivity(unchecked) var filtering: [UInt64] = []
  /// Those that are asked after every commit.
  @usableFromInline @exclusivity(unchecked) var polled: [UInt64] = []
  /// Those whose node changed, and then those that want to be called.
  @usableFromInline @exclusivity(unchecked) var candidates: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var due: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var removed = 0
  @usableFromInline let graph = SelectionGraph<State>()
  /// Observers are being asked or called: gaps must stay.
  @usableFromInline @exclusivity(unchecked) var isInUse = false

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { entries.count == removed }
  @inlinable var count: Int { entries.count - removed }

  @inlinable
  func add(_ observer: Observer) -> UInt64 {
    lastID += 1
    entries.append(Entry(id: lastID, observer: observer))
    polled.append(lastID)
    if observer.hasFilter { filtering.append(lastID) }
    return lastID
  }

  /// Adds an observer that is asked only when a node changed.
  @inlinable
  func add(_ observer: Observer, watching node: AnySelectionNode<State>) -> UInt64 {
    lastID += 1
    entries.append(Entry(id: lastID, observer: observer, node: node))
    node.watchers.append(lastID)
    return lastID
  }

  @inlinable
  func remove(_ id: UInt64) {
    guard let index = entries.index(of: id) else { return }
    let observer = entries[index].observer.take()
    if let node = entries[index].node.take() {
      node.watchers.removeSorted(id)
      graph.release(node)
    } else if observer != nil {
      polled.removeSorted(id)
    }
    if observer != nil { removed += 1 }
    if observer?.hasFilter == true { filtering.removeSorted(id) }
    compact()
  }

  @inlinable
  func removeAll() {
    for entry in entries { remove(entry.id) }
  }

  @inlinable
  func observer(_ id: UInt64) -> Observer? {
    entries.index(of: id).flatMap { entries[$0].observer }
  }

  @inlinable
  func willReduce(_ state: State, _ action: Action) {
    // A filter may cancel others: ask only who is still there.
    for id in filtering { observer(id)?.willReduce(state, action) }
  }

  @inlinable
  func didReduce(committed: Bool) {
    for id in filtering { observer(id)?.didReduce(committed: committed) }
  }

  @inlinable
  func refresh(_ state: State, _ counters: inout StoreCounters) {
    isInUse = true
    refreshGraph(state)
    due.removeAll(keepingCapacity: true)
    if candidates.count > 1 { candidates.sort() }
    var last: UInt64 = 0
    for id in candidates where id != last {
      // In a batch the graph may be asked more than once, and a node may be noted again.
      last = id
      if let observer = observer(id), observer.refresh(state, &counters) { due.append(id) }
    }
    candidates.removeAll(keepingCapacity: true)
    for id in polled {
      if let observer = observer(id), observer.refresh(state, &counters) { due.append(id) }
    }
    if due.count > 1 { due.sort() }
    counters.slicesCompared = graph.pass.slicesCompared
    counters.selectorsComputed += graph.pass.takeComputed()
    isInUse = false
  }

  /// Brings the graph up to date and notes whom it concerns.
  @inlinable
  func refreshGraph(_ state: State) {
    graph.refresh(state) { candidates.append($0) }
  }

  @inlinable
  func notify(_ state: State, _ counters: inout StoreCounters) {
    isInUse = true
    for id in due {
      guard let observer = observer(id) else { continue }
      counters.observersCalled += 1
      observer.notify(state)
    }
    isInUse = false
    compact()
  }

  /// Drops the gaps when they are more than half; never while positions are in use.
  @inlinable
  func compact() {
    guard !isInUse, removed > entries.count / 2 else { return }
    entries.removeAll { $0.observer == nil }
    removed = 0
  }
}

extension ObserverList {
  @inlinable var hasFilters: Bool { !filtering.isEmpty }
}

extension Array {
  /// The position of an id in a list that is sorted by id.
  @inlinable
  func index<State, Action>(of id: UInt64) -> Int?
  where Element == ObserverList<State, Action>.Entry {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].id == id ? low : nil
  }
}

extension [UInt64] {
  /// Removes an id from a list in ascending order.
  @inlinable
  mutating func removeSorted(_ id: UInt64) {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < id { low = middle + 1 } else { high = middle }
    }
    if low < count && self[low] == id { remove(at: low) }
  }
}
