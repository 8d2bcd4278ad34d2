// SPDX-License-Identifier: Apache-2.0

import Millrace

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

extension ActionHandler where Self: StateProvider, Action: FormAction, Action.Form == State {
  /// A binding that reads a field of a form and dispatches an `Edit` to write it.
  ///
  /// ```swift
  /// TextField("Name", text: store.binding(\.name))
  /// ```
  ///
  /// A body that creates the binding tracks exactly this value. A write of an equal value
  /// dispatches nothing. The new value is compared with the committed state; actions that are still
  /// queued are ignored. The binding references the store strongly. Debug builds report a field
  /// that is not in the `fields` of the form.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the field.
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
