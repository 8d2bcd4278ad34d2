// SPDX-License-Identifier: Apache-2.0

/// A whole table as an input.
///
/// The node stores only the stamp; dependents read the table from the state.
///
/// A second reference to the table would make its next change copy the rows.
@usableFromInline
final class TableNode<Entity: Identifiable>: SelectionNode<EntityTable<Entity>> {
  // Sound: the property is immutable, and the closure is a pure function, although its type is not
  // `Sendable`.
  @usableFromInline nonisolated(unsafe) let access: (UnsafeRawPointer) -> EntityTable<Entity>
  // Exclusive: the variable is isolated to the main actor, and no code is called during an access.
  @usableFromInline @exclusivity(unchecked) var stamp: EntityStamp

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph,
    access: @escaping (UnsafeRawPointer) -> EntityTable<Entity>, state: UnsafeRawPointer
  ) {
    self.access = access
    stamp = access(state).stamp
    super.init(
      identity: identity, rank: 0, graph: graph, value: EntityTable(),
      isReadLate: true)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    graph.counters.slicesCompared &+= 1
    let new = access(state).stamp
    if new == stamp { return false }
    stamp = new
    return true
  }

  @_alwaysEmitIntoClient
  nonisolated override func readLate(_ state: UnsafeRawPointer) -> EntityTable<Entity> {
    access(state)
  }
}

/// The watched rows of one table, independent of the type of the observed value.
///
/// The node stores the stamp of the table, not the table. When the stamp has changed, the node gets
/// the changed ids from the table, and reports only the observers of these ids. If the changes are
/// not known or too many, the node reports the observers of all watched rows.
@usableFromInline
class AnyRowsNode<ID: Hashable>: AnySelectionNode {
  // Exclusive: the variables are isolated to the main actor, and an access runs no code of the user
  // except `==` and `hash` of the ids.
  @usableFromInline @exclusivity(unchecked) final var stamp: EntityStamp
  @usableFromInline @exclusivity(unchecked) final var rows = WatchedRows<ID>()
  /// The nodes of the rows that other live nodes depend on.
  @usableFromInline @exclusivity(unchecked) final var rowNodes: [ID: AnySelectionNode] = [:]

  /// The number of rows that are observed, and of rows that other nodes depend on.
  @_alwaysEmitIntoClient final var rowCount: Int { rows.lists.count + rowNodes.count }

  @_alwaysEmitIntoClient
  init(identity: SelectorIdentity, graph: SelectionGraph, stamp: EntityStamp) {
    self.stamp = stamp
    super.init(identity: identity, rank: 0, graph: graph)
  }

  @_alwaysEmitIntoClient override var isIdle: Bool { rows.isEmpty && rowNodes.isEmpty }

  /// Does nothing, because `refresh` has already reported the observers of the changed rows.
  @_alwaysEmitIntoClient
  override func propagateChange(in graph: SelectionGraph) {}

  /// Reports the observers of the rows that changed since the stamp of this node.
  ///
  /// Returns true if the table changed.
  @_alwaysEmitIntoClient
  final func reportChanges<Entity: Identifiable>(
    of table: borrowing EntityTable<Entity>, to graph: SelectionGraph
  ) -> Bool where Entity.ID == ID {
    let new = table.stamp
    if new == stamp { return false }
    // To read more changes than there are observed rows would cost more than to read the rows.
    let changes = table.storage.changes(
      since: stamp, limit: max(EntityChangeLog<ID>.capacity, rowCount))
    stamp = new
    guard let changes else {
      reportAll(to: graph)
      return true
    }
    changes.forEachID { report($0, to: graph) }
    return true
  }

  /// Reports the observers of a row, and queues the node of that row.
  @_alwaysEmitIntoClient
  final func report(_ id: ID, to graph: SelectionGraph) {
    rows.forEach(of: id) { graph.reported.append($0) }
    if !rowNodes.isEmpty, let node = rowNodes[id] { graph.enqueue(node) }
  }

  @usableFromInline
  final func reportAll(to graph: SelectionGraph) {
    rows.forEach { graph.reported.append($0) }
    for node in rowNodes.values { graph.enqueue(node) }
  }

  override var allObservers: [StoreObserver] {
    var all: [StoreObserver] = []
    rows.forEach { all.append($0) }
    return all
  }
}

/// The watched rows of one table, or of one field of them.
@usableFromInline
final class RowsNode<ID: Hashable, Output>: AnyRowsNode<ID> {
  @usableFromInline let access: RowAccess<ID, Output>

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph, access: RowAccess<ID, Output>,
    state: UnsafeRawPointer
  ) {
    self.access = access
    super.init(identity: identity, graph: graph, stamp: access.stamp(state))
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    graph.counters.slicesCompared &+= 1
    return access.reportChanges(state, self, graph)
  }

  /// Updates the value of an observer, and returns true if it changed.
  ///
  /// It is a call of its own, in which the closure is not retained.
  @_alwaysEmitIntoClient @inline(never)
  func update(_ observer: RowObserver<ID, Output>, _ state: UnsafeRawPointer) -> Bool {
    access.update(state, observer)
  }

  @_alwaysEmitIntoClient
  override func attach(_ dependent: AnySelectionNode) {
    // Sound: only a `RowNode` attaches to a `RowsNode`, and both have the same generic arguments.
    let row = unsafeDowncast(dependent, to: RowNode<ID, Output>.self)
    // An id that is not equal to itself could not be found again.
    if row.id == row.id { rowNodes[row.id] = row }
  }

  @_alwaysEmitIntoClient
  override func detach(_ dependent: AnySelectionNode) {
    // Sound: the dependent has been attached before, so it is a `RowNode`.
    rowNodes[unsafeDowncast(dependent, to: RowNode<ID, Output>.self).id] = nil
  }
}

/// One row as an input of other nodes.
@usableFromInline
final class RowNode<ID: Hashable, Output>: SelectionNode<Output> {
  @usableFromInline let rows: RowsNode<ID, Output>
  @usableFromInline let id: ID
  /// True if every refresh after a change of the row reports a change, and each dependent compares
  /// the values itself.
  @usableFromInline let hasCustomComparison: Bool

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, rows: RowsNode<ID, Output>, id: ID, hasCustomComparison: Bool,
    state: UnsafeRawPointer
  ) {
    self.rows = rows
    self.id = id
    self.hasCustomComparison = hasCustomComparison
    super.init(
      identity: identity, rank: 1, graph: rows.graph, value: rows.access.read(state, id))
  }

  @_alwaysEmitIntoClient
  override func forEachInput(_ body: (AnySelectionNode) -> Void) { body(rows) }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    guard hasChanged(rows, at: graph.commit) else { return false }
    graph.counters.rowsCompared &+= 1
    let new = rows.access.read(state, id)
    let isChanged = hasCustomComparison || rows.access.didChange(value, new)
    // Also without a change: for a projection of the row, the removal of the row is no change.
    replaceValue(new)
    return isChanged
  }
}

/// The operations of a `RowsNode` on its table.
///
/// The closures are created in client code, so that they are specialized.
@MainActor
@usableFromInline
struct RowAccess<ID: Hashable, Output> {
  @usableFromInline let stamp: (UnsafeRawPointer) -> EntityStamp
  /// Reports the observers of the changed rows.
  ///
  /// Returns true if the table changed.
  @usableFromInline let reportChanges:
    @MainActor (UnsafeRawPointer, AnyRowsNode<ID>, SelectionGraph) -> Bool
  /// Reads the observed value of a row, also if the table has no such row.
  @usableFromInline let read: (UnsafeRawPointer, ID) -> Output
  @usableFromInline let didChange: (Output, Output) -> Bool
  /// Updates the value of an observer.
  ///
  /// Returns true if the value changed.
  @usableFromInline let update: (UnsafeRawPointer, RowObserver<ID, Output>) -> Bool

  @_alwaysEmitIntoClient
  init<State, Entity: Identifiable & Sendable>(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, read: @escaping (Entity?) -> Output,
    didChange: @escaping (Output, Output) -> Bool
  ) where Entity.ID == ID, ID: Sendable {
    let table = PartInState(table)
    let access = TableAccess(table)
    stamp = access.stamp
    reportChanges = access.reportChanges
    self.read = { state, id in table.borrow(state) { read($0[id: id]) } }
    self.didChange = didChange
    update = { state, observer in
      observer.update(table.borrow(state) { read($0[id: observer.row]) }, didChange)
    }
  }

  /// Creates the operations of a projection of a row: those on the table are specialized, and those
  /// on the observed value, whose type is not known there, are not.
  init<Entity: Identifiable & Sendable>(
    _ table: TableAccess<Entity>, read: @escaping (Entity?) -> Output,
    didChange: @escaping (Output, Output) -> Bool
  ) where Entity.ID == ID, ID: Sendable {
    stamp = table.stamp
    reportChanges = table.reportChanges
    let row = table.row
    self.read = { read(row($0, $1)) }
    self.didChange = didChange
    update = { $1.update(read(row($0, $1.row)), didChange) }
  }
}

/// The operations on a table that do not depend on the observed value.
@usableFromInline
struct TableAccess<Entity: Identifiable & Sendable>: Sendable where Entity.ID: Sendable {
  @usableFromInline let stamp: @Sendable (UnsafeRawPointer) -> EntityStamp
  @usableFromInline let reportChanges:
    @MainActor @Sendable (UnsafeRawPointer, AnyRowsNode<Entity.ID>, SelectionGraph) -> Bool
  @usableFromInline let row: @Sendable (UnsafeRawPointer, Entity.ID) -> Entity?

  @_alwaysEmitIntoClient
  init<State>(_ table: PartInState<State, EntityTable<Entity>>) {
    stamp = { table.borrow($0) { $0.stamp } }
    reportChanges = { state, node, graph in
      table.borrow(state) { node.reportChanges(of: $0, to: graph) }
    }
    row = { state, id in table.borrow(state) { $0[id: id] } }
  }
}
