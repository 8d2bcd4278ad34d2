// SPDX-License-Identifier: Apache-2.0

// Selectors of a table, each told of its own kind of change only. They keep the table's stamp and
// not the table, so that a change of a row that is not watched copies nothing.
extension StateSelector {
  /// The row with that id, or nil while there is none.
  ///
  /// ```swift
  /// let row = store.subscribe(to: .row(7, of: \.people)) { print($0?.name ?? "gone") }
  /// ```
  ///
  /// Complexity: per commit, one comparison of the table's version for all watched rows together,
  /// and one of each row that changed. 10,000 watched rows cost what changes.
  @inlinable
  public static func row<Entity: Equatable & Sendable>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Entity?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table)
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey), read: { $0 },
      didChange: { differs($0, $1) }, isRuled: false)
  }

  /// One field of the row with that id, or nil while there is no such row.
  ///
  /// Complexity: as ``row(_:of:)``; other fields of the row are not compared.
  @inlinable
  public static func row<Entity: Sendable, Value: Equatable & SendableMetatype>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    _ field: KeyPath<Entity, Value> & Sendable
  ) -> StateSelector where Output == Value?, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity(field).appended(to: .rows(of: table))
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey),
      read: { $0?[keyPath: field] }, didChange: { differs($0, $1) }, isRuled: false)
  }

  /// Whether there is a row with that id.
  ///
  /// Complexity: as ``row(_:of:)``.
  @inlinable
  public static func contains<Entity: Sendable>(
    _ id: Entity.ID, in table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Bool, Entity.ID: Sendable {
    let rowsKey = SelectorIdentity.rows(of: table).named("contains")
    return StateSelector(
      row: id, of: table, rowsKey: rowsKey, identity: .row(id, of: rowsKey),
      read: { $0 != nil }, didChange: { differs($0, $1) }, isRuled: false)
  }

  /// The table, as an input of selectors that look at all of it.
  ///
  /// ```swift
  /// let selectAdults = createSelector(
  ///   .all(of: \Club.people), StateSelector(\.age)
  /// ) { people, age in
  ///   people.filter { $0.age >= age }.map(\.id)
  /// }
  /// ```
  ///
  /// It counts as changed when the table has another stamp. As an input, in a store and in a direct
  /// call, it keeps the stamp and not the table, so that the next change copies nothing; an output
  /// should not hold the table either. An observer of the table itself holds it: the next change
  /// copies the rows then.
  ///
  /// Complexity: per commit, one comparison of the table's version.
  @inlinable
  public static func all<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == EntityTable<Entity>, Entity.ID: Sendable {
    StateSelector(table: table, identity: SelectorIdentity(table).named("all"))
  }

  /// The ids of a table in their order: told of rows that come, go or move, and of nothing else.
  ///
  /// Complexity: per commit, one comparison of the table's version; O(n) when ids changed.
  @inlinable
  public static func ids<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == [Entity.ID], Entity.ID: Sendable {
    StateSelector(
      .ids, of: table, identity: SelectorIdentity(table).named("ids"),
      didChange: { differs($0, $1) })
  }

  /// The number of rows.
  ///
  /// Complexity: O(1) per commit.
  @inlinable
  public static func count<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Int, Entity.ID: Sendable {
    StateSelector(
      .count, of: table, identity: SelectorIdentity(table).named("count"),
      didChange: { differs($0, $1) })
  }

  /// Whether there is no row.
  ///
  /// Complexity: O(1) per commit.
  @inlinable
  public static func isEmpty<Entity: Sendable>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Bool, Entity.ID: Sendable {
    StateSelector(
      .isEmpty, of: table, identity: SelectorIdentity(table).named("isEmpty"),
      didChange: { differs($0, $1) })
  }
}
