// SPDX-License-Identifier: Apache-2.0

/// The values that views inherit from the views around them.
///
/// A copy shares its storage until one of the two is changed.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Creates values in which every key has its default.
  public init() {}

  /// The value of a key.
  ///
  /// - Complexity: O(1), plus a copy of the storage for the first change of a copy.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Whether controls react to a person.
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
