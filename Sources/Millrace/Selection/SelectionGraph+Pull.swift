// SPDX-License-Identifier: Apache-2.0

// Nodes that nobody watches: they are brought up to date when somebody asks.
extension SelectionGraph {
  /// How many nodes are kept although nobody watches them.
  @inlinable static var recentLimit: Int { 8 }

  /// Brings a node up to date that is not live.
  @usableFromInline
  func pull(_ node: AnySelectionNode, _ state: UnsafeRawPointer) {
    guard !node.isLive, node.checkedAt != pass.commit else { return }
    node.checkedAt = pass.commit
    node.forEachInput { pull($0, state) }
    if node.refresh(state) { node.changedAt = pass.commit }
  }

  /// The node of a selector that was asked for lately.
  @inlinable
  func recent(_ identity: SelectorIdentity) -> AnySelectionNode? {
    var index = recents.count
    while index > 0 {
      index -= 1
      if recents[index].identity == identity { return recents[index] }
    }
    return nil
  }

  /// Keeps a node although nobody may watch it, until enough others were asked for after it.
  @usableFromInline
  func keep(_ node: AnySelectionNode) {
    if recents.last === node { return }
    if node.isRecent {
      recents.removeAll { $0 === node }
    } else if recents.count == Self.recentLimit {
      let oldest = recents.removeFirst()
      oldest.isRecent = false
      dropIfUnused(oldest)
    }
    node.isRecent = true
    recents.append(node)
  }
}
