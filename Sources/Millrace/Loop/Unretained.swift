// SPDX-License-Identifier: Apache-2.0

// These functions are not isolated. A closure that code of the main actor passes to the standard
// library checks at each call that it runs on the main actor, which costs as much as a dispatch. A
// closure that it passes to a function of this module does not.

extension Unmanaged {
  /// Calls a closure with the object, without the cost of retaining it.
  ///
  /// Sound: the owner lives during the call, and does not release the object.
  @_alwaysEmitIntoClient @inline(__always)
  func withObject<Owner: AnyObject, Result>(
    of owner: Owner, _ body: (Instance) -> Result
  ) -> Result {
    // Without `defer`, whose closure is not inlined into code that is not specialized.
    let result = _withUnsafeGuaranteedRef(body)
    _fixLifetime(owner)
    return result
  }
}

/// Calls a closure with uninitialized memory for one value, which is on the stack if it is small.
@_alwaysEmitIntoClient @inline(__always)
func withTemporaryMemory<Value>(
  for type: Value.Type, _ body: (UnsafeMutablePointer<Value>) throws -> Void
) rethrows {
  try withUnsafeTemporaryAllocation(of: type, capacity: 1) {
    try body($0.baseAddress.unsafelyUnwrapped)
  }
}
