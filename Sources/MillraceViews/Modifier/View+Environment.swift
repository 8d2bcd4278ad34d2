// SPDX-License-Identifier: Apache-2.0

import Observation

extension View {
  /// Sets an environment value for this view and all views in it.
  ///
  /// When the value changes, only the bodies that have read it run again.
  nonisolated public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentView(
      content: self, value: (keyPath, value),
      decoration: EnvironmentLook.decoration(keyPath, value)
    ) { $0[keyPath: $1.0] = $1.1 }
  }

  /// Changes an environment value for this view and all views in it.
  ///
  /// The closure gets the value of the view around this view. When the value changes, only the
  /// bodies that have read it run again.
  @ViewBuilder nonisolated public func transformEnvironment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) -> some View {
    if EnvironmentLook.hasLook(keyPath) {
      TransformedLook(content: self, keyPath: keyPath, transform: transform)
    } else {
      EnvironmentView(content: self, value: (keyPath, transform)) { $1.1(&$0[keyPath: $1.0]) }
    }
  }

  /// Supplies an observable object to this view and all views in it, which read it by its type.
  ///
  /// ```swift
  /// CounterContent().environment(store)      // @Environment(CounterStore.self) private var store
  /// ```
  ///
  /// The type is the static type of the argument. If several views supply objects of one type, the
  /// object of the innermost view is used. `nil` removes the object that an outer view supplies.
  /// When another object is supplied, only the bodies that have read the object run again.
  nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
    EnvironmentView(content: self, value: object) { $0[T.self] = $1 }
  }

  /// Disables the controls in this view.
  ///
  /// A control is enabled only if no view around it is disabled.
  nonisolated public func disabled(_ isDisabled: Bool) -> some View {
    EnvironmentView(content: self, value: isDisabled) { values, isDisabled in
      values.isEnabled = values.isEnabled && !isDisabled
    }
  }

  /// Runs an action when Return is pressed in a field of these kinds in this view.
  ///
  /// The actions of outer views run after this action.
  nonisolated public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View {
    SubmitView(content: self, triggers: triggers, action: onMain(action))
  }
}

/// A view that sets an environment value with a look, which depends on the value around the view.
private struct TransformedLook<Content: View, Value> {
  let content: Content
  let keyPath: WritableKeyPath<EnvironmentValues, Value>
  let transform: (inout Value) -> Void
  @Environment private var outer: Value

  nonisolated init(
    content: Content, keyPath: WritableKeyPath<EnvironmentValues, Value>,
    transform: @escaping (inout Value) -> Void
  ) {
    (self.content, self.keyPath, self.transform) = (content, keyPath, transform)
    _outer = Environment(keyPath)
  }
}

extension TransformedLook: View {
  var body: some View {
    var value = outer
    transform(&value)
    // A value that stays the same is not set on the page. The browser shows its own colours before
    // it has reported them.
    let look = EnvironmentLook.decoration(keyPath, value)
    let isSame = look == EnvironmentLook.decoration(keyPath, outer)
    return EnvironmentView(
      content: content, value: (keyPath, value), decoration: isSame ? nil : look
    ) { $0[keyPath: $1.0] = $1.1 }
  }
}
