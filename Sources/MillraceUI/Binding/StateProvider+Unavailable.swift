// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler where Self: StateProvider {
  /// Unavailable: if the closure is missing, or a field of a form has a wrong type, the compiler
  /// prints the message.
  @available(
    *, unavailable,
    message: """
      Write the action in a closure: store.binding(\\.name) { .rename($0) }. Without a closure, \
      the actions must be a FormAction and the value Equatable and Codable.
      """
  )
  public func binding<Value>(_ keyPath: KeyPath<State, Value>) -> Binding<Value> {
    fatalError()
  }

  /// Unavailable: if the value for a missing row is missing, the compiler prints the message.
  @available(
    *, unavailable,
    message: """
      Add the value for a row that is not in the table: \
      store.binding(row: id, of: \\.rows, \\.name, default: "") { .rename(id, $0) }.
      """
  )
  public func binding<Entity, Value>(
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>>,
    _ field: KeyPath<Entity, Value>, _ action: (Value) -> Action
  ) -> Binding<Value> {
    fatalError()
  }

  /// Unavailable: if the value is read by a closure, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write the key path of the value: store.binding(\\.name) { .rename($0) }."
  )
  public func binding<Value>(
    _ value: (State) -> Value, _ action: (Value) -> Action
  ) -> Binding<Value> {
    fatalError()
  }

  /// Unavailable: if the arguments are those of a `Binding`, the compiler prints the message.
  @available(
    *, unavailable,
    message: "Write the key path of the value: store.binding(\\.name) { .rename($0) }."
  )
  public func binding<Value>(
    get value: (State) -> Value, set action: (Value) -> Action
  ) -> Binding<Value> {
    fatalError()
  }

  /// Unavailable: if the arguments are those of the Composable Architecture, the compiler prints
  /// the message.
  @available(
    *, unavailable,
    message: "Write the key path of the value: store.binding(\\.name) { .rename($0) }."
  )
  public func binding<Value>(
    get value: (State) -> Value, send action: (Value) -> Action
  ) -> Binding<Value> {
    fatalError()
  }
}
