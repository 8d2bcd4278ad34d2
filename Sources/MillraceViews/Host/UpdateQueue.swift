// SPDX-License-Identifier: Apache-2.0

/// The pending work of a host: nodes to refresh, elements to send, actions to run.
@MainActor struct UpdateQueue {
  private var nodes: [TrackedNode] = []
  private var elements: [ElementNode] = []
  private var greed: [ElementNode] = []
  private var actions: [@MainActor () -> Void] = []
  private var requests: [@MainActor () -> Void] = []
  private var scrolls: [@MainActor () -> Void] = []
  private var appearances: [@MainActor () -> Void] = []
  /// The number of additions so far.
  ///
  /// An operation that does not change this number has usually changed no element of the page, and
  /// no value that another node has read. What is pending already is not added again. The title and
  /// the address are not counted.
  private(set) var changes = 0

  /// The maximum number of pending calls of `scrollTo`.
  private static let mostScrolls = 100

  /// True if a node is pending, or an action that does not wait until the changes were sent.
  var hasWork: Bool {
    !nodes.isEmpty || !actions.isEmpty || !requests.isEmpty || !scrolls.isEmpty
  }

  /// True if anything is pending.
  var hasAny: Bool { hasWork || !elements.isEmpty || !greed.isEmpty || !appearances.isEmpty }

  mutating func add(_ node: TrackedNode) {
    nodes.append(node)
    changes += 1
  }
  mutating func add(_ element: ElementNode) {
    elements.append(element)
    changes += 1
  }

  /// Adds an action that runs at the end of the present or the next round.
  mutating func add(action: @escaping @MainActor () -> Void) {
    actions.append(action)
    changes += 1
  }

  /// Adds an action for a request of the page, which runs with the other actions.
  ///
  /// The end of an endless loop of other actions does not drop it.
  mutating func add(request: @escaping @MainActor () -> Void) {
    requests.append(request)
    changes += 1
  }

  /// Adds an action that scrolls, which runs after the other actions.
  ///
  /// Without a connection to the page there is no flush. Therefore only the latest scrolls wait.
  mutating func add(scroll: @escaping @MainActor () -> Void) {
    if scrolls.count >= Self.mostScrolls { scrolls.removeFirst() }
    scrolls.append(scroll)
    changes += 1
  }

  /// Adds an action that runs after the changes have been sent to the page.
  mutating func add(appearance: @escaping @MainActor () -> Void) {
    appearances.append(appearance)
    changes += 1
  }

  /// The names of the dirty nodes, outer nodes first.
  var dirtyNames: [String] { sortedNodes.map(\.name) }

  /// The dirty nodes, outer nodes first.
  private var sortedNodes: [TrackedNode] {
    guard nodes.count > 1 else { return nodes }
    return nodes.sorted { ($0.depth, $0.serial) < ($1.depth, $1.serial) }
  }

  /// Removes and returns the dirty nodes, outer nodes first.
  ///
  /// An inner node that an outer node has refreshed does not run again.
  mutating func takeNodes() -> [TrackedNode] {
    defer { nodes = [] }
    return sortedNodes
  }

  /// Removes and returns the changed elements in the order of their creation.
  ///
  /// This makes the order of patches deterministic.
  mutating func takeElements() -> [ElementNode] {
    defer { elements = [] }
    guard elements.count > 1 else { return elements }
    return elements.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// Adds an element whose ``Greed`` may have changed.
  mutating func add(greed element: ElementNode) {
    greed.append(element)
    changes += 1
  }

  /// Removes and returns the elements whose ``Greed`` may have changed, grouped by their depth.
  mutating func takeGreed() -> [Int32: [ElementNode]] {
    defer { greed = [] }
    return Dictionary(grouping: greed) { $0.depth }
  }

  /// Removes and returns the actions, those for requests of the page first.
  mutating func takeActions() -> [@MainActor () -> Void] {
    defer { dropActions() }
    return takeRequests() + actions + scrolls
  }

  /// Drops the actions, except for those for requests of the page.
  mutating func dropActions() {
    actions = []
    scrolls = []
  }

  mutating func takeRequests() -> [@MainActor () -> Void] {
    defer { requests = [] }
    return requests
  }

  mutating func takeAppearances() -> [@MainActor () -> Void] {
    defer { appearances = [] }
    return appearances
  }
}
