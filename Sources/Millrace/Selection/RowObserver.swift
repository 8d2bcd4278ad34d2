// SPDX-License-Identifier: Apache-2.0

/// Watches one row of a table, without a node of its own, so that it stays small.
@usableFromInline
final class RowObserver<ID: Hashable, Output>: RowWatcher<ID> {
  @usableFromInline let rows: RowsNode<ID, Output>
  // Exclusive: the main actor's; during an access no more than a comparison runs.
  @usableFromInline @exclusivity(unchecked) var onChange: ((Output) -> Void)?
  @usableFromInline @exclusivity(unchecked) var delivered: Output

  @inlinable
  init(
    _ rows: RowsNode<ID, Output>, row: ID, state: UnsafeRawPointer,
    onChange: @escaping (Output) -> Void
  ) {
    self.rows = rows
    self.onChange = onChange
    delivered = rows.access.read(state, row)
    super.init(row: row)
  }

  @inlinable override var graph: SelectionGraph? { rows.graph }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    counters.rowsCompared += 1
    return rows.access.update(state, row, &delivered)
  }

  @inlinable
  override func deliver() { onChange?(delivered) }

  @inlinable
  override func end() { onChange = nil }

  @inlinable
  override func attach(to graph: SelectionGraph) -> Bool {
    rows.rows.add(self)
    graph.activate(rows)
    return true
  }

  @inlinable
  override func detach(from graph: SelectionGraph) {
    rows.rows.remove(self)
    graph.release(rows)
  }
}
