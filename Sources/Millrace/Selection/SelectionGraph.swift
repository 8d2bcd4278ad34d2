// SPDX-License-Identifier: Apache-2.0

/// The selections of one store: the nodes of its selectors, one node for each key.
///
/// After a commit the graph compares each distinct watched slice of the state once. Then it
/// refreshes the dependents of the changed slices in the order of ranks, so that every node is
/// computed at most once. A node is removed when it is no longer used.
@MainActor
@usableFromInline
final class SelectionGraph {
  // Exclusive: the variables are isolated to the main actor, and no selector or observer is called
  // during an access.
  @exclusivity(unchecked) var nodes: [SelectorIdentity: AnySelectionNode] = [:]
  /// The live nodes that read the state directly.
  @exclusivity(unchecked) var roots = OrderedSlots<AnySelectionNode>()
  /// The latest number that was assigned to `liveSince` of a node.
  @exclusivity(unchecked) var lastLive: UInt64 = 0
  /// The live nodes with a changed input that are not refreshed yet, by rank.
  @exclusivity(unchecked) var queue: [[AnySelectionNode]] = []
  /// The nodes of the rank that is being refreshed.
  private var level: [AnySelectionNode] = []
  /// The cache of recent reads: nodes whose values were read although they may not be watched.
  @exclusivity(unchecked) var recentNodes = LRUCache<SelectorIdentity, AnySelectionNode>(
    limit: recentLimit)
  /// The node of `recentNodes` that was read last, the address of its identity, and the commit for
  /// which its value was up to date.
  ///
  /// The node is not retained here, because `recentNodes` retains it. When any node is removed from
  /// `recentNodes`, this property becomes nil.
  @exclusivity(unchecked) var lastRead:
    (node: Unmanaged<AnySelectionNode>, identity: UnsafeRawPointer, commit: UInt64)?
  /// The number of a commit up to which `dropExpired` removes no node, also if nodes are read.
  @exclusivity(unchecked) private var noneExpiresUntil: UInt64 = 0
  /// The observers of changed nodes, in any order; an observer can be in the array several times.
  @usableFromInline @exclusivity(unchecked) var reported: [StoreObserver] = []
  /// The length of `reported` after duplicates were last removed.
  private var reportedOnce = 0
  /// The nodes that were refreshed early (see `isEarly`); the next refresh for observers calls
  /// `rememberInputs` of each.
  @usableFromInline @exclusivity(unchecked) var early: [AnySelectionNode] = []
  /// The number of the commit for which the live nodes are up to date.
  @exclusivity(unchecked) var refreshedAt: UInt64 = 0
  /// True if live nodes were refreshed without a notification of observers, as in a batch.
  ///
  /// A node can then have changed and changed back to the value that was last delivered to its
  /// observers.
  private var isAhead = false
  /// True during a refresh of live nodes without a notification of observers.
  @usableFromInline @exclusivity(unchecked) private(set) var isEarly = false
  /// The value of `isAhead` when the latest refresh for observers began.
  @usableFromInline @exclusivity(unchecked) private(set) var wasAhead = false
  /// The number of the commit of the last notification of observers, or of the last `catchUp`.
  ///
  /// It is not the number of the current state's commit if later commits notified no observers, as
  /// in a batch.
  @usableFromInline @exclusivity(unchecked) var commit: UInt64 = 0
  /// The numbers of comparisons and computations since the engine last read and reset them.
  @usableFromInline @exclusivity(unchecked) var counters = StoreCounters()
  /// The values that replace outputs of selectors, by the keys of their nodes.
  ///
  /// Empty except in mocks.
  var replacements: [SelectorIdentity: AnyObject] = [:]
  // Sound: the host is the engine, which owns this graph. All observers, which read this property,
  // are removed before the engine is deinitialized.
  unowned var host: (any ObserverHost)?

  /// True while nodes are being brought up to date, so that some nodes can be out of date.
  ///
  /// During this time, the `deinit` of a released value can read selectors. Such a read computes
  /// the value from the state, because a cached value can be out of date; only the node of
  /// `lastRead` is used, if it is up to date. A node that is created during this time counts as
  /// checked at the previous commit, so that the next read refreshes it.
  // Checked accesses would cost a tenth of a read that finds no change.
  @usableFromInline @exclusivity(unchecked) private(set) var isWorking = false
  /// The value of `checkedAt` for a node that is created or refreshed now.
  private var checked: UInt64 { isWorking ? commit &- 1 : commit }

  private func work(_ body: () -> Void) {
    let outer = isWorking
    isWorking = true
    body()
    isWorking = outer
  }

  init() {}

  /// Returns the node of a selector, and creates it if necessary.
  ///
  /// The node is up to date if the live nodes are.
  func node<State, Output>(
    for selector: StateSelector<State, Output>, state: UnsafeRawPointer
  ) -> SelectionNode<Output> {
    if let node: SelectionNode<Output> = existingNode(selector.nodeKey, state) { return node }
    inspect(selector.nodeKey)
    let selector = replaced(selector)
    let node = selector.strategy.makeNode(
      // Typed: the address is always that of the state of the engine that owns this graph.
      for: selector, in: self, state.assumingMemoryBound(to: State.self))
    // The computation of the value, or the deinitializer of an object in it, may have read the same
    // selector.
    if let other: SelectionNode<Output> = existingNode(selector.nodeKey, state) { return other }
    insert(node)
    return node
  }

  /// Returns the node with a key, which is up to date if the live nodes are, or nil.
  @inline(__always)
  func existingNode<Node: AnySelectionNode>(
    _ key: SelectorIdentity, _ state: UnsafeRawPointer
  ) -> Node? {
    guard let node = nodes[key] else { return nil }
    pull(node, state)
    // Sound: the key identifies the selector, or the table and the field, and so the type.
    return unsafeDowncast(node, to: Node.self)
  }

  func insert(_ node: AnySelectionNode) {
    nodes[node.identity] = node
    node.checkedAt = checked
    node.forEachInput { $0.readers += 1 }
  }

  /// Reports key paths that can trap, before a new node reads them.
  ///
  /// A graph with replaced outputs reports none, because a replaced key path is not read.
  func inspect(_ identity: SelectorIdentity) {
    if replacements.isEmpty { KeyPathCheck.inspect(identity) }
  }

  /// Brings all live nodes up to date and reports the observers of the changed nodes.
  ///
  /// The caller then refreshes these observers.
  ///
  /// If a selector was read in a batch, the nodes can already be up to date.
  func refresh(_ state: UnsafeRawPointer) {
    wasAhead = isAhead
    isAhead = false
    if refreshedAt != commit { work { refreshLive(state) } }
    if !early.isEmpty { work { while let node = early.popLast() { node.rememberInputs() } } }
  }

  private func refreshLive(_ state: UnsafeRawPointer) {
    refreshedAt = commit
    for root in roots { refresh(root, state) }
    var rank = 1
    while rank < queue.count {
      if !queue[rank].isEmpty {
        // The two arrays are swapped, so that both keep their capacity.
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

  /// Brings all live nodes up to date without a notification of observers, as in a batch.
  ///
  /// The same observers can be reported several times. Duplicates are removed from time to time, so
  /// that the array stays bounded.
  func refreshEarly(_ state: UnsafeRawPointer) {
    if roots.isEmpty {
      refreshedAt = commit
      return
    }
    let outer = isEarly
    isEarly = true
    work { refreshLive(state) }
    isEarly = outer
    isAhead = true
    guard reported.count > 2 * reportedOnce + 16 else { return }
    reported.sortByID()
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

  /// Adds a live node with a changed input to the queue, unless the node is already in the queue.
  @usableFromInline
  func enqueue(_ node: AnySelectionNode) {
    guard !node.isQueued else { return }
    node.isQueued = true
    while queue.count <= node.rank { queue.append([]) }
    queue[node.rank].append(node)
  }

  /// The observers of all nodes.
  var observers: [StoreObserver] { nodes.values.flatMap { $0.allObservers } }
}

extension SelectionGraph {
  /// Makes a node live: from now on `refresh` and `refreshEarly` bring it up to date.
  @usableFromInline
  func activate(_ node: AnySelectionNode) {
    guard !node.isLive else { return }
    node.isLive = true
    node.forEachInput { activate($0) }
    // The lists of roots and dependents are in the order of these numbers.
    lastLive += 1
    node.liveSince = lastLive
    if node.readsState { roots.append(node, lastLive) }
    node.forEachInput { $0.attach(node) }
  }

  /// Stops refreshing a live node that has become idle, and the inputs that were live only for it.
  ///
  /// Then drops the node if it is not used.
  @usableFromInline
  func release(_ node: AnySelectionNode) {
    guard node.isLive && node.isIdle else { return dropIfUnused(node) }
    node.isLive = false
    // During a refresh, the node may not have been refreshed for this commit yet.
    node.checkedAt = isWorking || node.isQueued ? refreshedAt &- 1 : refreshedAt
    if node.readsState { roots.remove(node.liveSince) }
    node.forEachInput {
      $0.detach(node)
      release($0)
    }
    dropIfUnused(node)
  }

  /// Removes a node that is not used from the graph, and then inputs that were used only by it.
  func dropIfUnused(_ node: AnySelectionNode) {
    guard !node.isLive, node.readers == 0, nodes[node.identity] === node else { return }
    nodes[node.identity] = nil
    node.forEachInput {
      $0.readers -= 1
      dropIfUnused($0)
    }
  }
}

// Nodes that are not watched. They are brought up to date when they are read.
extension SelectionGraph {
  /// The maximum number of nodes in the cache of recent reads.
  ///
  /// The least recently used node is removed first.
  static var recentLimit: Int { 256 }
  /// The number of commits after which `dropExpired` removes a node that was not read.
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

  /// Brings the live nodes up to date with a commit, before a value is read.
  @usableFromInline
  func catchUp(with commit: UInt64, _ state: UnsafeRawPointer) {
    self.commit = commit
    if refreshedAt != commit { refreshEarly(state) }
  }

  /// Returns the node of `lastRead` if its identity has this address and it is up to date with a
  /// commit.
  ///
  /// The node is not retained. It is valid until the next call of a method of the graph.
  @usableFromInline
  func lastReadNode(
    with address: UnsafeRawPointer, at commit: UInt64
  ) -> Unmanaged<AnySelectionNode>? {
    guard let lastRead, lastRead.commit == commit, lastRead.identity == address else { return nil }
    return lastRead.node
  }

  /// Returns the node of a selector from the cache of recent reads, up to date, or nil if the cache
  /// does not have it, or while `isWorking` is true.
  ///
  /// The node is not retained. It is valid until the next call of a method of the graph.
  @usableFromInline
  func cachedNode(
    for identity: SelectorIdentity, at commit: UInt64, _ state: UnsafeRawPointer
  ) -> Unmanaged<AnySelectionNode>? {
    guard !isWorking, recentNode(for: identity) != nil else { return nil }
    catchUp(with: commit, state)
    // An observer that was released can have read other selectors.
    guard let recent = recentNode(for: identity) else { return nil }
    // Sound: while nodes are brought up to date (`isWorking`), reads neither use nor change the
    // cache, and no output can be replaced.
    let wasUpToDate = recent.withObject(of: self) { node in
      node.readAt = commit
      if node.checkedAt == commit { return true }
      pull(node, state)
      // `pull` does not set this number for a live node, which is up to date.
      node.checkedAt = commit
      return false
    }
    if wasUpToDate { return recent }
    dropExpired()
    // A `deinit` of a removed value can have done the same, so this node may be gone.
    guard recentNode(for: identity)?.toOpaque() == recent.toOpaque() else { return nil }
    recent.withObject(of: self) { setLastRead($0) }
    return recent
  }

  /// Returns the node of a selector from the cache of recent reads, and marks it as the last one
  /// that was read.
  func recentNode(for identity: SelectorIdentity) -> Unmanaged<AnySelectionNode>? {
    // Sound: `recentNodes` retains the node of `lastRead`; `lastRead` becomes nil when any node is
    // removed from `recentNodes`.
    if let lastRead, lastRead.identity == identity.address { return lastRead.node }
    guard let node = recentNodes.use(identity) else { return nil }
    setLastRead(node)
    return .passUnretained(node)
  }

  /// Marks a node in the cache as the one that was read last.
  func setLastRead(_ node: AnySelectionNode) {
    lastRead = (.passUnretained(node), node.identity.address, node.checkedAt)
  }

  /// Adds a node to the cache of recent reads, which retains it although it may not be watched.
  func cache(_ node: AnySelectionNode) {
    (node.checkedAt, node.readAt) = (commit, commit)
    dropExpired()
    if recentNodes.use(node.identity) == nil {
      node.readers += 1
      if let old = recentNodes.insert(node, for: node.identity) {
        uncache(old)
        // The `deinit` of an old value can read selectors, so the cache may have removed this node.
        guard recentNodes.use(node.identity) === node else { return }
      }
    }
    setLastRead(node)
  }

  /// Removes nodes that were not read for `recentCommits` commits from the cache, because their
  /// values can retain old copies of collections.
  ///
  /// Complexity: O(1), and the cost of releasing the nodes.
  func dropExpired() {
    guard commit > noneExpiresUntil else { return }
    while let node = recentNodes.leastRecent {
      noneExpiresUntil = node.readAt + Self.recentCommits
      guard commit > noneExpiresUntil else { return }
      recentNodes.removeLeastRecent()
      uncache(node)
    }
  }

  /// Called for a node that was removed from the cache; drops the node if it is not used elsewhere.
  func uncache(_ node: AnySelectionNode) {
    lastRead = nil
    node.readers -= 1
    dropIfUnused(node)
  }
}

extension Unmanaged where Instance == AnySelectionNode {
  /// The value of a node; the caller determines its type.
  @_alwaysEmitIntoClient
  func value<Output>() -> Output {
    // Sound: the graph retains the node until its next call, and the key determines the output
    // type.
    _withUnsafeGuaranteedRef { unsafeDowncast($0, to: SelectionNode<Output>.self).value }
  }
}

/// A value that replaces the output of a selector, independent of the state.
final class Replacement<Output>: @unchecked Sendable {
  // Sound: the object is used only on the main actor, as the graph is. Exclusivity is unchecked,
  // because the deinitializer of a replaced value can read `output`.
  @exclusivity(unchecked) var output: Output

  init(_ output: Output) {
    self.output = output
  }
}

extension SelectionGraph {
  /// Returns the selector, or a selector with the same key that returns the replacement of its
  /// output.
  @usableFromInline
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

  /// Returns the selector that an observer with a filter watches.
  ///
  /// A custom comparison of a dependency compares with the value of the last action that the filter
  /// accepted. The node stores that value, so each such observer has a node of its own.
  @usableFromInline
  func ownedByFilter<State, Output>(
    _ selector: StateSelector<State, Output>
  ) -> StateSelector<State, Output> {
    guard selector.strategy.dependencies.contains(where: { $0.hasCustomComparison }),
      replacements[selector.nodeKey] == nil
    else { return selector }
    return StateSelector(
      identity: selector.identity, nodeKey: .unique(), read: selector.read,
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison,
      strategy: selector.strategy, count: selector.count)
  }

  /// Replaces the output of a selector with a value.
  ///
  /// - Parameters:
  ///   - selector: The selector.
  ///   - output: The value.
  ///   - filtered: The keys of the selectors that observers with a filter watch.
  /// - Returns: False if the graph already uses a node of the selector, or if an observer without
  ///   such a node watches it. Then nothing was replaced, but the cache of recent reads is empty.
  func replace<State, Output>(
    _ selector: StateSelector<State, Output>, with output: Output, filtered: [SelectorIdentity]
  ) -> Bool {
    if let replacement = replacements[selector.nodeKey] as? Replacement<Output> {
      replacement.output = output
      return true
    }
    while let node = recentNodes.removeLeastRecent() { uncache(node) }
    // A key path has one node for the default comparison and one for custom comparisons.
    let keys = [selector.nodeKey, selector.nodeKey.customComparison]
    guard keys.allSatisfy({ nodes[$0] == nil && !filtered.contains($0) }),
      !selector.strategy.isWatchedWithoutNode(in: self)
    else { return false }
    let replacement = Replacement(output)
    for key in keys { replacements[key] = replacement }
    return true
  }
}
