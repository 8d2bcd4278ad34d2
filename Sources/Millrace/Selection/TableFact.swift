// SPDX-License-Identifier: Apache-2.0

/// What can be asked of a whole table: how to read it, and how a node keeps it up to date.
///
/// A node keeps the table's stamp, and never the table.
@usableFromInline
struct TableFact<Entity: Identifiable, Output> {
  @usableFromInline typealias Access = (UnsafeRawPointer) -> EntityTable<Entity>

  @usableFromInline let read: @Sendable (EntityTable<Entity>) -> Output
  @usableFromInline let makeUpdate: (@escaping Access) -> RootNode<Output>.Update

  @inlinable
  init(
    read: @escaping @Sendable (EntityTable<Entity>) -> Output,
    makeUpdate: @escaping (@escaping Access) -> RootNode<Output>.Update
  ) {
    self.read = read
    self.makeUpdate = makeUpdate
  }
}

extension TableFact where Entity: Sendable, Entity.ID: Sendable, Output == [Entity.ID] {
  /// The ids, looked at only after a change of membership or order.
  @inlinable static var ids: TableFact {
    TableFact(read: { $0.ids }) { access in
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
  }
}

extension TableFact where Entity: Sendable, Entity.ID: Sendable, Output == Int {
  @inlinable static var count: TableFact {
    TableFact(read: { $0.count }) { access in
      return { state, value in
        let count = access(state).count
        defer { value = count }
        return count != value
      }
    }
  }
}

extension TableFact where Entity: Sendable, Entity.ID: Sendable, Output == Bool {
  @inlinable static var isEmpty: TableFact {
    TableFact(read: { $0.isEmpty }) { access in
      return { state, value in
        let isEmpty = access(state).isEmpty
        defer { value = isEmpty }
        return isEmpty != value
      }
    }
  }
}
