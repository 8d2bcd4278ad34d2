// SPDX-License-Identifier: Apache-2.0

/// The selections that somebody watches in one store: one node per distinct recipe.
///
/// After a commit it compares each distinct slice of the state once and walks on only below those
/// that changed, in the order of ranks, so that every node is computed at most once. Nodes go with
/// the last who uses them.
@usableFromInline
final class SelectionGraph<State> {
  @usableFromInline @exclusivity(unchecked)
  var nodes: [SelectorIdentity: AnySelectionNode<State>] = [:]
  /// The nodes that read the state itself.
  @usableFromInline @exclusivity(unchecked) var roots: [AnySelectionNode<State>] = []
  /// Nodes with a changed input, by rank.
  @usableFromInline @exclusivity(unchecked) var queue: [[AnySelectionNode<State>]] = []
  @usableFromInline let pass = SelectionPass()

  @inlinable
  init() {}

  /// The node of a recipe; made on the state as it stands if there is none.
  @inlinable
  func node<Output>(
    for selector: StateSelector<State, Output>, state: State
  ) -> SelectionNode<State, Output> {
    if let node = nodes[selector.identity] {
      return unsafeDowncast(node, to: SelectionNode<State, Output>.self)
    }
    let node = selector.makeNode(self, state)
    nodes[selector.identity] = node
    let inputs = node.inputs
    if inputs.isEmpty { roots.append(node) }
    for input in inputs { input.dependents.append(.init(node: node)) }
    return node
  }

  /// Lets go of a node that may have become unused, and of what it alone used.
  @inlinable
  func release(_ node: AnySelectionNode<State>) {
    guard node.isUnused, nodes[node.identity] === node else { return }
    nodes[node.identity] = nil
    let inputs = node.inputs
    if inputs.isEmpty { roots.removeAll { $0 === node } }
    for input in inputs {
      input.dependents.removeAll { $0.node === node }
      release(input)
    }
  }

  /// Brings all nodes up to date and reports the observers of those that changed.
  @inlinable
  func refresh(_ state: State, changed report: (UInt64) -> Void) {
    pass.number += 1
    for root in roots where root.refresh(pass, state) { spread(root, report) }
    var rank = 1
    while rank < queue.count {
      let level = queue[rank]
      queue[rank] = []
      for node in level {
        node.isQueued = false
        if node.refresh(pass, state) { spread(node, report) }
      }
      rank += 1
    }
  }

  @inlinable
  func spread(_ node: AnySelectionNode<State>, _ report: (UInt64) -> Void) {
    node.changedPass = pass.number
    for watcher in node.watchers { report(watcher) }
    for dependent in node.dependents where !dependent.node.isQueued {
      dependent.node.isQueued = true
      while queue.count <= dependent.node.rank { queue.append([]) }
      queue[dependent.node.rank].append(dependent.node)
    }
  }
}
