// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler where Self: StateProvider {
  /// A binding that reads the value at a key path and dispatches an action to write it.
  ///
  /// ```swift
  /// TextField("User name", text: store.binding(\.username) { .updateUsername($0) })
  /// ```
  ///
  /// A body that creates the binding tracks exactly this value. A write of an equal value
  /// dispatches nothing. The new value is compared with the committed state; actions that are still
  /// queued are ignored. With SwiftUI, the action is animated if the binding has an animation:
  /// `store.binding(…).animation()`. The binding references the store strongly.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the value.
  ///   - fileID: The file of the call site, for the action's source.
  ///   - function: The function of the call site.
  ///   - line: The line of the call site.
  ///   - action: Creates the action that writes a new value.
  /// - Returns: The binding.
  public func binding<Value: Equatable & Sendable>(
    _ keyPath: KeyPath<State, Value> & Sendable, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line,
    _ action: @escaping @MainActor @Sendable (Value) -> Action
  ) -> Binding<Value> {
    let selector = StateSelector(keyPath)
    _ = read(selector)
    return Binding(
      get: { self.read(selector) },
      set: { value, transaction in
        guard value != self.read(selector) else { return }
        self.dispatch(
          action(value), source: ActionSource(fileID: fileID, function: function, line: line),
          of: transaction)
      })
  }
}

extension ActionHandler {
  /// Dispatches the action of a binding inside the binding's transaction.
  ///
  /// A transaction without settings is not used: it would replace the transaction of a
  /// `withAnimation` around the write.
  func dispatch(_ action: Action, source: ActionSource, of transaction: Transaction) {
    guard transaction.animation != nil || transaction.disablesAnimations else {
      return _ = dispatch(action, source: source)
    }
    withTransaction(transaction) { _ = dispatch(action, source: source) }
  }
}
