// SPDX-License-Identifier: Apache-2.0

/// Where a value is in a state.
///
/// A stored property without observers is reached by its offset: a key path costs more than the
/// rest of a step, and `MemoryLayout.offset(of:)` promises that both lead to the same.
@usableFromInline
struct UndoPlace<State, Value>: Sendable {
  @usableFromInline let keyPath: WritableKeyPath<State, Value> & Sendable
  @usableFromInline let offset: Int?

  @_alwaysEmitIntoClient
  init(_ keyPath: WritableKeyPath<State, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<State>.offset(of: keyPath)
  }

  /// Reads or changes the value in place.
  @_alwaysEmitIntoClient
  func access<Result: ~Copyable>(
    _ state: inout State, _ body: (inout Value) -> Result
  ) -> Result {
    guard let offset else { return body(&state[keyPath: keyPath]) }
    // Typed: at this offset is a property of type `Value`; `state` is not used meanwhile.
    return withUnsafeMutablePointer(to: &state) { state in
      let place = UnsafeMutableRawPointer(state) + offset
      return body(&place.assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
