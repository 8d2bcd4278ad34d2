// SPDX-License-Identifier: Apache-2.0

import Observation

/// A property wrapper that reads a value which a view inherits from the views around it.
///
/// A body that reads the value runs again when the value changes. A value that cannot be compared,
/// such as a closure, counts as changed when any value of the environment changes.
///
/// ```swift
/// @Environment(\.unit) private var unit
/// @Environment(CounterStore.self) private var store
/// ```
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  // Exactly one of the two is not nil. An enum would be generic, and Swift would look up its
  // metadata at each access.
  private let keyPath: KeyPath<EnvironmentValues, Value>?
  private let object: EnvironmentObjectType?
  private var scope: Scope?
  /// The required object that was supplied when the body of the view began to run.
  ///
  /// Code of the view that goes on after the object is no longer supplied still finds it here.
  private var known: AnyObject?

  /// Creates a property that reads one value of the environment.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    self.keyPath = keyPath
    object = nil
  }

  /// Creates a property that reads an observable object which a view above supplies.
  ///
  /// If no view supplies the object, the body of the view does not run: the page ends, or shows an
  /// error instead of the view.
  ///
  /// - Parameter objectType: The type with which ``View/environment(_:)`` has supplied the object.
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {
    keyPath = nil
    object = EnvironmentObjectType(objectType, isRequired: true)
  }

  /// Creates a property that reads an observable object, or nil if no view supplies the object.
  ///
  /// - Parameter objectType: The type with which ``View/environment(_:)`` has supplied the object.
  public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
    keyPath = nil
    object = EnvironmentObjectType(objectType, isRequired: false)
  }

  /// The value.
  ///
  /// In the initializer of a view it is the value of the view's parent. Outside the views of a host
  /// it is the default value. If a required object is missing in an initializer or outside the
  /// views of a host, the program stops, because no host can check this before.
  @MainActor public var wrappedValue: Value {
    let scope = scope ?? Tracker.current?.scope
    if let keyPath { return scope?.read(keyPath) ?? EnvironmentValues()[keyPath: keyPath] }
    var found = object.flatMap { scope?.read($0) }
    if found == nil, let object, object.isRequired {
      found = known ?? scope?.removedObjects[object.id]
    }
    guard let value = found as? Value else { fatalError(object?.missingMessage ?? "") }
    return value
  }
}

extension Environment: InstallableProperty {
  mutating func install(_ installer: PropertyInstaller) {
    scope = installer.component.scope
    known = object.flatMap { $0.isRequired ? scope?.values.objects[$0.id] : nil }
  }

  var unavailableMessage: String? {
    if let object {
      guard object.isRequired else {
        // Not a read: the body may use the object only in its actions.
        (scope?.values.objects[object.id] as? any EnvironmentStandIn)?.willBeRead()
        return nil
      }
      guard let found = scope?.read(object) else { return object.missingMessage }
      return Self.message(of: found)
    }
    guard Value.self is any EnvironmentStandIn.Type || Value.self is any OptionalStandIn.Type
    else { return nil }
    return Self.message(of: wrappedValue)
  }

  @MainActor private static func message(of value: Any) -> String? {
    guard let standIn = value as? any EnvironmentStandIn else { return nil }
    standIn.willBeRead()
    return standIn.unavailableMessage
  }
}

/// An optional of a type of environment values with stand-ins.
private protocol OptionalStandIn {}

extension Optional: OptionalStandIn where Wrapped: EnvironmentStandIn {}

extension Environment: ComparableProperty {
  func isSameInput(as other: Environment<Value>) -> Bool {
    keyPath == other.keyPath && object == other.object
  }
}
