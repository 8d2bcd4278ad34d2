// SPDX-License-Identifier: Apache-2.0

/// A node whose value is read directly from the state.
@usableFromInline
final class RootNode<Output>: SelectionNode<Output> {
  /// Updates the value of a node from a state.
  ///
  /// Returns true if the value changed.
  @usableFromInline
  typealias Update = (UnsafeRawPointer, SelectionNode<Output>) -> Bool

  @usableFromInline let update: Update
  /// True if ``StoreCounters`` counts a refresh as a comparison, false if as a computation.
  ///
  /// The property is true for key paths, and for counts and ids of tables.
  @usableFromInline let countsAsComparison: Bool

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph, value: Output, countsAsComparison: Bool,
    update: @escaping Update
  ) {
    self.update = update
    self.countsAsComparison = countsAsComparison
    super.init(identity: identity, rank: 0, graph: graph, value: value)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    if countsAsComparison {
      graph.counters.slicesCompared += 1
    } else {
      graph.counters.selectorsComputed += 1
    }
    return update(state, self)
  }
}

// Update closures for root nodes, emitted into the client so that they are specialized.
extension RootNode {
  /// Reads a slice by key path.
  ///
  /// A stored property is read in place, by its offset. If its bytes equal those of the cached
  /// value, it is unchanged. Only if the bytes differ, `areEqual` is called.
  @_alwaysEmitIntoClient
  nonisolated static func slice<State>(
    _ keyPath: KeyPath<State, Output> & Sendable, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return reading(PartInState(keyPath).read, areEqual: areEqual)
    }
    return { state, node in
      // Typed: `state` always points to a `State`; the offset is that of the property.
      let slice = state + offset
      let isUnchanged = withUnsafeBytes(of: &node.value) { bytes in
        bytes.baseAddress.map { hasSameBytes($0, slice, count: bytes.count) } ?? true
      }
      if isUnchanged { return false }
      let new = slice.assumingMemoryBound(to: Output.self)
      let isSame = areEqual(node.value, new.pointee)
      // An equal value is stored too, so that the bytes match next time.
      node.replaceValue(new.pointee)
      if _isPOD(Output.self) {
        // Copies the padding too.
        withUnsafeMutableBytes(of: &node.value) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: slice, count: $0.count))
        }
      }
      return !isSame
    }
  }

  /// Calls a closure with the address of the state.
  ///
  /// An equal value is stored too, so that an array is next compared with itself.
  @_alwaysEmitIntoClient
  nonisolated static func reading(
    _ read: @escaping (UnsafeRawPointer) -> Output, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    { state, node in
      let new = read(state)
      let isSame = areEqual(node.value, new)
      node.replaceValue(new)
      return !isSame
    }
  }
}
