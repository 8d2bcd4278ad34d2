// SPDX-License-Identifier: Apache-2.0

/// Names a value of the environment, and says what it is where nobody has set it.
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

  /// The value where nobody has set one.
  static var defaultValue: Value { get }
}
