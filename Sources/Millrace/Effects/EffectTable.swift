// SPDX-License-Identifier: Apache-2.0

/// The effects of one store that have not ended, found by key and by cancel id.
///
/// Complexity: O(log n) to find one of n effects. Adding and removing are in addition linear in the
/// number of effects with the same id or the same parent.
@MainActor
@usableFromInline
struct EffectTable {
  @usableFromInline typealias Node = EffectNode

  /// The effects with one id.
  @usableFromInline
  struct Group {
    /// The running effects, sorted by key.
    var running: [Node] = []
    /// The effects that wait for the running ones, sorted by key.
    var waiting: [Node] = []

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }
  }

  /// A time window in which a throttle starts no further effect.
  @usableFromInline
  struct Window {
    let timer: Node
    /// The length of this window; once an effect is pending, the length of the next window.
    var duration: Duration
    /// Returns true if the window's time has passed, even if its timer has not fired yet.
    let isOver: () -> Bool
    /// The effect that starts at the end of the window, or nil.
    var pending: Node?
  }

  /// All effects, sorted by key.
  @usableFromInline private(set) var nodes = OrderedSlots<Node>()
  private(set) var groups: [EffectID: Group] = [:]
  var windows: [EffectID: Window] = [:]
  private(set) var lastKey: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { nodes.isEmpty }

  /// Checks whether running or waiting effects with an id block a new effect with this id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - part: The effect that the new effect becomes a part of, or nil. This effect and the
  ///     effects that contain it do not block the new effect, nor do the effects that wait for
  ///     their end.
  /// - Returns: True if the new effect is blocked.
  func isBusy(_ id: EffectID, for part: Node? = nil) -> Bool {
    if groups.isEmpty && windows.isEmpty { return false }
    if windows[id]?.pending != nil { return true }
    guard let group = groups[id] else { return false }
    guard let part, let last = group.running.last, part.isWithin(last) else { return true }
    if group.running.count > part.count(of: id) { return true }
    // Only the effects that contain the new one run. A waiting effect that waits for one of them
    // does not block the new effect, because the two would wait for each other.
    return group.waiting.contains { waiting in
      group.running.allSatisfy { waiting.key < $0.key || waiting.isWithin($0) }
    }
  }

  /// Adds a new effect, which is about to start or to wait.
  mutating func insert(
    dispatchID: UInt64, id: EffectID? = nil, parent: Node? = nil, owner: EffectOwner? = nil,
    cause: UInt64 = 0
  ) -> Node {
    lastKey += 1
    let node = Node(
      key: lastKey, dispatchID: dispatchID, id: id, parent: parent, owner: owner, cause: cause)
    nodes.append(node, lastKey)
    if let parent {
      parent.parts.append(node)
      parent.openParts += 1
    }
    return node
  }

  /// Returns the effect for which a `Send` with this token sends.
  ///
  /// - Returns: The effect of the token. If its last part has replaced the effect, the effect that
  ///   contained it. Nil if that effect has ended.
  @usableFromInline
  func node(of sender: EffectToken) -> Node? {
    nodes[sender.key] ?? (sender as? Node).flatMap { nodes[$0.enclosingKey] }
  }

  /// Adds an effect to the running effects in the group of its id.
  mutating func run(_ node: Node) {
    guard let id = node.id else { return }
    if windows[id]?.pending === node { windows[id]?.pending = nil }
    var group = groups.removeValue(forKey: id) ?? Group()
    group.waiting.remove(node)
    // An effect that had to wait can be older than effects that run.
    group.running.insert(node)
    groups[id] = group
    node.hasBegun = true
  }

  /// Adds an effect to the waiting effects in the group of its id.
  mutating func wait(_ node: Node) {
    guard let id = node.id else { return }
    groups[id, default: Group()].waiting.append(node)
  }

  /// Removes an effect that has ended.
  mutating func remove(_ node: Node) {
    nodes.remove(node.key)
    node.parent?.parts.remove(node)
    leave(node)
  }

  /// Removes an effect that has ended or is cancelled from the group of its id.
  ///
  /// After that it no longer blocks other effects.
  mutating func leave(_ node: Node) {
    guard let id = node.id else { return }
    if windows[id]?.pending === node { windows[id]?.pending = nil }
    guard var group = groups.removeValue(forKey: id) else { return }
    group.running.remove(node)
    group.waiting.remove(node)
    if !group.isEmpty { groups[id] = group }
  }

  /// Finds the first waiting effect with an id that can start now.
  ///
  /// An effect waits for the effects with its id that began before it, except those that contain
  /// it. It does not wait for effects that began while it waited.
  ///
  /// - Returns: The effect, or nil if none can start.
  func next(_ id: EffectID) -> Node? {
    guard let group = groups[id], let first = group.waiting.first else { return nil }
    let limit = windows[id]?.pending?.key ?? .max
    if first.key > limit { return nil }
    guard let oldest = group.running.first, oldest.key < first.key else { return first }
    // All waiting effects wait for the oldest one, except its parts.
    if oldest.parts.isEmpty { return nil }
    return group.waiting.first { node in
      guard node.key < limit, node.isWithin(oldest) else { return false }
      return group.running.firstPosition { $0.key > node.key } == node.count(of: id) - 1
    }
  }

  /// Removes the group of an id, and closes its window; the nodes stay in the table until they have
  /// ended.
  ///
  /// - Returns: The removed effects, and the timer and the pending effect of the window, sorted by
  ///   key.
  mutating func take(_ id: EffectID) -> [Node] {
    var taken = takeGroup(id)
    if let window = windows.removeValue(forKey: id) {
      taken.insert(window.timer)
      if let pending = window.pending { taken.insert(pending) }
    }
    return taken
  }

  /// Removes the effects that a new effect replaces from the group of their id; the nodes stay in
  /// the table until they have ended, and the window of a throttle stays open.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - part: The effect that contains the new effect, or nil. If `part` or an effect that
  ///     contains `part` has the id, these effects and the pending effect of the window stay.
  /// - Returns: The removed effects, sorted by key.
  mutating func takeOthers(_ id: EffectID, for part: Node?) -> [Node] {
    var taken = takeGroup(id)
    if let part, part.count(of: id) > 0 {
      groups[id] = Group(running: taken.filter(part.isWithin))
      taken.removeAll(where: part.isWithin)
    } else if let pending = windows[id]?.pending {
      windows[id]?.pending = nil
      taken.insert(pending)
    }
    return taken
  }

  /// Removes the group of an id, and returns its effects, sorted by key.
  private mutating func takeGroup(_ id: EffectID) -> [Node] {
    guard let group = groups.removeValue(forKey: id) else { return [] }
    var taken = group.running
    for node in group.waiting { taken.insert(node) }
    return taken
  }

  /// Makes an effect the pending effect of a window: it starts at the end of the window and opens
  /// the next one, whose length is `duration`.
  ///
  /// - Returns: The effect that must be cancelled, or nil: the effect that was pending before, or
  ///   `node` itself if a probe has closed the window.
  mutating func setPending(_ node: Node, for duration: Duration, in id: EffectID) -> Node? {
    if windows[id] == nil { return node }
    let old = windows[id]?.pending
    windows[id]?.pending = node
    windows[id]?.duration = duration
    return old
  }

  /// Removes all effects, and returns them in the order in which they began.
  mutating func removeAll() -> [Node] {
    let all = Array(nodes)
    nodes = OrderedSlots()
    groups = [:]
    windows = [:]
    return all
  }
}
