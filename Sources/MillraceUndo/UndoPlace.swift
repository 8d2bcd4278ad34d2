// SPDX-License-Identifier: Apache-2.0

/// The location of a value in a state.
///
/// A stored property without observers is accessed by its offset, because an access by key path
/// costs more than the rest of the work for an action. `MemoryLayout.offset(of:)` guarantees that
/// both access the same value.
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
    // Typed: at this offset is a property of type `Value`, and `state` is not used during the call.
    return withUnsafeMutablePointer(to: &state) { state in
      let place = UnsafeMutableRawPointer(state) + offset
      return body(&place.assumingMemoryBound(to: Value.self).pointee)
    }
  }
}
