// SPDX-License-Identifier: Apache-2.0

/// The selections of one store: one node per distinct recipe.
///
/// After a commit it compares each distinct slice of the state that is watched once and walks on
/// only below those that changed, in the order of ranks, so that every node is computed at most
/// once. Nodes go with the last use of them.
@MainActor
@usableFromInline
final class SelectionGraph {
  // Exclusive: all of it is the main actor's, and no selector or observer is called in an access.
  @usableFromInline @exclusivity(unchecked) var nodes: [SelectorIdentity: AnySelectionNode] = [:]
  /// The live nodes that read the state itself.
  @usableFromInline @exclusivity(unchecked) var roots = OrderedSlots<AnySelectionNode>()
  /// How often a node became live.
  @usableFromInline @exclusivity(unchecked) var lastLive: UInt64 = 0
  /// Nodes with a changed input, by rank.
  @usableFromInline @exclusivity(unchecked) var queue: [[AnySelectionNode]] = []
  /// Those of one rank while it is their turn.
  private var level: [AnySelectionNode] = []
  /// Nodes that were asked for without being watched.
  @exclusivity(unchecked) var recents = RecentValues<SelectorIdentity, AnySelectionNode>(
    limit: recentLimit)
  /// The one of them that was asked for last, its identity, and the commit that it was right for.
  ///
  /// Nothing of it is retained: `recents` has it, and it is nil as soon as one is let go of.
  @exclusivity(unchecked) var latest:
    (node: Unmanaged<AnySelectionNode>, identity: UnsafeRawPointer, commit: UInt64)?
  /// Observers of what changed, in any order and possibly more than once.
  @usableFromInline @exclusivity(unchecked) var reported: [StoreObserver] = []
  /// How many were reported when each was last kept once.
  private var reportedOnce = 0
  /// The commit that the live nodes are up to date with.
  @usableFromInline @exclusivity(unchecked) var refreshedAt: UInt64 = 0
  /// Whether live nodes are ahead of what observers were given last, so that a node may be back at
  /// the value that they have; and whether they were before the observers were reported.
  private var isAhead = false
  @usableFromInline @exclusivity(unchecked) private(set) var wasAhead = false
  @usableFromInline @exclusivity(unchecked) var pass = SelectionPass()
  /// What stands for the output of selectors, by their nodes; empty but in mocks.
  var replacements: [SelectorIdentity: AnyObject] = [:]
  /// Sound: the engine owns this graph; observers, which ask for it, are taken out before it goes.
  @usableFromInline unowned var host: ObserverHost?

  @usableFromInline
  init() {}

  /// The node of a recipe, up to date if the live nodes are; made if there is none.
  @usableFromInline
  func node<State, Output>(
    for selector: StateSelector<State, Output>, state: UnsafeRawPointer
  ) -> SelectionNode<Output> {
    if let node = nodes[selector.nodeKey] {
      pull(node, state)
      // Sound: a node's key says which recipe, and a recipe has one type of output.
      return unsafeDowncast(node, to: SelectionNode<Output>.self)
    }
    let selector = replaced(selector)
    let node = selector.recipe.makeNode(
      // Typed: the graph of an engine is asked with the address of that engine's state.
      for: selector, in: self, state.assumingMemoryBound(to: State.self))
    insert(node)
    return node
  }

  @usableFromInline
  func insert(_ node: AnySelectionNode) {
    nodes[node.identity] = node
    node.checkedAt = pass.commit
    node.forEachInput { $0.readers += 1 }
  }

  /// Brings all live nodes up to date and reports the observers of those that changed, which are
  /// asked next.
  @usableFromInline
  func refresh(_ state: UnsafeRawPointer) {
    wasAhead = isAhead
    isAhead = false
    bringUpToDate(state)
  }

  private func bringUpToDate(_ state: UnsafeRawPointer) {
    refreshedAt = pass.commit
    for root in roots { refresh(root, state) }
    var rank = 1
    while rank < queue.count {
      if !queue[rank].isEmpty {
        // Two lists change places, so that neither is allocated again.
        swap(&queue[rank], &level)
        for node in level {
          node.isQueued = false
          refresh(node, state)
        }
        level.removeAll(keepingCapacity: true)
      }
      rank += 1
    }
  }

  /// Brings all live nodes up to date although observers are not called yet, as in a batch.
  ///
  /// Observers that were reported before are reported again: now and then each is kept once, so
  /// that they do not add up.
  @usableFromInline
  func refreshEarly(_ state: UnsafeRawPointer) {
    bringUpToDate(state)
    isAhead = true
    guard reported.count > 2 * reportedOnce + 16 else { return }
    reported.sort { $0.id < $1.id }
    var last: UInt64 = 0
    var once: [StoreObserver] = []
    for observer in reported where observer.id != last {
      last = observer.id
      once.append(observer)
    }
    reported = once
    reportedOnce = once.count
  }

  @usableFromInline
  func refresh(_ node: AnySelectionNode, _ state: UnsafeRawPointer) {
    guard node.refresh(state, in: self) else { return }
    node.changedAt = pass.commit
    node.spread(in: self)
  }

  @usableFromInline
  func enqueue(_ node: AnySelectionNode) {
    guard !node.isQueued else { return }
    node.isQueued = true
    while queue.count <= node.rank { queue.append([]) }
    queue[node.rank].append(node)
  }

  /// The observers of all nodes.
  var observers: [StoreObserver] { nodes.values.flatMap(\.allObservers) }
}
