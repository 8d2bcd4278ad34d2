// SPDX-License-Identifier: Apache-2.0

/// The selections of one store: one node per distinct recipe.
///
/// After a commit it compares each distinct slice of the state that somebody watches once and walks
/// on only below those that changed, in the order of ranks, so that every node is computed at most
/// once. Nodes go with the last who uses them.
@usableFromInline
final class SelectionGraph<State> {
  @usableFromInline @exclusivity(unchecked)
  var nodes: [SelectorIdentity: AnySelectionNode<State>] = [:]
  /// The live nodes that read the state itself.
  @usableFromInline @exclusivity(unchecked) var roots: [AnySelectionNode<State>] = []
  /// Nodes with a changed input, by rank.
  @usableFromInline @exclusivity(unchecked) var queue: [[AnySelectionNode<State>]] = []
  /// Nodes that were asked for without being watched, the latest last.
  @usableFromInline @exclusivity(unchecked) var recents: [AnySelectionNode<State>] = []
  /// The commit that the live nodes are up to date with.
  @usableFromInline @exclusivity(unchecked) var refreshedAt: UInt64 = 0
  @usableFromInline let pass = SelectionPass()

  @inlinable
  init() {}

  /// The node of a recipe, up to date if the live nodes are; made if there is none.
  @inlinable
  func node<Output>(
    for selector: StateSelector<State, Output>, state: UnsafePointer<State>
  ) -> SelectionNode<State, Output> {
    if let node = nodes[selector.nodeKey] {
      pull(node, state)
      return unsafeDowncast(node, to: SelectionNode<State, Output>.self)
    }
    let node = selector.recipe.makeNode(for: selector, in: self, state)
    insert(node)
    return node
  }

  @inlinable
  func insert(_ node: AnySelectionNode<State>) {
    nodes[node.identity] = node
    node.checkedAt = pass.commit
    node.forEachInput { $0.readers += 1 }
  }

  /// Brings all live nodes up to date and reports the watchers of those that changed.
  @inlinable
  func refresh(_ state: UnsafePointer<State>, changed report: (Watcher) -> Void) {
    refreshedAt = pass.commit
    for root in roots where root.refresh(pass, state) { spread(root, report) }
    var rank = 1
    while rank < queue.count {
      if !queue[rank].isEmpty {
        let level = queue[rank]
        queue[rank] = []
        for node in level {
          node.isQueued = false
          if node.refresh(pass, state) { spread(node, report) }
        }
      }
      rank += 1
    }
  }

  @inlinable
  func spread(_ node: AnySelectionNode<State>, _ report: (Watcher) -> Void) {
    node.changedAt = pass.commit
    node.forEachConcerned(watcher: report) { dependent in
      guard !dependent.isQueued else { return }
      dependent.isQueued = true
      while queue.count <= dependent.rank { queue.append([]) }
      queue[dependent.rank].append(dependent)
    }
  }

  /// All who watch a node.
  var watchers: [Watcher] { nodes.values.flatMap(\.allWatchers) }
}
