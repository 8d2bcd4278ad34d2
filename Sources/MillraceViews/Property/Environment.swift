// SPDX-License-Identifier: Apache-2.0

/// Reads a value that a view inherits from the views around it.
///
/// The body that reads it runs again when the value changes.
///
/// ```swift
/// @Environment(\.unit) private var unit
/// ```
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private var scope: Scope?

  /// Creates a property that reads one value of the environment.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
  }

  /// The value.
  ///
  /// In the initializer of a view it is the value that the view's parent has. Outside of all views
  /// that a host shows, it is the default value.
  @MainActor public var wrappedValue: Value {
    (scope ?? Tracker.current?.scope)?.read(keyPath) ?? EnvironmentValues()[keyPath: keyPath]
  }
}

extension Environment: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    scope = installer.component.scope
  }

  var unavailableMessage: String? {
    guard Value.self is any EnvironmentStandIn.Type else { return nil }
    return (wrappedValue as? any EnvironmentStandIn)?.unavailableMessage
  }
}

extension Environment: ComparableProperty {
  func isSameInput(as other: Environment<Value>) -> Bool {
    keyPath == other.keyPath
  }
}
