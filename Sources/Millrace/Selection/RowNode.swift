// SPDX-License-Identifier: Apache-2.0

/// One row as a value that others depend on.
@usableFromInline
final class RowNode<ID: Hashable, Output>: SelectionNode<Output> {
  @usableFromInline let rows: RowsNode<ID, Output>
  @usableFromInline let id: ID

  @inlinable
  init(
    identity: SelectorIdentity, rows: RowsNode<ID, Output>, id: ID, state: UnsafeRawPointer
  ) {
    self.rows = rows
    self.id = id
    super.init(
      identity: identity, rank: 1, graph: rows.graph, value: rows.access.read(state, id))
  }

  @inlinable
  override func forEachInput(_ body: (AnySelectionNode) -> Void) { body(rows) }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    guard isNews(rows, at: graph.pass.commit) else { return false }
    graph.pass.rowsCompared += 1
    return rows.access.update(state, id, &value)
  }
}
