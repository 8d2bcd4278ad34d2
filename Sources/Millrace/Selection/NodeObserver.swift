// SPDX-License-Identifier: Apache-2.0

/// Watches one node of the graph: remembers what it delivered last and delivers what differs.
@usableFromInline
final class NodeObserver<Output>: DeliveringObserver<Output> {
  @usableFromInline let node: SelectionNode<Output>
  @usableFromInline let didChange: (Output, Output) -> Bool
  /// Whether the node reports a change by the same rule.
  @usableFromInline let isComparedByNode: Bool

  @inlinable
  init(
    _ node: SelectionNode<Output>, didChange: @escaping (Output, Output) -> Bool,
    isComparedByNode: Bool, onChange: @escaping (Output) -> Void
  ) {
    self.node = node
    self.didChange = didChange
    self.isComparedByNode = isComparedByNode
    super.init(delivered: node.value, onChange: onChange)
  }

  @inlinable override var graph: SelectionGraph? { node.graph }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    // What was delivered last is what the node had before, unless the graph was ahead.
    if !isComparedByNode || node.graph.wasAhead {
      guard didChange(delivered, node.value) else { return false }
    }
    delivered = node.value
    return true
  }

  @inlinable
  override func attach(to graph: SelectionGraph) -> Bool {
    node.observers.append(self, id)
    graph.activate(node)
    return true
  }

  @inlinable
  override func detach(from graph: SelectionGraph) {
    node.observers.remove(id)
    graph.release(node)
  }
}
