// SPDX-License-Identifier: Apache-2.0

/// The selections of one store: one node per distinct selector.
///
/// After a commit it compares each distinct slice of the state that is watched once and walks on
/// only below those that changed, in the order of ranks, so that every node is computed at most
/// once. A node is removed when nothing uses it any more.
@MainActor
@usableFromInline
final class SelectionGraph {
  // Exclusive: all of it is the main actor's, and no selector or observer is called in an access.
  @exclusivity(unchecked) var nodes: [SelectorIdentity: AnySelectionNode] = [:]
  /// The live nodes that read the state itself.
  @exclusivity(unchecked) var roots = OrderedSlots<AnySelectionNode>()
  /// How often a node became live.
  @exclusivity(unchecked) var lastLive: UInt64 = 0
  /// Nodes with a changed input, by rank.
  @exclusivity(unchecked) var queue: [[AnySelectionNode]] = []
  /// Those of one rank while it is their turn.
  private var level: [AnySelectionNode] = []
  /// Nodes that were asked for without being watched.
  @exclusivity(unchecked) var recents = LRUCache<SelectorIdentity, AnySelectionNode>(
    limit: recentLimit)
  /// The node of `recents` that was asked for last, the address of its identity, and the commit at
  /// which its value was up to date.
  ///
  /// The node is not retained here, because `recents` holds it; when any node is removed from
  /// `recents`, this becomes nil.
  @exclusivity(unchecked) var latest:
    (node: Unmanaged<AnySelectionNode>, identity: UnsafeRawPointer, commit: UInt64)?
  /// Observers of what changed, in any order and possibly more than once.
  @usableFromInline @exclusivity(unchecked) var reported: [StoreObserver] = []
  /// The length of `reported` after duplicates were last removed.
  private var reportedOnce = 0
  /// The commit that the live nodes are up to date with.
  @exclusivity(unchecked) var refreshedAt: UInt64 = 0
  /// Whether live nodes were refreshed without observers being called, as in a batch.
  ///
  /// A node that changed may then be back at the value that its observers were given last.
  /// `wasAhead` is what this was when the latest refresh for observers began.
  private var isAhead = false
  @usableFromInline @exclusivity(unchecked) private(set) var wasAhead = false
  /// The number of the commit that the state comes from.
  @usableFromInline @exclusivity(unchecked) var commit: UInt64 = 0
  /// What was compared and computed since the engine took the counts last.
  @usableFromInline @exclusivity(unchecked) var counters = StoreCounters()
  /// The values that replace outputs of selectors, by the keys of nodes; empty except in mocks.
  var replacements: [SelectorIdentity: AnyObject] = [:]
  /// Sound: the engine owns this graph; observers, which ask for it, are taken out before it goes.
  unowned var host: ObserverHost?

  /// Whether nodes are being brought up to date, so that not all of them are.
  ///
  /// The `deinit` of a value that is released then may ask for other values: these are read from
  /// the state, and a node that is made meanwhile counts as one of the commit before.
  private(set) var isWorking = false
  private var checked: UInt64 { isWorking ? commit &- 1 : commit }

  private func work(_ body: () -> Void) {
    let outer = isWorking
    isWorking = true
    body()
    isWorking = outer
  }

  init() {}

  /// The node of a selector, up to date if the live nodes are; made if there is none.
  func node<State, Output>(
    for selector: StateSelector<State, Output>, state: UnsafeRawPointer
  ) -> SelectionNode<Output> {
    if let node = nodes[selector.nodeKey] {
      pull(node, state)
      // Sound: a node's key says which selector, and a selector has one type of output.
      return unsafeDowncast(node, to: SelectionNode<Output>.self)
    }
    let selector = replaced(selector)
    let node = selector.strategy.makeNode(
      // Typed: the graph of an engine is asked with the address of that engine's state.
      for: selector, in: self, state.assumingMemoryBound(to: State.self))
    insert(node)
    return node
  }

  func insert(_ node: AnySelectionNode) {
    nodes[node.identity] = node
    node.checkedAt = checked
    node.forEachInput { $0.readers += 1 }
  }

  /// Brings all live nodes up to date and reports the observers of those that changed, which are
  /// asked next.
  ///
  /// After a read in a batch they may be up to date with the last commit already.
  func refresh(_ state: UnsafeRawPointer) {
    wasAhead = isAhead
    isAhead = false
    if refreshedAt != commit { bringUpToDate(state) }
  }

  private func bringUpToDate(_ state: UnsafeRawPointer) {
    work { refreshLive(state) }
  }

  private func refreshLive(_ state: UnsafeRawPointer) {
    refreshedAt = commit
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
        level.clear()
      }
      rank += 1
    }
  }

  /// Brings all live nodes up to date although observers are not called yet, as in a batch.
  ///
  /// Observers that were reported before are reported again: duplicates are removed from time to
  /// time, so that the list stays bounded.
  func refreshEarly(_ state: UnsafeRawPointer) {
    if roots.isEmpty {
      refreshedAt = commit
      return
    }
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

  func refresh(_ node: AnySelectionNode, _ state: UnsafeRawPointer) {
    guard node.refresh(state, in: self) else { return }
    node.changedAt = commit
    node.propagateChange(in: self)
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

extension SelectionGraph {
  /// Has a node brought up to date with every commit from now on.
  @usableFromInline
  func activate(_ node: AnySelectionNode) {
    guard !node.isLive else { return }
    node.isLive = true
    node.forEachInput { activate($0) }
    // The lists of live nodes are in the order of these numbers.
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
    // A queued node has not been refreshed for this commit yet.
    node.checkedAt = node.isQueued ? refreshedAt &- 1 : refreshedAt
    if node.readsState { roots.remove(node.liveSince) }
    node.forEachInput {
      $0.detach(node)
      release($0)
    }
    dropIfUnused(node)
  }

  /// Forgets a node that is not used.
  func dropIfUnused(_ node: AnySelectionNode) {
    guard !node.isLive, node.readers == 0, nodes[node.identity] === node else { return }
    nodes[node.identity] = nil
    node.forEachInput {
      $0.readers -= 1
      dropIfUnused($0)
    }
  }
}

// Nodes that are not watched: they are brought up to date when they are asked for.
extension SelectionGraph {
  /// How many nodes are kept without being watched; the least recently used goes first.
  static var recentLimit: Int { 256 }
  /// For how many commits such a node is kept without being asked for.
  static var recentCommits: UInt64 { 1_000 }

  /// Brings a node up to date if it is not live.
  @usableFromInline
  func pull(_ node: AnySelectionNode, _ state: UnsafeRawPointer) {
    let checked = checked
    work { pull(node, state, checked) }
  }

  private func pull(_ node: AnySelectionNode, _ state: UnsafeRawPointer, _ checked: UInt64) {
    guard !node.isLive, node.checkedAt != commit else { return }
    if !node.readsState { node.forEachInput { pull($0, state, checked) } }
    if node.refresh(state, in: self) { node.changedAt = commit }
    node.checkedAt = checked
  }

  /// Brings the live nodes up to date with a commit, before something is asked for.
  @usableFromInline
  func catchUp(with commit: UInt64, _ state: UnsafeRawPointer) {
    self.commit = commit
    if refreshedAt != commit { refreshEarly(state) }
  }

  /// The node of a selector that was asked for lately, up to date.
  ///
  /// It is not retained: it is there until the next call of the graph.
  @usableFromInline
  func kept(
    _ identity: SelectorIdentity, at commit: UInt64, _ state: UnsafeRawPointer
  ) -> Unmanaged<AnySelectionNode>? {
    if let latest, latest.commit == commit, latest.identity == identity.address {
      return latest.node
    }
    guard !isWorking, let node = recent(identity) else { return nil }
    if node.checkedAt != commit {
      catchUp(with: commit, state)
      pull(node, state)
      // Of a live node too: it is up to date with this commit.
      node.checkedAt = commit
      dropUnasked()
      // What was computed for it may have asked for others, so that it is not kept any more.
      guard isNoted(node) || recent(identity) === node else { return nil }
      note(node)
    }
    return .passUnretained(node)
  }

  /// The node of a selector that was asked for lately.
  func recent(_ identity: SelectorIdentity) -> AnySelectionNode? {
    // Sound: `latest` is nil as soon as a node is let go of. It is the one that was used last.
    if let latest, latest.identity == identity.address {
      return latest.node.takeUnretainedValue()
    }
    guard let node = recents.use(identity) else { return nil }
    note(node)
    return node
  }

  /// Whether it is the node that was asked for last, and is kept.
  func isNoted(_ node: AnySelectionNode) -> Bool {
    latest?.node.toOpaque() == Unmanaged.passUnretained(node).toOpaque()
  }

  /// Notes a node that is kept as the one that was asked for last.
  func note(_ node: AnySelectionNode) {
    latest = (.passUnretained(node), node.identity.address, node.checkedAt)
  }

  /// Keeps a node although it may not be watched, until it was not asked for in a long time.
  func keep(_ node: AnySelectionNode) {
    node.checkedAt = commit
    dropUnasked()
    if recents.use(node.identity) == nil {
      node.readers += 1
      if let old = recents.insert(node, for: node.identity) { letGo(of: old) }
    }
    note(node)
  }

  /// Drops nodes that were not asked for in a long time: their values hold old copies of
  /// collections.
  ///
  /// Complexity: O(1), and the cost of what is dropped.
  func dropUnasked() {
    while let node = recents.leastRecent, node.checkedAt + Self.recentCommits < commit {
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
  @_alwaysEmitIntoClient
  func value<Output>() -> Output {
    // Sound: the graph holds the node until its next call, and the key says the type of the output.
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: SelectionNode<Output>.self).value }
  }
}

/// A value that stands for the output of a selector, whatever the state says.
final class Replacement<Output>: @unchecked Sendable {
  // Sound: used on the main actor alone, like the graph. Unchecked: the deinitializer of a
  // replaced value may read this.
  @exclusivity(unchecked) var output: Output

  init(_ output: Output) {
    self.output = output
  }
}

extension SelectionGraph {
  /// The selector, or one in its place that yields what was put there.
  func replaced<State, Output>(
    _ selector: StateSelector<State, Output>
  ) -> StateSelector<State, Output> {
    guard !replacements.isEmpty,
      let replacement = replacements[selector.nodeKey] as? Replacement<Output>
    else { return selector }
    return StateSelector(
      identity: selector.identity, nodeKey: selector.nodeKey, select: { _ in replacement.output },
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison,
      strategy: SelectorStrategy())
  }

  /// Puts a value in the place of a selector's output.
  ///
  /// - Returns: False if the selector is watched as it is; nothing has changed then.
  func replace<State, Output>(
    _ selector: StateSelector<State, Output>, with output: Output
  ) -> Bool {
    if let replacement = replacements[selector.nodeKey] as? Replacement<Output> {
      replacement.output = output
      return true
    }
    while let node = recents.removeLeastRecent() { letGo(of: node) }
    // A key path has a node for observers that compare and one for those with their own rule.
    let keys = [selector.nodeKey, selector.nodeKey.ruled]
    guard keys.allSatisfy({ nodes[$0] == nil }) else { return false }
    let replacement = Replacement(output)
    for key in keys { replacements[key] = replacement }
    return true
  }
}
