// SPDX-License-Identifier: Apache-2.0

/// Whether a value counts as changed by default: the same bytes never do, and otherwise `==` says.
///
/// A NaN differs from itself by `==`, and so would be a change with every commit. Both values are
/// held, so that the same bytes are the same value.
@inlinable
func differs<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  !hasSameBytes(old, new) && old != new
}

@inlinable
func hasSameBytes<Value>(_ old: Value, _ new: Value) -> Bool {
  withUnsafeBytes(of: old) { old in
    withUnsafeBytes(of: new) { new in
      // A type without a size has no bytes that could differ.
      guard let old = old.baseAddress, let new = new.baseAddress else { return true }
      return hasSameBytes(old, new, count: MemoryLayout<Value>.size)
    }
  }
}

@inlinable
func hasSameBytes(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, count: Int) -> Bool {
  var offset = 0
  while offset + 8 <= count {
    let (one, two) = (
      old.loadUnaligned(fromByteOffset: offset, as: UInt64.self),
      new.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    )
    if one != two { return false }
    offset += 8
  }
  while offset < count {
    if old.load(fromByteOffset: offset, as: UInt8.self)
      != new.load(fromByteOffset: offset, as: UInt8.self)
    {
      return false
    }
    offset += 1
  }
  return true
}
