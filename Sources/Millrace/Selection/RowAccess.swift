// SPDX-License-Identifier: Apache-2.0

/// What a node does with a table, as closures that are made where the types are known and so are
/// specialized.
@MainActor
@usableFromInline
struct RowAccess<ID: Hashable, Output> {
  @usableFromInline let stamp: (UnsafeRawPointer) -> EntityStamp
  /// Reports the observers of rows that changed; tells whether the table did.
  @usableFromInline let look: (UnsafeRawPointer, RowsNode<ID, Output>) -> Bool
  /// What is watched of a row, which may not be there.
  @usableFromInline let read: (UnsafeRawPointer, ID) -> Output
  /// Brings a value up to date; tells whether it changed.
  @usableFromInline let update: (UnsafeRawPointer, ID, inout Output) -> Bool

  @inlinable
  init<State, Entity: Identifiable>(
    table: KeyPath<State, EntityTable<Entity>>, read: @escaping (Entity?) -> Output,
    didChange: @escaping (Output, Output) -> Bool
  ) where Entity.ID == ID {
    let access = EntityTable<Entity>.access(table)
    stamp = { access($0).stamp }
    look = { state, node in
      let table = access(state)
      let stamp = table.stamp
      if stamp == node.stamp { return false }
      let changes = table.changes(since: node.stamp)
      node.stamp = stamp
      guard let changes else {
        node.reportAll()
        return true
      }
      for (id, _) in changes { node.report(id) }
      return true
    }
    self.read = { read(access($0)[id: $1]) }
    update = { state, id, value in
      let new = read(access(state)[id: id])
      if !didChange(value, new) { return false }
      value = new
      return true
    }
  }
}
