// SPDX-License-Identifier: Apache-2.0

import Millrace

extension StateSelector {
  /// Stands in until the library has row selectors: looks at its row after every commit.
  static func row<Entity: Identifiable & Equatable & SendableMetatype>(
    _ id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) -> StateSelector where Output == Entity?, Entity.ID: Sendable {
    StateSelector { $0[keyPath: table][id: id] }
  }
}
