// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler where Self: StateProvider {
  /// A binding that reads a field of a row and dispatches an action to write it.
  ///
  /// ```swift
  /// TextField("City", text: store.binding(row: id, of: \.people, \.city, default: "") {
  ///   .move(id, to: $0)
  /// })
  /// ```
  ///
  /// A body that creates the binding tracks exactly this field of this row. While the table has no
  /// such row, for example because it was deleted while a view still shows it, the binding reads
  /// the default value and a write dispatches nothing. A write of a value that is equal to the
  /// committed value dispatches nothing either. The binding references the store strongly.
  ///
  /// Complexity: per commit, one comparison of the table's stamp for all bindings of one field
  /// together, and one comparison of the field for each row that changed and has a binding.
  ///
  /// - Parameters:
  ///   - id: The id of the row.
  ///   - table: The table.
  ///   - field: The field.
  ///   - value: The value while the table has no such row.
  ///   - fileID: The file of the call site, for the action's source.
  ///   - function: The function of the call site.
  ///   - line: The line of the call site.
  ///   - action: Creates the action that writes a new value.
  /// - Returns: The binding.
  public func binding<Entity: Sendable, Value: Equatable & Sendable>(
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    _ field: KeyPath<Entity, Value> & Sendable, default value: Value,
    fileID: StaticString = #fileID, function: StaticString = #function, line: UInt = #line,
    _ action: @escaping @MainActor @Sendable (Value) -> Action
  ) -> Binding<Value> where Entity.ID: Sendable {
    let selector = StateSelector<State, Value?>.row(id, of: table, field)
    _ = read(selector)
    return Binding(
      get: { self.read(selector) ?? value },
      set: { new, transaction in
        guard let present = self.read(selector), new != present else { return }
        self.dispatch(
          action(new), source: ActionSource(fileID: fileID, function: function, line: line),
          of: transaction)
      })
  }
}
