// SPDX-License-Identifier: Apache-2.0

// Nodes that are not watched: they are brought up to date when they are asked for.
extension SelectionGraph {
  /// How many nodes are kept without being watched; the least recently used goes first.
  static var recentLimit: Int { 256 }
  /// For how many commits such a node is kept without being asked for.
  static var recentCommits: UInt64 { 1_000 }

  /// Brings a node up to date that is not live.
  @usableFromInline
  func pull(_ node: AnySelectionNode, _ state: UnsafeRawPointer) {
    guard !node.isLive, node.checkedAt != pass.commit else { return }
    node.forEachInput { pull($0, state) }
    if node.refresh(state, in: self) { node.changedAt = pass.commit }
    node.checkedAt = pass.commit
  }

  /// The node of the selector that was asked for last, if it is this one and up to date.
  ///
  /// It is not retained: it is there until the next call of the graph.
  @usableFromInline
  func current(
    _ identity: SelectorIdentity, at commit: UInt64
  ) -> Unmanaged<AnySelectionNode>? {
    guard let latest, latest.commit == commit, latest.identity == identity.address else {
      return nil
    }
    return latest.node
  }

  /// The node of a selector that was asked for lately.
  @usableFromInline
  func recent(_ identity: SelectorIdentity) -> AnySelectionNode? {
    guard let node = recents.use(identity) else { return nil }
    note(node)
    return node
  }

  /// Notes a node that is kept as the one that was asked for last.
  func note(_ node: AnySelectionNode) {
    latest = (.passUnretained(node), node.identity.address, node.checkedAt)
  }

  /// Keeps a node although it may not be watched, until it was not asked for in a long time.
  @usableFromInline
  func keep(_ node: AnySelectionNode) {
    node.checkedAt = pass.commit
    dropUnasked()
    if recents.use(node.identity) == nil {
      node.readers += 1
      if let old = recents.insert(node, for: node.identity) { letGo(of: old) }
    }
    note(node)
  }

  /// Drops what was kept for nothing: its values would be old copies of collections.
  ///
  /// Complexity: O(1), and the cost of what is dropped.
  @usableFromInline
  func dropUnasked() {
    while let node = recents.leastRecent, node.checkedAt + Self.recentCommits < pass.commit {
      recents.removeLeastRecent()
      letGo(of: node)
    }
  }

  func letGo(of node: AnySelectionNode) {
    latest = nil
    node.readers -= 1
    dropIfUnused(node)
  }
}

extension Unmanaged where Instance == AnySelectionNode {
  /// The value of a node, of a type that the caller knows.
  @inlinable
  func value<Output>() -> Output {
    // Sound: the graph holds the node until its next call, and the key says the type of the output.
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: SelectionNode<Output>.self).value }
  }
}
