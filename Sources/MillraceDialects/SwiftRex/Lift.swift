// SPDX-License-Identifier: Apache-2.0

/// The functions that stand in for a lifting function where there is nothing to lift.
///
/// ```swift
/// logger.lift(inputAction: Lift.identity, outputAction: Lift.absurd, state: Lift.ignore)
/// ```
///
/// They are static members: as free functions their common names would be visible in every file
/// that imports this module. The three come from SwiftRex.
public enum Lift {
  /// Returns its argument: for a part that has the right type already.
  @inlinable
  public static func identity<Value>(_ value: Value) -> Value { value }

  /// Returns nothing: for a state of `Void`.
  @inlinable
  public static func ignore<Value>(_: Value) {}

  /// Is never called, and so returns any type: for actions of `Never`.
  @inlinable
  public static func absurd<Value>(_ never: Never) -> Value {}
}
