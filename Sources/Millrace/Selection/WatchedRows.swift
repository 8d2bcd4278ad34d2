// SPDX-License-Identifier: Apache-2.0

/// The watched rows of a table, with the observers of each.
///
/// A slot of the set takes eight bytes, because the observer keeps the key. Several observers of
/// one row form a doubly linked list, so that any of them can be removed in O(1).
@MainActor
@usableFromInline
struct WatchedRows<ID: Hashable> {
  @usableFromInline var chains: Set<Chain> = []
  /// A reusable placeholder that is only used as the key of a look-up in `chains`.
  @usableFromInline var searchKey: RowWatcher<ID>?

  /// The observers of one row; the latest is the first.
  @MainActor
  @usableFromInline
  struct Chain: @MainActor Hashable {
    @usableFromInline let first: RowWatcher<ID>

    @_alwaysEmitIntoClient
    init(_ first: RowWatcher<ID>) {
      self.first = first
    }

    @_alwaysEmitIntoClient
    static func == (lhs: Chain, rhs: Chain) -> Bool { lhs.first.row == rhs.first.row }

    @_alwaysEmitIntoClient
    func hash(into hasher: inout Hasher) { hasher.combine(first.row) }
  }

  @_alwaysEmitIntoClient
  init() {}

  @_alwaysEmitIntoClient var isEmpty: Bool { chains.isEmpty }

  /// Visits the observers of one row, in any order.
  ///
  /// Complexity: O(1) to find them.
  @_alwaysEmitIntoClient
  mutating func forEach(of id: ID, _ body: (StoreObserver) -> Void) {
    guard !chains.isEmpty else { return }
    let key = searchKey ?? RowWatcher(row: id)
    key.row = id
    if searchKey == nil { searchKey = key }
    guard let index = chains.firstIndex(of: Chain(key)) else { return }
    visit(chains[index], body)
  }

  @_alwaysEmitIntoClient
  func forEach(_ body: (StoreObserver) -> Void) {
    for chain in chains { visit(chain, body) }
  }

  @_alwaysEmitIntoClient
  func visit(_ chain: Chain, _ body: (StoreObserver) -> Void) {
    body(chain.first)
    var next = chain.first.next
    while let observer = next {
      body(observer)
      next = observer.next
    }
  }

  /// Adds an observer in front of the others of its row.
  ///
  /// One of an id that is not equal to itself is left out: no row has such an id, so that it never
  /// changes, and it would not be found again.
  ///
  /// Complexity: O(1).
  @usableFromInline
  mutating func add(_ observer: RowWatcher<ID>) {
    if observer.row != observer.row { return }
    observer.next = chains.update(with: Chain(observer))?.first
    observer.next?.previous = observer
  }

  /// Removes an observer, if it is there.
  ///
  /// Complexity: O(1), whatever the order in which observers are removed.
  @usableFromInline
  mutating func remove(_ observer: RowWatcher<ID>) {
    let (previous, next) = (observer.previous, observer.next)
    if let previous {
      previous.next = next
    } else {
      guard let index = chains.firstIndex(of: Chain(observer)), chains[index].first === observer
      else { return }
      if let next { chains.update(with: Chain(next)) } else { chains.remove(at: index) }
    }
    next?.previous = previous
    (observer.previous, observer.next) = (nil, nil)
  }
}

/// What the observers of a row have in common, whatever they watch of it.
@usableFromInline
class RowWatcher<ID: Hashable>: StoreObserver {
  // Exclusive: all of it is the main actor's, and no access calls out.
  @usableFromInline @exclusivity(unchecked) final var row: ID
  /// The links to other observers of the row; nil for the only observer, the usual case.
  @usableFromInline @exclusivity(unchecked) final var links: RowLinks<ID>?

  @_alwaysEmitIntoClient
  init(row: ID) {
    self.row = row
  }

  /// The next in the chain, which runs from the newest to the oldest observer of a row.
  @_alwaysEmitIntoClient final var next: RowWatcher? {
    get { links?.next }
    set { link(newValue, previous) }
  }

  /// The one whose `next` this is.
  @_alwaysEmitIntoClient final var previous: RowWatcher? {
    get { links?.previous }
    set { link(next, newValue) }
  }

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

/// What comes before and after an observer of a row.
@MainActor
@usableFromInline
final class RowLinks<ID: Hashable> {
  @usableFromInline var next: RowWatcher<ID>?
  // Sound: it is alive while it is in the chain; `remove` clears the links of its neighbours.
  /// The observer in front of this one.
  @usableFromInline unowned var previous: RowWatcher<ID>?
}

/// Watches one row of a table, without a node of its own, so that it stays small.
@usableFromInline
final class RowObserver<ID: Hashable, Output>: RowWatcher<ID> {
  @usableFromInline let rows: RowsNode<ID, Output>
  // Exclusive: the main actor's; during an access no more than a comparison runs.
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

  @_alwaysEmitIntoClient override var graph: SelectionGraph? { rows.graph }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    counters.rowsCompared += 1
    return rows.access.update(state, row, &delivered)
  }

  @_alwaysEmitIntoClient
  override func deliver() { onChange?(delivered) }

  @_alwaysEmitIntoClient
  override func end() { onChange = nil }

  @_alwaysEmitIntoClient
  override func attach(to graph: SelectionGraph) -> Bool {
    // It would not be found again, neither by a change nor at the end of the store.
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

/// The operations of a `RowsNode` on its table: closures created, and specialized, in client code.
@MainActor
@usableFromInline
struct RowAccess<ID: Hashable, Output> {
  @usableFromInline let stamp: (UnsafeRawPointer) -> EntityStamp
  /// Marks the observers of changed rows as affected; returns whether the table changed.
  @usableFromInline let reportChanges:
    (UnsafeRawPointer, RowsNode<ID, Output>, SelectionGraph) -> Bool
  /// Reads the observed value of a row, which may be missing.
  @usableFromInline let read: (UnsafeRawPointer, ID) -> Output
  /// Updates a value; returns whether it changed.
  @usableFromInline let update: (UnsafeRawPointer, ID, inout Output) -> Bool

  @_alwaysEmitIntoClient
  init<State, Entity: Identifiable>(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, read: @escaping (Entity?) -> Output,
    didChange: @escaping (Output, Output) -> Bool
  ) where Entity.ID == ID {
    let table = PartInState(table)
    stamp = { table.borrow($0) { $0.stamp } }
    reportChanges = { state, node, graph in
      table.borrow(state) { table in
        let stamp = table.stamp
        if stamp == node.stamp { return false }
        let changes = table.changes(since: node.stamp)
        node.stamp = stamp
        guard let changes else {
          node.reportAll(to: graph)
          return true
        }
        for (id, _) in changes { node.report(id, to: graph) }
        return true
      }
    }
    self.read = { state, id in table.borrow(state) { read($0[id: id]) } }
    update = { state, id, value in
      let new = table.borrow(state) { read($0[id: id]) }
      if !didChange(value, new) { return false }
      put(new, into: &value)
      return true
    }
  }
}
