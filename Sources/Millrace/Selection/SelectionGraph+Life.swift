// SPDX-License-Identifier: Apache-2.0

extension SelectionGraph {
  /// Has a node brought up to date with every commit from now on.
  @usableFromInline
  func activate(_ node: AnySelectionNode) {
    guard !node.isLive else { return }
    node.isLive = true
    node.forEachInput { activate($0) }
    // Whatever lists live nodes lists them in the order of these numbers.
    lastLive += 1
    node.liveSince = lastLive
    if node.readsState { roots.append(node, lastLive) }
    node.forEachInput { $0.attach(node) }
  }

  /// Lets go of a node that may have become idle, and of what was live for it alone.
  @usableFromInline
  func release(_ node: AnySelectionNode) {
    guard node.isLive && node.isIdle else { return dropIfUnused(node) }
    node.isLive = false
    // One that still waits for its turn in this commit has not seen it.
    node.checkedAt = node.isQueued ? refreshedAt &- 1 : refreshedAt
    if node.readsState { roots.remove(node.liveSince) }
    node.forEachInput {
      $0.detach(node)
      release($0)
    }
    dropIfUnused(node)
  }

  /// Forgets a node that is not used.
  @usableFromInline
  func dropIfUnused(_ node: AnySelectionNode) {
    guard !node.isLive, node.readers == 0, nodes[node.identity] === node else { return }
    nodes[node.identity] = nil
    node.forEachInput {
      $0.readers -= 1
      dropIfUnused($0)
    }
  }
}
