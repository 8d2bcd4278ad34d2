// SPDX-License-Identifier: Apache-2.0

/// The effects of one store that have not ended, found by key and by cancel id.
///
/// Finding is O(log n); adding and removing are also linear in the effects that share the id or the
/// parent.
@MainActor
@usableFromInline
struct EffectTable {
  @usableFromInline typealias Node = EffectNode

  /// The effects with one id, each list in the order of keys.
  @usableFromInline
  struct Group {
    var running: [Node] = []
    /// Those whose turn has not come.
    var waiting: [Node] = []

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }
  }

  /// A stretch of time in which a throttle starts nothing.
  @usableFromInline
  struct Window {
    let timer: Node
    /// Its length; that of the next one once an effect is kept for it.
    var duration: Duration
    /// Whether its time has passed, whether or not the timer has said so yet.
    let isOver: () -> Bool
    /// What starts at the end.
    var pending: Node?
  }

  /// All of them, in the order of keys.
  @usableFromInline private(set) var nodes = OrderedSlots<Node>()
  private(set) var groups: [EffectID: Group] = [:]
  private(set) var windows: [EffectID: Window] = [:]
  private(set) var lastKey: UInt64 = 0

  init() {}

  @inlinable var isEmpty: Bool { nodes.isEmpty }

  /// Whether an effect with an id runs or waits, for one that is to start as a part of another.
  ///
  /// The effects that it is a part of do not block it, nor do those that wait for their end.
  func isBusy(_ id: EffectID, for part: Node? = nil) -> Bool {
    if groups.isEmpty && windows.isEmpty { return false }
    if windows[id]?.pending != nil { return true }
    guard let group = groups[id] else { return false }
    guard let part, let last = group.running.last, part.isWithin(last) else { return true }
    if group.running.count > part.count(of: id) { return true }
    // Those that are no part of it wait for its end, which would wait for the new one.
    return group.waiting.contains { $0.isWithin(last) }
  }

  /// Enters an effect that is about to start.
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

  /// The effect in which a `Send` is used: its own, or, once that was replaced by its last part,
  /// the one around it; nil if that has ended.
  @usableFromInline
  func node(of sender: EffectToken) -> Node? {
    nodes[sender.key] ?? (sender as? Node).flatMap { nodes[$0.enclosingKey] }
  }

  /// Adds an effect to those that run under its id.
  mutating func run(_ node: Node) {
    guard let id = node.id else { return }
    if windows[id]?.pending === node { windows[id]?.pending = nil }
    var group = groups.removeValue(forKey: id) ?? Group()
    group.waiting.remove(node)
    // One that had to wait may be older than some that run.
    let place = group.running.lastIndex { $0.key < node.key }.map { $0 + 1 } ?? 0
    group.running.insert(node, at: place)
    groups[id] = group
    node.hasBegun = true
  }

  /// Adds an effect to those that wait under its id.
  mutating func wait(_ node: Node) {
    guard let id = node.id else { return }
    groups[id, default: Group()].waiting.append(node)
  }

  /// Forgets an effect that has ended.
  ///
  /// - Returns: Whether a throttle had kept it, and others with its id are left.
  @discardableResult
  mutating func remove(_ node: Node) -> Bool {
    nodes.remove(node.key)
    node.parent?.parts.remove(node)
    return leave(node)
  }

  /// Takes an effect that has ended, or is cancelled, out of the way of the others with its id.
  ///
  /// - Returns: Whether a throttle had kept it, and others with its id are left.
  mutating func leave(_ node: Node) -> Bool {
    guard let id = node.id else { return false }
    if windows[id]?.pending === node { windows[id]?.pending = nil }
    guard var group = groups.removeValue(forKey: id) else { return false }
    let waiting = group.waiting.count
    group.running.remove(node)
    group.waiting.remove(node)
    if !group.isEmpty { groups[id] = group }
    return !node.hasBegun && group.waiting.count == waiting
  }

  /// The effect that waits for its turn under an id and may start: none with this id runs but those
  /// that it is a part of.
  ///
  /// Pass the effect that has just ended: if it cannot have blocked another one, nothing is
  /// searched.
  func next(_ id: EffectID, after ended: Node? = nil) -> Node? {
    guard let group = groups[id] else { return nil }
    guard let last = group.running.last else { return group.waiting.first }
    if let ended, !ended.hasBegun && !ended.isWithin(last) { return nil }
    guard last.count(of: id) == group.running.count else { return nil }
    return group.waiting.first { $0.isWithin(last) }
  }

  /// Takes out the effects and the window of an id; their nodes stay until they have ended.
  ///
  /// If a part of such an effect takes the place of the others, the effects that it is a part of
  /// and the window under which they run are left.
  ///
  /// - Returns: The effects, in the order of keys.
  mutating func take(_ id: EffectID, for part: Node? = nil) -> [Node] {
    var taken: [Node] = []
    let outer = part.flatMap { $0.count(of: id) > 0 ? $0 : nil }
    if let group = groups.removeValue(forKey: id) { taken = group.running + group.waiting }
    if let outer {
      groups[id] = Group(running: taken.filter(outer.isWithin))
      taken.removeAll(where: outer.isWithin)
    } else if let window = windows.removeValue(forKey: id) {
      taken.append(window.timer)
      if let pending = window.pending { taken.append(pending) }
    }
    return taken.sorted { $0.key < $1.key }
  }

  mutating func openWindow(
    _ id: EffectID, timer: Node, duration: Duration, isOver: @escaping () -> Bool = { false }
  ) {
    windows[id] = Window(timer: timer, duration: duration, isOver: isOver)
  }

  /// Keeps an effect for the end of a window, where it opens the next one, of its own length.
  ///
  /// - Returns: The one that was kept before.
  mutating func setPending(_ node: Node, for duration: Duration, in id: EffectID) -> Node? {
    let old = windows[id]?.pending
    windows[id]?.pending = node
    windows[id]?.duration = duration
    return old
  }

  mutating func closeWindow(_ id: EffectID) -> Window? {
    windows.removeValue(forKey: id)
  }

  /// Cancels everything and forgets it.
  ///
  /// - Returns: The listeners, which have yet to be told.
  mutating func cancelAll() -> [ListenerLife] {
    let all = Array(nodes)
    for node in all {
      node.cancelSends()
      node.task?.cancel()
      node.task = nil
      node.parent = nil
      node.parts = []
    }
    nodes = OrderedSlots()
    groups = [:]
    windows = [:]
    return all.compactMap(\.listening)
  }
}
