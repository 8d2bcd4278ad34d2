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

  @inlinable
  init(
    identity: SelectorIdentity, graph: SelectionGraph, value: Output, isSlice: Bool,
    update: @escaping Update
  ) {
    self.update = update
    self.isSlice = isSlice
    super.init(identity: identity, rank: 0, graph: graph, value: value)
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    if isSlice { graph.pass.slicesCompared += 1 } else { graph.pass.selectorsComputed += 1 }
    return update(state, &value)
  }
}
