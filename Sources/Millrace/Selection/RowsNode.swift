// SPDX-License-Identifier: Apache-2.0

/// A whole table as an input: its stamp is kept, and the table is read when it is asked for.
///
/// A second reference to the table would make its next change copy the rows.
@usableFromInline
final class TableNode<Entity: Identifiable>: SelectionNode<EntityTable<Entity>> {
  // Sound: a constant, and a pure function, although its type is not `Sendable`.
  @usableFromInline nonisolated(unsafe) let access: (UnsafeRawPointer) -> EntityTable<Entity>
  // Exclusive: a stamp of the main actor's; to read or write it calls nothing.
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
    graph.counters.slicesCompared += 1
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

/// The watched rows of one table, or of one field of them.
///
/// It keeps the stamp of the table and not the table. When the stamp is a new one, it asks the
/// table which ids changed since and reports the observers of these, and no others. A table that
/// cannot tell reports the observers of all watched rows.
@usableFromInline
final class RowsNode<ID: Hashable, Output>: AnySelectionNode {
  @usableFromInline let access: RowAccess<ID, Output>
  // Exclusive: all of it is the main actor's; during an access no more than a comparison runs.
  @usableFromInline @exclusivity(unchecked) var stamp: EntityStamp
  @usableFromInline @exclusivity(unchecked) var rows = WatchedRows<ID>()
  /// The rows that other live nodes depend on.
  @usableFromInline @exclusivity(unchecked) var rowNodes: [ID: RowNode<ID, Output>] = [:]

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph, access: RowAccess<ID, Output>,
    state: UnsafeRawPointer
  ) {
    self.access = access
    stamp = access.stamp(state)
    super.init(identity: identity, rank: 0, graph: graph)
  }

  @_alwaysEmitIntoClient override var isIdle: Bool { rows.isEmpty && rowNodes.isEmpty }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    graph.counters.slicesCompared += 1
    return access.reportChanges(state, self, graph)
  }

  /// Does nothing: `refresh` has reported the observers that the change concerns.
  @_alwaysEmitIntoClient
  override func propagateChange(in graph: SelectionGraph) {}

  @_alwaysEmitIntoClient
  func report(_ id: ID, to graph: SelectionGraph) {
    rows.forEach(of: id) { graph.reported.append($0) }
    if !rowNodes.isEmpty, let node = rowNodes[id] { graph.enqueue(node) }
  }

  @usableFromInline
  func reportAll(to graph: SelectionGraph) {
    rows.forEach { graph.reported.append($0) }
    for node in rowNodes.values { graph.enqueue(node) }
  }

  override var allObservers: [StoreObserver] {
    var all: [StoreObserver] = []
    rows.forEach { all.append($0) }
    return all
  }

  @_alwaysEmitIntoClient
  override func attach(_ dependent: AnySelectionNode) {
    // Sound: `RowNode` alone attaches to the rows of a table, and to those of its own types.
    let row = unsafeDowncast(dependent, to: RowNode<ID, Output>.self)
    if row.id == row.id { rowNodes[row.id] = row }
  }

  @_alwaysEmitIntoClient
  override func detach(_ dependent: AnySelectionNode) {
    // Sound: it is one that attached.
    rowNodes[unsafeDowncast(dependent, to: RowNode<ID, Output>.self).id] = nil
  }
}

/// One row as a value that others depend on.
@usableFromInline
final class RowNode<ID: Hashable, Output>: SelectionNode<Output> {
  @usableFromInline let rows: RowsNode<ID, Output>
  @usableFromInline let id: ID
  /// Whether each dependent compares for itself, so that the value is always the current one.
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
    graph.counters.rowsCompared += 1
    guard hasCustomComparison else { return rows.access.update(state, id, &value) }
    put(rows.access.read(state, id), into: &value)
    return true
  }
}
