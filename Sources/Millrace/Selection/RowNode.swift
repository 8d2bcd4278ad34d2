// SPDX-License-Identifier: Apache-2.0

/// One row as a value that others depend on.
@usableFromInline
final class RowNode<State, Entity: Identifiable, Output>: SelectionNode<State, Output> {
  @usableFromInline let rows: RowsNode<State, Entity, Output>
  @usableFromInline let id: Entity.ID
  /// The commit whose table it was read from.
  @usableFromInline @exclusivity(unchecked) var readAt: UInt64

  @inlinable
  init(
    identity: SelectorIdentity, rows: RowsNode<State, Entity, Output>, id: Entity.ID,
    state: UnsafePointer<State>, readAt: UInt64
  ) {
    self.rows = rows
    self.id = id
    self.readAt = readAt
    super.init(identity: identity, rank: 1, value: rows.read(state, id))
  }

  @inlinable
  override func forEachInput(_ body: (AnySelectionNode<State>) -> Void) { body(rows) }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: UnsafePointer<State>) -> Bool {
    guard rows.changedAt > readAt else { return false }
    readAt = pass.commit
    pass.rowsCompared += 1
    let new = rows.read(state, id)
    if rows.areEqual(value, new) { return false }
    value = new
    return true
  }
}
