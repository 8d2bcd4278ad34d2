// SPDX-License-Identifier: Apache-2.0

import Observation

/// Reads a value that a view inherits from the views around it.
///
/// The body that reads it runs again when the value changes.
///
/// ```swift
/// @Environment(\.unit) private var unit
/// @Environment(CounterStore.self) private var store
/// ```
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  // One of both is there. An enum would be generic, and its metadata looked up at each access.
  private let keyPath: KeyPath<EnvironmentValues, Value>?
  private let object: EnvironmentObjectType?
  private var scope: Scope?

  /// Creates a property that reads one value of the environment.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    object = nil
  }

  /// Creates a property that reads an observable object which a view above supplies.
  ///
  /// Where no view supplies one, the body of the view does not run: a page ends, or shows an error
  /// in the place of the view.
  ///
  /// - Parameter objectType: The type with which ``View/environment(_:)`` has supplied the object.
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    keyPath = nil
    object = EnvironmentObjectType(objectType, isRequired: true)
  }

  /// Creates a property that reads an observable object; nil where no view supplies one.
  ///
  /// - Parameter objectType: The type with which ``View/environment(_:)`` has supplied the object.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    keyPath = nil
    object = EnvironmentObjectType(objectType, isRequired: false)
  }

  /// The value.
  ///
  /// In the initializer of a view it is the value that the view's parent has. Outside of all views
  /// that a host shows, it is the default value. An object that is required and missing stops the
  /// program there, and in an initializer: no host can find that before.
  @MainActor public var wrappedValue: Value {
    let scope = scope ?? Tracker.current?.scope
    if let keyPath { return scope?.read(keyPath) ?? EnvironmentValues()[keyPath: keyPath] }
    var found = object.flatMap { scope?.read($0) }
    if found == nil, let object, object.isRequired { found = scope?.departed[object.id] }
    guard let value = found as? Value else { fatalError(object?.missingMessage ?? "") }
    return value
  }
}

extension Environment: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    scope = installer.component.scope
  }

  var unavailableMessage: String? {
    if let object {
      guard object.isRequired else { return nil }
      guard let found = scope?.read(object) else { return object.missingMessage }
      return Self.message(of: found)
    }
    guard Value.self is any EnvironmentStandIn.Type else { return nil }
    return Self.message(of: wrappedValue)
  }

  @MainActor private static func message(of value: Any) -> String? {
    guard let standIn = value as? any EnvironmentStandIn else { return nil }
    standIn.willBeRead()
    return standIn.unavailableMessage
  }
}

extension Environment: ComparableProperty {
  func isSameInput(as other: Environment<Value>) -> Bool {
    keyPath == other.keyPath && object == other.object
  }
}
