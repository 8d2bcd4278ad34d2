// SPDX-License-Identifier: Apache-2.0

import Millrace

// A stand-in, until the core has row selectors.
extension StateSelector {
  /// Stands in for the selector of the core: row.
  public static func row<Entity: Identifiable & Equatable & Sendable>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Entity?, Entity.ID: Sendable {
    StateSelector { $0[keyPath: table][id: id] }
  }

  /// Stands in for the selector of the core: row.
  public static func row<
    Entity: Identifiable & SendableMetatype, Value: Equatable & SendableMetatype
  >(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    _ value: KeyPath<Entity, Value> & Sendable
  ) -> StateSelector where Output == Value?, Entity.ID: Sendable {
    StateSelector { $0[keyPath: table][id: id]?[keyPath: value] }
  }

  /// Stands in for the selector of the core: ids.
  public static func ids<Entity: Identifiable & SendableMetatype>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == [Entity.ID], Entity.ID: Equatable & SendableMetatype {
    StateSelector { $0[keyPath: table].ids }
  }

  /// Stands in for the selector of the core: count.
  public static func count<Entity: Identifiable & SendableMetatype>(
    of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Int {
    StateSelector { $0[keyPath: table].count }
  }
}
