// SPDX-License-Identifier: Apache-2.0

// How roots are read. These functions are inlined where the types are known.
extension RootNode {
  /// Reads a slice by key path.
  ///
  /// A stored property is read in place, by its offset; a value of the same bytes is unchanged, and
  /// only then `==` is asked.
  @inlinable
  static func slice<State>(
    _ keyPath: KeyPath<State, Output>, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return { state, value in
        let new = state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
        if areEqual(value, new) { return false }
        value = new
        return true
      }
    }
    return { state, value in
      let slice = state + offset
      if hasSameBytes(&value, slice) { return false }
      let new = slice.assumingMemoryBound(to: Output.self)
      if areEqual(value, new.pointee) { return false }
      value = new.pointee
      return true
    }
  }

  /// Reads a slice for those who have a rule of their own: every commit may count as a change.
  @inlinable
  static func ruledSlice<State>(_ keyPath: KeyPath<State, Output>) -> Update {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return { state, value in
        value = state.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath]
        return true
      }
    }
    return { state, value in
      value = (state + offset).assumingMemoryBound(to: Output.self).pointee
      return true
    }
  }

  /// Computes a value from the whole state.
  @inlinable
  static func formula<State>(
    _ select: @escaping (State) -> Output, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    { state, value in
      let new = select(state.assumingMemoryBound(to: State.self).pointee)
      if areEqual(value, new) { return false }
      value = new
      return true
    }
  }

  /// The value that is held keeps its storage alive, so the same bytes are the same value.
  @inlinable
  static func hasSameBytes(_ value: inout Output, _ slice: UnsafeRawPointer) -> Bool {
    let size = MemoryLayout<Output>.size
    guard !_isPOD(Output.self), size % 8 == 0 else { return false }
    return withUnsafeBytes(of: &value) { old in
      for start in stride(from: 0, to: size, by: 8)
      where old.loadUnaligned(fromByteOffset: start, as: UInt64.self)
        != slice.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      {
        return false
      }
      return true
    }
  }
}
