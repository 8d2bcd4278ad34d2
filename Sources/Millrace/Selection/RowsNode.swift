// SPDX-License-Identifier: Apache-2.0

/// The watched rows of one table, or of one field of them.
///
/// It keeps the stamp of the table and not the table. When the stamp is a new one, it asks the
/// table which ids changed since and reports the observers of these, and no others. A table that
/// cannot tell has all watched rows looked at.
@usableFromInline
final class RowsNode<ID: Hashable, Output>: AnySelectionNode {
  @usableFromInline let access: RowAccess<ID, Output>
  // Exclusive: all of it is the main actor's; during an access no more than a comparison runs.
  @usableFromInline @exclusivity(unchecked) var stamp: EntityStamp
  @usableFromInline @exclusivity(unchecked) var rows = WatchedRows<ID>()
  /// The rows that other live nodes depend on.
  @usableFromInline @exclusivity(unchecked) var rowNodes: [ID: RowNode<ID, Output>] = [:]

  @inlinable
  init(
    identity: SelectorIdentity, graph: SelectionGraph, access: RowAccess<ID, Output>,
    state: UnsafeRawPointer
  ) {
    self.access = access
    stamp = access.stamp(state)
    super.init(identity: identity, rank: 0, graph: graph)
  }

  @inlinable override var isIdle: Bool { rows.isEmpty && rowNodes.isEmpty }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    graph.pass.slicesCompared += 1
    return access.look(state, self)
  }

  /// The observers that it concerns were reported while it looked.
  @inlinable
  override func spread(in graph: SelectionGraph) {}

  @inlinable
  func report(_ id: ID) {
    rows.forEach(of: id) { graph.reported.append($0) }
    if !rowNodes.isEmpty, let node = rowNodes[id] { graph.enqueue(node) }
  }

  @usableFromInline
  func reportAll() {
    rows.forEach { graph.reported.append($0) }
    for node in rowNodes.values { graph.enqueue(node) }
  }

  @usableFromInline override var allObservers: [StoreObserver] {
    var all: [StoreObserver] = []
    rows.forEach { all.append($0) }
    return all
  }

  @inlinable
  override func attach(_ dependent: AnySelectionNode) {
    // Sound: `RowNode` alone attaches to the rows of a table, and to those of its own types.
    let row = unsafeDowncast(dependent, to: RowNode<ID, Output>.self)
    rowNodes[row.id] = row
  }

  @inlinable
  override func detach(_ dependent: AnySelectionNode) {
    // Sound: it is one that attached.
    rowNodes[unsafeDowncast(dependent, to: RowNode<ID, Output>.self).id] = nil
  }
}
