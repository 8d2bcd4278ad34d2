// SPDX-License-Identifier: Apache-2.0

/// Watches one row of a table without a node of its own, so that it stays small.
@usableFromInline
final class RowObserver<State, Action, Entity: Identifiable, Output>:
  DeliveringObserver<State, Action, Output>
{
  @usableFromInline let rows: RowsNode<State, Entity, Output>
  @usableFromInline let row: Entity.ID

  @inlinable
  init(
    _ rows: RowsNode<State, Entity, Output>, row: Entity.ID, state: UnsafePointer<State>,
    onChange: @escaping (Output) -> Void
  ) {
    self.rows = rows
    self.row = row
    super.init(delivered: rows.read(state, row), onChange: onChange)
  }

  @inlinable
  override func refresh(_ state: UnsafePointer<State>, _ counters: inout StoreCounters) -> Bool {
    counters.rowsCompared += 1
    let new = rows.read(state, row)
    if rows.areEqual(delivered, new) { return false }
    delivered = new
    return true
  }

  @inlinable
  override func attach(to graph: SelectionGraph<State>) -> Bool {
    rows.add(self, to: row)
    graph.activate(rows)
    return true
  }

  @inlinable
  override func detach(from graph: SelectionGraph<State>) {
    rows.remove(self, from: row)
    graph.release(rows)
  }
}
