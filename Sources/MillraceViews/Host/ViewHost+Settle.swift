// SPDX-License-Identifier: Apache-2.0

extension ViewHost {
  /// So many rounds may follow each other in one flush before it is taken for an endless loop.
  static let roundLimit = 1000
  /// So many rounds are left to a page that has looped, until it has been told all of it.
  private static let shortRoundLimit = 10

  /// Whether something is left to be done.
  var hasWork: Bool { queue.hasWork || !inbox.isEmpty }

  /// Marks the nodes that have read what has changed.
  func readInbox() {
    for token in inbox.take() { token.deliver() }
  }

  /// Refreshes what is dirty, and what becomes dirty by that, until all is quiet.
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

  /// Refreshes a node that was marked; a debug build notes a body that changes nothing.
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

  /// Runs what is dirty once more, so that it goes on hearing of changes, and leaves it at that.
  func endLoop(rounds: Int) {
    var views: [String] = []
    for node in queue.takeNodes() {
      if !views.contains(node.name) { views.append(node.name) }
      node.refreshIfDirty()
    }
    readInbox()
    for node in queue.takeNodes() { node.dropMark() }
    _ = queue.takeActions()
    #if DEBUG
      idleBodies.drop()
    #endif
    // Each event of a batch may loop; a view that loops is one fault.
    views.removeAll { !loopedViews.insert($0).inserted }
    guard !hasLooped || !views.isEmpty else { return }
    hasLooped = true
    faults.append(.updateLoop(views: views, rounds: rounds))
  }

  /// Tells which elements ask for other room now, from the inner ones to the outer ones.
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

  /// Takes a node that has become dirty.
  func enqueue(_ node: TrackedNode) {
    queue.add(node)
    announce()
  }

  /// Takes an element that differs from what the page was told.
  func enqueue(_ element: ElementNode) {
    queue.add(element)
  }

  /// Makes an id that was not used before.
  func makeNodeID() -> NodeID {
    lastID += 1
    return NodeID(rawValue: lastID)
  }

  /// Makes the next number of a tracked node.
  func makeSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }

  /// Notes an element that the page reports events of.
  func remember(_ element: ElementNode) {
    listening[element.id] = Listener(element: element)
  }

  /// Forgets an element that has left the page.
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
