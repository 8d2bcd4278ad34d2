// SPDX-License-Identifier: Apache-2.0

import Observation

/// The key of a value of the environment, with its default value.
///
/// ```swift
/// struct UnitKey: EnvironmentKey { static let defaultValue = "kg" }
///
/// extension EnvironmentValues {
///   var unit: String {
///     get { self[UnitKey.self] }
///     set { self[UnitKey.self] = newValue }
///   }
/// }
/// ```
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value

  /// The value if none was set.
  static var defaultValue: Value { get }
}

/// The values that views inherit from the views around them.
///
/// A copy shares the storage of the original until one of the two is changed.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// The observable objects, by type.
  private(set) var objects: [ObjectIdentifier: AnyObject] = [:]

  /// Creates values in which every key has its default value.
  public init() {}

  /// The value of a key.
  ///
  /// - Complexity: O(1), plus a copy of the storage for the first change of a copy.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return Key.defaultValue }
      return value as? Key.Value ?? Key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The observable object of a type, or nil if there is none.
  ///
  /// Setting nil removes it.
  ///
  /// - Complexity: O(1), plus a copy of the storage for the first change of a copy.
  public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
    get { objects[ObjectIdentifier(objectType)] as? T }
    set { objects[ObjectIdentifier(objectType)] = newValue }
  }

  /// The value of a type that is its own key, or nil if none was set.
  ///
  /// Setting nil removes the value. This module uses it for a type of which the environment needs
  /// only one value, so that no ``EnvironmentKey`` is declared.
  subscript<Value>(own type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// Whether controls accept input.
  ///
  /// See ``View/disabled(_:)``.
  public var isEnabled: Bool {
    get { self[EnabledKey.self] }
    set { self[EnabledKey.self] = newValue }
  }
}

private struct EnabledKey: EnvironmentKey {
  static var defaultValue: Bool { true }
}
