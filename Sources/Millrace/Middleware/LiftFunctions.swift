// SPDX-License-Identifier: Apache-2.0

/// Returns what it is given: lifts a part that has the right type already.
@inlinable
public func identity<Value>(_ value: Value) -> Value { value }

/// Returns nothing, whatever it is given: lifts a state of `Void`.
@inlinable
public func ignore<Value>(_: Value) {}

/// Returns anything, for it is never called: lifts actions of `Never`.
@inlinable
public func absurd<Value>(_ never: Never) -> Value {}
