// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler where Self: StateProvider, Action: FormAction, Action.Form == State {
  /// A binding that reads a field of a form and writes it by an `Edit`.
  ///
  /// ```swift
  /// TextField("Name", text: store.binding(\.name))
  /// ```
  ///
  /// Making it in a body tracks exactly this value for that body. A write of an equal value
  /// dispatches nothing. It is compared with the committed state, without the actions that a busy
  /// store has not run yet. The binding holds the store.
  ///
  /// - Parameters:
  ///   - keyPath: The field.
  ///   - fileID: The file of the call site, for the action's source.
  ///   - function: The function of the call site.
  ///   - line: The line of the call site.
  /// - Returns: The binding.
  public func binding<Value: Equatable & Sendable & Codable>(
    _ keyPath: WritableKeyPath<State, Value> & Sendable, fileID: StaticString = #fileID,
    function: StaticString = #function, line: UInt = #line
  ) -> Binding<Value> {
    binding(keyPath, fileID: fileID, function: function, line: line) {
      Action.edit(Edit(keyPath, $0, fileID: fileID, line: line))
    }
  }
}
