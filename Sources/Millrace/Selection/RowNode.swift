// SPDX-License-Identifier: Apache-2.0

/// One row as a value that others depend on.
@usableFromInline
final class RowNode<ID: Hashable, Output>: SelectionNode<Output> {
  @usableFromInline let rows: RowsNode<ID, Output>
  @usableFromInline let id: ID
  /// The commit whose table it was read from.
  @usableFromInline @exclusivity(unchecked) var readAt: UInt64

  @inlinable
  init(
    identity: SelectorIdentity, rows: RowsNode<ID, Output>, id: ID, state: UnsafeRawPointer
  ) {
    self.rows = rows
    self.id = id
    readAt = rows.graph.pass.commit
    super.init(
      identity: identity, rank: 1, graph: rows.graph, value: rows.access.read(state, id))
  }

  @inlinable
  override func forEachInput(_ body: (AnySelectionNode) -> Void) { body(rows) }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer) -> Bool {
    guard rows.changedAt > readAt else { return false }
    readAt = graph.pass.commit
    graph.pass.rowsCompared += 1
    return rows.access.update(state, id, &value)
  }
}
