// SPDX-License-Identifier: Apache-2.0

/// Watches one node of the graph: remembers what it delivered last and delivers what differs.
@usableFromInline
final class NodeObserver<State, Action, Output>: DeliveringObserver<State, Action, Output> {
  @usableFromInline let node: SelectionNode<State, Output>
  @usableFromInline let didChange: (Output, Output) -> Bool

  @inlinable
  init(
    _ node: SelectionNode<State, Output>, didChange: @escaping (Output, Output) -> Bool,
    onChange: @escaping (Output) -> Void
  ) {
    self.node = node
    self.didChange = didChange
    super.init(delivered: node.value, onChange: onChange)
  }

  @inlinable
  override func refresh(_ state: UnsafePointer<State>, _ counters: inout StoreCounters) -> Bool {
    guard didChange(delivered, node.value) else { return false }
    delivered = node.value
    return true
  }

  @inlinable
  override func attach(to graph: SelectionGraph<State>) -> Bool {
    node.watchers.append(self)
    graph.activate(node)
    return true
  }

  @inlinable
  override func detach(from graph: SelectionGraph<State>) {
    node.watchers.removeSorted(self)
    graph.release(node)
  }
}
