// SPDX-License-Identifier: Apache-2.0

/// The watched rows of a table, with the observers of each row.
///
/// An element of the set takes eight bytes, because the id is stored in the observer. Several
/// observers of one row form a doubly linked list, so that each can be removed in O(1).
@MainActor
@usableFromInline
struct WatchedRows<ID: Hashable> {
  @usableFromInline var lists: Set<ObserversOfRow> = []
  /// A reusable object that is only the key of a look-up in `lists`.
  @usableFromInline var searchKey: RowWatcher<ID>?

  /// The linked list of the observers of one row, from the newest to the oldest.
  @MainActor
  @usableFromInline
  struct ObserversOfRow: @MainActor Hashable {
    @usableFromInline let first: RowWatcher<ID>

    @_alwaysEmitIntoClient
    init(_ first: RowWatcher<ID>) {
      self.first = first
    }

    @_alwaysEmitIntoClient
    static func == (lhs: ObserversOfRow, rhs: ObserversOfRow) -> Bool {
      lhs.first.row == rhs.first.row
    }

    @_alwaysEmitIntoClient
    func hash(into hasher: inout Hasher) { hasher.combine(first.row) }
  }

  @_alwaysEmitIntoClient
  init() {}

  @_alwaysEmitIntoClient var isEmpty: Bool { lists.isEmpty }

  /// Calls `body` with each observer of one row, in any order.
  ///
  /// Complexity: O(1) to find the observers.
  @_alwaysEmitIntoClient
  mutating func forEach(of id: ID, _ body: (StoreObserver) -> Void) {
    guard !lists.isEmpty else { return }
    // The object is moved out and back, because a second reference would be retained.
    let key = searchKey.take() ?? RowWatcher(row: id)
    key.row = id
    if let index = lists.firstIndex(of: ObserversOfRow(key)) { visit(lists[index], body) }
    searchKey = key
  }

  @_alwaysEmitIntoClient
  func forEach(_ body: (StoreObserver) -> Void) {
    for list in lists { visit(list, body) }
  }

  @_alwaysEmitIntoClient
  func visit(_ list: ObserversOfRow, _ body: (StoreObserver) -> Void) {
    body(list.first)
    var next = list.first.next
    while let observer = next {
      body(observer)
      next = observer.next
    }
  }

  /// Adds an observer in front of the others of its row.
  ///
  /// An observer of an id that is not equal to itself is not added. No row is found by such an id,
  /// so its value never changes; and the observer could not be found again.
  ///
  /// Complexity: O(1).
  @usableFromInline
  mutating func add(_ observer: RowWatcher<ID>) {
    if observer.row != observer.row { return }
    observer.next = lists.update(with: ObserversOfRow(observer))?.first
    observer.next?.previous = observer
  }

  /// Removes an observer.
  ///
  /// Does nothing if the observer was not added.
  ///
  /// Complexity: O(1), in any order of removals.
  @usableFromInline
  mutating func remove(_ observer: RowWatcher<ID>) {
    let (previous, next) = (observer.previous, observer.next)
    if let previous {
      previous.next = next
    } else {
      guard let index = lists.firstIndex(of: ObserversOfRow(observer)),
        lists[index].first === observer
      else { return }
      if let next { lists.update(with: ObserversOfRow(next)) } else { lists.remove(at: index) }
    }
    next?.previous = previous
    (observer.previous, observer.next) = (nil, nil)
  }
}

/// The base class of the observers of a row, independent of the type of the observed value.
@usableFromInline
class RowWatcher<ID: Hashable>: StoreObserver {
  // Exclusive: the variables are isolated to the main actor, and an access runs at most `==` and
  // `hash` of the id, which must not use the store.
  /// The id of the row.
  @usableFromInline @exclusivity(unchecked) final var row: ID
  /// The links to other observers of the row, or nil for a single observer, the usual case.
  @usableFromInline @exclusivity(unchecked) final var links: RowLinks<ID>?

  @_alwaysEmitIntoClient
  init(row: ID) {
    self.row = row
  }

  /// The next observer in the linked list: the one that was added to the row before this one.
  @_alwaysEmitIntoClient final var next: RowWatcher? {
    get { links?.next }
    set { link(newValue, previous) }
  }

  /// The previous observer in the linked list.
  @_alwaysEmitIntoClient final var previous: RowWatcher? {
    get { links?.previous }
    set { link(next, newValue) }
  }

  /// Sets both links.
  @usableFromInline
  final func link(_ next: RowWatcher?, _ previous: RowWatcher?) {
    if next == nil && previous == nil {
      links = nil
    } else {
      if links == nil { links = RowLinks() }
      links?.next = next
      links?.previous = previous
    }
  }
}

/// The links of an observer to the next and the previous observer of the same row.
@MainActor
@usableFromInline
final class RowLinks<ID: Hashable> {
  @usableFromInline var next: RowWatcher<ID>?
  // Sound: an observer in the linked list is retained by the list, and `remove` updates the links
  // of both neighbors.
  /// The previous observer.
  @usableFromInline unowned var previous: RowWatcher<ID>?
}

/// An observer of one row of a table.
///
/// The observer has no node of its own, which saves memory.
@usableFromInline
final class RowObserver<ID: Hashable, Output>: RowWatcher<ID> {
  @usableFromInline let rows: RowsNode<ID, Output>
  // Exclusive: the variables are isolated to the main actor, and an access runs at most a
  // comparison.
  @usableFromInline @exclusivity(unchecked) var onChange: ((Output) -> Void)?
  @usableFromInline @exclusivity(unchecked) var delivered: Output

  @_alwaysEmitIntoClient
  init(
    _ rows: RowsNode<ID, Output>, row: ID, state: UnsafeRawPointer,
    onChange: @escaping (Output) -> Void
  ) {
    self.rows = rows
    self.onChange = onChange
    delivered = rows.access.read(state, row)
    super.init(row: row)
  }

  @_alwaysEmitIntoClient override var source: AnySelectionNode? { rows }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    counters.rowsCompared &+= 1
    return rows.update(self, state)
  }

  /// Replaces the value.
  ///
  /// Returns true if the value changed.
  @_alwaysEmitIntoClient @inline(__always)
  func update(_ new: consuming Output, _ didChange: (Output, Output) -> Bool) -> Bool {
    if !didChange(delivered, new) { return false }
    let old = exchange(&delivered, for: new)
    _fixLifetime(old)
    return true
  }

  @_alwaysEmitIntoClient
  override func deliver() { onChange?(delivered) }

  @_alwaysEmitIntoClient
  override func end() { onChange = nil }

  @_alwaysEmitIntoClient
  override func attach(to graph: SelectionGraph) -> Bool {
    // An observer of an id that is not equal to itself could not be found again, neither after a
    // change nor when the store ends.
    guard row == row else { return false }
    rows.rows.add(self)
    graph.activate(rows)
    return true
  }

  @_alwaysEmitIntoClient
  override func detach(from graph: SelectionGraph) {
    rows.rows.remove(self)
    graph.release(rows)
  }
}
