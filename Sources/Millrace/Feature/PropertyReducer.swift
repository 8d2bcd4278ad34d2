// SPDX-License-Identifier: Apache-2.0

/// How an action changes one stored property of a state.
///
/// A reducer that was lifted to such a property knows of it, so that a combination can go straight
/// there: from the case of the action to the function that changes the property. The offset comes
/// from ``Focus``.
@usableFromInline
struct PropertyReducer<Action>: Sendable {
  /// So many bytes after the state begins the property.
  @usableFromInline let offset: Int
  /// Gets the address of the property.
  @usableFromInline let reduce: @Sendable (UnsafeMutableRawPointer, Action) -> Void

  @inlinable
  init(offset: Int, _ reduce: @escaping @Sendable (UnsafeMutableRawPointer, Action) -> Void) {
    self.offset = offset
    self.reduce = reduce
  }

  /// Changes the whole state.
  @inlinable
  init<State>(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    // Typed: the address is that of a `State`: `callAsFunction` takes it from one, and what is
    // lifted adds the offset of a stored property of this type (`Focus`).
    self.init(offset: 0) { reduce(&$0.assumingMemoryBound(to: State.self).pointee, $1) }
  }

  @inlinable
  func callAsFunction<State>(_ state: inout State, _ action: Action) {
    withUnsafeMutablePointer(to: &state) {
      reduce(UnsafeMutableRawPointer($0) + offset, action)
    }
  }
}
