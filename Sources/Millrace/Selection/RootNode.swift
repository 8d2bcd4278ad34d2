// SPDX-License-Identifier: Apache-2.0

/// A value that is read from the state itself.
@usableFromInline
final class RootNode<Output>: SelectionNode<Output> {
  /// Brings a value up to date; tells whether it changed.
  @usableFromInline
  typealias Update = (UnsafeRawPointer, inout Output) -> Bool

  @usableFromInline let update: Update
  /// A slice is compared; anything else is computed.
  @usableFromInline let isSlice: Bool

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph, value: Output, isSlice: Bool,
    update: @escaping Update
  ) {
    self.update = update
    self.isSlice = isSlice
    super.init(identity: identity, rank: 0, graph: graph, value: value)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    if isSlice { graph.counters.slicesCompared += 1 } else { graph.counters.selectorsComputed += 1 }
    return update(state, &value)
  }
}

// How roots are read. These functions are inlined where the types are known.
extension RootNode {
  /// Reads a slice by key path.
  ///
  /// A stored property is read in place, by its offset; a value of the same bytes is unchanged, and
  /// only then `==` is asked.
  @_alwaysEmitIntoClient
  nonisolated static func slice<State>(
    _ keyPath: KeyPath<State, Output>, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return formula({ (state: State) in state[keyPath: keyPath] }, areEqual: areEqual)
    }
    return { state, value in
      // Typed: a node of this state is handed its address; the offset is that of the property.
      let slice = state + offset
      let isUnchanged = withUnsafeBytes(of: &value) { bytes in
        bytes.baseAddress.map { hasSameBytes($0, slice, count: bytes.count) } ?? true
      }
      if isUnchanged { return false }
      let new = slice.assumingMemoryBound(to: Output.self)
      if areEqual(value, new.pointee) { return false }
      value = new.pointee
      if _isPOD(Output.self) {
        // So that bytes that belong to no field are the same next time.
        withUnsafeMutableBytes(of: &value) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: slice, count: $0.count))
        }
      }
      return true
    }
  }

  /// Reads a slice for observers with a rule of their own: every commit may count as a change.
  @_alwaysEmitIntoClient
  nonisolated static func ruledSlice<State>(
    _ keyPath: KeyPath<State, Output> & Sendable
  ) -> Update {
    let read = PartInState(keyPath).read
    return { state, value in
      value = read(state)
      return true
    }
  }

  /// Computes a value from the whole state.
  @_alwaysEmitIntoClient
  nonisolated static func formula<State>(
    _ select: @escaping (State) -> Output, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    { state, value in
      let new = select(state.assumingMemoryBound(to: State.self).pointee)
      if areEqual(value, new) { return false }
      value = new
      return true
    }
  }
}
