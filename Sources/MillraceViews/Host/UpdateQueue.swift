// SPDX-License-Identifier: Apache-2.0

/// What a host has still to do: nodes to refresh, elements to send, actions to run.
@MainActor struct UpdateQueue {
  private var nodes: [TrackedNode] = []
  private var elements: [ElementNode] = []
  private var greed: [ElementNode] = []
  private var actions: [@MainActor () -> Void] = []
  private var appearances: [@MainActor () -> Void] = []
  /// How much has been added so far, but for nodes: the same before and after what changes nothing.
  private(set) var changes = 0

  /// Whether a node waits to be refreshed, or an action to be run.
  var hasWork: Bool { !nodes.isEmpty || !actions.isEmpty }

  mutating func add(_ node: TrackedNode) { nodes.append(node) }
  mutating func add(_ element: ElementNode) {
    elements.append(element)
    changes += 1
  }

  /// Adds an action for the end of the present round.
  mutating func add(action: @escaping @MainActor () -> Void) {
    actions.append(action)
    changes += 1
  }

  /// Adds an action for after the page was told.
  mutating func add(appearance: @escaping @MainActor () -> Void) {
    appearances.append(appearance)
    changes += 1
  }

  /// Takes the marked nodes, outer ones first: what an outer one refreshes need not run again.
  mutating func takeNodes() -> [TrackedNode] {
    defer { nodes = [] }
    guard nodes.count > 1 else { return nodes }
    return nodes.sorted { ($0.depth, $0.serial) < ($1.depth, $1.serial) }
  }

  /// Takes the changed elements in the order of their making, so that patches have one order.
  mutating func takeElements() -> [ElementNode] {
    defer { elements = [] }
    guard elements.count > 1 else { return elements }
    return elements.sorted { $0.id.rawValue < $1.id.rawValue }
  }

  /// Adds an element that may ask for other room than before.
  mutating func add(greed element: ElementNode) {
    greed.append(element)
    changes += 1
  }

  /// Takes the elements that may ask for other room, and the depths that they are at.
  mutating func takeGreed() -> [Int32: [ElementNode]] {
    defer { greed = [] }
    return Dictionary(grouping: greed) { $0.depth }
  }

  mutating func takeActions() -> [@MainActor () -> Void] {
    defer { actions = [] }
    return actions
  }

  mutating func takeAppearances() -> [@MainActor () -> Void] {
    defer { appearances = [] }
    return appearances
  }
}
