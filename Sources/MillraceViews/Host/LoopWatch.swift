// SPDX-License-Identifier: Apache-2.0

/// Refreshes the nodes of an endless loop once more, and marks them again after a later change.
///
/// `Observation` reports only the first change after a run. A node whose value the loop has changed
/// after its last run would miss all later changes, and another run would continue the loop.
/// Therefore the watch registers for all that the last runs have read: tracked code also registers
/// for what the tracked code in it reads.
final class LoopWatch: TrackedNode {
  /// The nodes whose marks were removed.
  private var nodes: [WeakNode] = []

  private struct WeakNode { weak var node: TrackedNode? }

  /// Refreshes the dirty nodes and those that become dirty meanwhile, each of them once, and
  /// removes the marks that remain.
  func finish(_ host: ViewHost) {
    var done: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    var marked: [TrackedNode] = []
    track {
      var next = host.queue.takeNodes()
      while !next.isEmpty {
        for node in next {
          if done.insert(ObjectIdentifier(node)).inserted {
            node.refreshIfDirty()
          } else {
            marked.append(node)
          }
        }
        host.readInbox()
        next = host.queue.takeNodes()
      }
    }
    for node in marked { node.dropMark() }
    nodes = marked.map { WeakNode(node: $0) }
  }

  override func refresh() {
    for entry in nodes { entry.node?.invalidate() }
    nodes = []
  }
}
