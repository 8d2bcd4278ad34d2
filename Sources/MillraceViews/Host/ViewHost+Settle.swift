// SPDX-License-Identifier: Apache-2.0

extension ViewHost {
  /// The maximum number of rounds until the changes are sent to the page, and the maximum number of
  /// times that one flush sends changes.
  ///
  /// If there is more work after that, it is treated as an endless loop.
  static let roundLimit = 1000
  /// The maximum number of rounds after an endless loop, until the flush has ended.
  private static let shortRoundLimit = 10

  /// True if nodes, actions or changes of observable objects are pending.
  var hasWork: Bool { queue.hasWork || !inbox.isEmpty }

  /// Marks the nodes that have read a changed observable property.
  func readInbox() {
    for token in inbox.take() { token.deliver() }
  }

  /// Runs rounds until no work is pending, or an endless loop or a failure is found.
  ///
  /// A round refreshes the dirty nodes and then runs the pending actions.
  func settle() {
    var rounds = 0
    let limit = hasLooped ? Self.shortRoundLimit : Self.roundLimit
    while hasWork, !hasFailed {
      readInbox()
      rounds += 1
      guard rounds <= limit else {
        endLoop(rounds: rounds - 1)
        return
      }
      for node in queue.takeNodes() { refresh(node) }
      for action in queue.takeActions() { action() }
    }
  }

  /// Refreshes a dirty node.
  ///
  /// A debug build also records whether its body has changed anything.
  private func refresh(_ node: TrackedNode) {
    #if DEBUG
      guard let component = node as? ComponentBase, component.needsRefresh, !isBehind else {
        return node.refreshIfDirty()
      }
      let (before, title, address) = (queue.changes, self.title, addressBar.nodes.count)
      node.refreshIfDirty()
      idleBodies.note(
        component.viewType,
        isIdle: (before, title, address) == (queue.changes, self.title, addressBar.nodes.count))
    #else
      node.refreshIfDirty()
    #endif
  }

  /// Ends an endless loop.
  ///
  /// The requests of the page run. Then the dirty nodes run once more, and a watch marks them again
  /// after a later change. All other pending actions are discarded.
  func endLoop(rounds: Int) {
    for request in queue.takeRequests() { request() }
    var views: [String] = []
    for name in queue.dirtyNames where !views.contains(name) { views.append(name) }
    if let root {
      // The new watch also watches for the nodes of an earlier loop that wait for a change.
      loopWatch?.refresh()
      loopWatch?.unmount()
      let watch = LoopWatch(parent: root, scope: root.scope)
      loopWatch = watch
      watch.finish(self)
    }
    queue.dropActions()
    #if DEBUG
      idleBodies.drop()
    #endif
    // Each event of a batch can end in an endless loop. Until the flush, a view is reported once.
    views.removeAll { !loopedViews.insert($0).inserted }
    guard !hasLooped || !views.isEmpty else { return }
    hasLooped = true
    faults.append(.updateLoop(views: views, rounds: rounds))
  }

  /// Sends the classes of the elements whose ``Greed`` has changed, inner elements first.
  func sendGreed(to patches: inout [Patch]) {
    var waiting = queue.takeGreed()
    while let depth = waiting.keys.max() {
      var done: Set<ObjectIdentifier> = []
      for element in waiting.removeValue(forKey: depth) ?? [] {
        guard done.insert(ObjectIdentifier(element)).inserted,
          element.sendGreed(to: &patches), let outer = element.enclosingElement
        else { continue }
        waiting[outer.depth, default: []].append(outer)
      }
    }
  }

  /// Adds a node that has become dirty.
  func enqueue(_ node: TrackedNode) {
    queue.add(node)
    announce()
  }

  /// Adds an element that may differ from the element on the page.
  func enqueue(_ element: ElementNode) {
    queue.add(element)
  }

  /// Returns a new id, which was not used before.
  func makeNodeID() -> NodeID {
    lastID += 1
    return NodeID(rawValue: lastID)
  }

  /// Returns the serial number for the next tracked node.
  func makeSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Registers an element whose events the page reports.
  func remember(_ element: ElementNode) {
    listening[element.id] = Listener(element: element)
  }

  /// Removes the registration of an element that was unmounted.
  func forget(_ element: ElementNode) {
    listening[element.id] = nil
  }

  /// Counts a run of a body.
  func countBody(_ type: Any.Type) {
    bodyCount += 1
    bodyCounts[ObjectIdentifier(type), default: 0] += 1
    BodyTally.count()
  }
}
