// SPDX-License-Identifier: Apache-2.0

/// The observers of an engine, in the order in which they subscribed.
///
/// Every observer refreshes after every commit. Adding is O(1), removing O(log n). Both are safe
/// while observers refresh or are being called: one that was added hears from the next commit on,
/// one that was removed is not called any more.
@usableFromInline
final class ObserverList<State, Action> {
  @usableFromInline
  typealias Observer = any StoreObserver<State, Action>

  @usableFromInline
  struct Entry {
    @usableFromInline let id: UInt64
    @usableFromInline var observer: Observer?

    @inlinable
    init(id: UInt64, observer: Observer?) {
      self.id = id
      self.observer = observer
    }
  }

  /// Sorted by id, because ids only grow.
  @usableFromInline @exclusivity(unchecked) var entries: [Entry] = []
  @usableFromInline @exclusivity(unchecked) var filtering: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var due: [Int] = []
  @usableFromInline @exclusivity(unchecked) var lastID: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var removed = 0
  /// Positions in `entries` are in use: gaps must stay.
  @usableFromInline @exclusivity(unchecked) var isInUse = false

  @inlinable
  init() {}

  @inlinable var isEmpty: Bool { entries.count == removed }
  @inlinable var count: Int { entries.count - removed }

  @inlinable
  func add(_ observer: Observer) -> UInt64 {
    lastID += 1
    entries.append(Entry(id: lastID, observer: observer))
    if observer.hasFilter { filtering.append(lastID) }
    return lastID
  }

  @inlinable
  func remove(_ id: UInt64) {
    guard let index = entries.index(of: id) else { return }
    let observer = entries[index].observer.take()
    removed += 1
    if observer?.hasFilter == true { filtering.removeAll { $0 == id } }
    compact()
  }

  @inlinable
  func removeAll() {
    filtering = []
    for index in entries.indices where entries[index].observer != nil {
      entries[index].observer = nil
      removed += 1
    }
    compact()
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
    due.removeAll(keepingCapacity: true)
    isInUse = true
    for index in entries.indices {
      if let observer = entries[index].observer, observer.refresh(state, &counters) {
        due.append(index)
      }
    }
    isInUse = false
  }

  @inlinable
  func notify(_ state: State, _ counters: inout StoreCounters) {
    isInUse = true
    for index in due {
      guard let observer = entries[index].observer else { continue }
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
