// SPDX-License-Identifier: Apache-2.0

/// Functions to pass to a `lift` when a part needs no conversion.
///
/// ```swift
/// logger.lift(inputAction: Lift.identity, outputAction: Lift.absurd, state: Lift.ignore)
/// ```
///
/// They are static members: free functions with such common names would be visible in every file
/// that imports this module. The three functions come from SwiftRex.
public enum Lift {
  /// Returns its argument; for a part that already has the right type.
  @inlinable
  public static func identity<Value>(_ value: Value) -> Value { value }

  /// Returns `Void`; for a middleware whose state is `Void`.
  @inlinable
  public static func ignore<Value>(_: Value) {}

  /// Converts `Never` to any type and is never called; for actions of type `Never`.
  @inlinable
  public static func absurd<Value>(_ never: Never) -> Value {}
}
