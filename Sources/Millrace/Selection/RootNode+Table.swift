// SPDX-License-Identifier: Apache-2.0

// What can be asked of a whole table. Its stamp is kept, and never the table.
extension RootNode {
  /// The ids, looked at only after a change of membership or order.
  @inlinable
  static func ids<State, Entity>(
    of table: KeyPath<State, EntityTable<Entity>>
  ) -> Update where Output == [Entity.ID] {
    let access = EntityTable<Entity>.access(table)
    var stamp: EntityStamp?
    return { state, value in
      let new = access(state).stamp
      if new == stamp { return false }
      let changes = stamp.flatMap { access(state).changes(since: $0) }
      stamp = new
      if let changes, !changes.membershipChanged, !changes.orderChanged { return false }
      let ids = access(state).ids
      if ids == value { return false }
      value = ids
      return true
    }
  }

  @inlinable
  static func count<State, Entity>(
    of table: KeyPath<State, EntityTable<Entity>>
  ) -> Update where Output == Int {
    let access = EntityTable<Entity>.access(table)
    return { state, value in
      let count = access(state).count
      defer { value = count }
      return count != value
    }
  }
}
