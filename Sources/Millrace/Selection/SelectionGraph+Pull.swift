// SPDX-License-Identifier: Apache-2.0

// Nodes that nobody watches: they are brought up to date when somebody asks.
extension SelectionGraph {
  /// How many nodes are kept although nobody watches them.
  @inlinable static var recentLimit: Int { 8 }

  /// Brings a node up to date that is not live.
  @inlinable
  func pull(_ node: AnySelectionNode<State>, _ state: UnsafePointer<State>) {
    guard !node.isLive, node.checkedAt != pass.commit else { return }
    node.checkedAt = pass.commit
    node.forEachInput { pull($0, state) }
    if node.refresh(pass, state) { node.changedAt = pass.commit }
  }

  /// The value that was asked for last, if it was this one and nothing was committed since.
  @inlinable
  func latest<Output>(
    _ selector: StateSelector<State, Output>, at commit: UInt64
  ) -> SelectionNode<State, Output>? {
    guard let node = recents.last, node.checkedAt == commit, node.identity == selector.nodeKey
    else { return nil }
    return unsafeDowncast(node, to: SelectionNode<State, Output>.self)
  }

  /// Keeps a node although nobody may watch it, until enough others were asked for after it.
  @inlinable
  func keep(_ node: AnySelectionNode<State>) {
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
