// SPDX-License-Identifier: Apache-2.0

/// Watches one node of the graph: remembers what it delivered last and delivers what differs.
@usableFromInline
final class NodeObserver<State, Action, Output>: StoreObserver {
  @usableFromInline let node: SelectionNode<State, Output>
  @usableFromInline let didChange: (Output, Output) -> Bool
  @usableFromInline let onChange: (Output) -> Void
  @usableFromInline @exclusivity(unchecked) var delivered: Output

  @inlinable
  init(
    _ node: SelectionNode<State, Output>, didChange: @escaping (Output, Output) -> Bool,
    onChange: @escaping (Output) -> Void
  ) {
    self.node = node
    self.didChange = didChange
    self.onChange = onChange
    delivered = node.value
  }

  @inlinable
  func refresh(_ state: State, _ counters: inout StoreCounters) -> Bool {
    didChange(delivered, node.value)
  }

  @inlinable
  func notify(_ state: State) {
    delivered = node.value
    onChange(delivered)
  }
}
