// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An effect that has started and has not ended, or that waits before it starts.
///
/// An effect of several parts is a tree of nodes. A node ends when its own work and its parts have
/// ended and its plan is empty. An effect that ends while it starts needs no node.
///
/// Nodes and their table are not generic: generic code would look up the store's types at every
/// step of an effect. A node is also the token of the actions that its effect sends. A `Send` that
/// outlives its effect retains the ended node, which retains no other node.
@MainActor
@usableFromInline
final class EffectNode: EffectToken, @unchecked Sendable {
  // Sound: the properties that a node adds to a token are used on the main actor only.
  /// The identifier of the dispatch that started the effect; 0 if no receipt can wait for it.
  @usableFromInline let dispatchID: UInt64
  /// The cancel id, or nil.
  @usableFromInline let id: EffectID?
  /// The effect of which this effect is a part, or nil.
  // Sound: a parent retains and counts its parts, and ends after the last of them. When all effects
  // end at the same time, `cancelAll` sets the parents to nil.
  @usableFromInline @exclusivity(unchecked) unowned var parent: EffectNode?
  /// The child feature to which the effect belongs, or nil for the store itself.
  @usableFromInline let owner: EffectOwner?

  // Exclusive: all these properties are used on the main actor only, and no function is called
  // during an access to one of them.
  /// The task of its own work, or nil if its own work is not a task.
  @usableFromInline @exclusivity(unchecked) var task: Task<Void, Never>?
  /// True if its own work is to wait for a time.
  @exclusivity(unchecked) var isDelay = false
  /// The life of its listener, while its own work listens for callbacks; otherwise nil.
  ///
  /// A cancellation ends the work without a callback.
  @exclusivity(unchecked) var listening: ListenerLife?
  /// The number of pieces of work that have not ended: its own work, its parts, and the queued jobs
  /// that start its next part or end it.
  @usableFromInline @exclusivity(unchecked) var openParts = 0
  /// Its parts, in ascending order of keys.
  @exclusivity(unchecked) var parts: [EffectNode] = []
  /// The effects that it will start later: an `EffectPlan` with the action type of its store.
  @usableFromInline @exclusivity(unchecked) var plan: AnyObject?
  /// True if it waits for other effects with its id, or for the end of a throttle's window.
  @exclusivity(unchecked) var isWaiting = false
  /// The task-local values with which its plan runs.
  @exclusivity(unchecked) var context: CallContext?

  /// The effects that were replaced by their last part and whose sends are cancelled with this
  /// effect.
  ///
  /// An effect is released when no `Send` of it is left.
  @exclusivity(unchecked) private var replaced: [Replaced] = []
  /// If the last part of this effect has replaced it: the key of the effect of which it was a part;
  /// otherwise 0.
  ///
  /// An effect that a `Send` of this effect starts becomes a part of the effect with this key.
  @exclusivity(unchecked) private(set) var enclosingKey: UInt64 = 0

  private struct Replaced {
    weak var node: EffectNode?
  }

  /// True from the time when its start was reported to probes until its end is reported.
  @exclusivity(unchecked) var isProbed = false
  /// True if it was added to the running effects of its id.
  @exclusivity(unchecked) var hasBegun = false

  /// The id of the throttle if it is the timer of a window, also if the window was closed early;
  /// otherwise nil.
  @exclusivity(unchecked) var window: EffectID?

  @inlinable
  init(
    key: UInt64, dispatchID: UInt64, id: EffectID?, parent: EffectNode?, owner: EffectOwner?,
    cause: UInt64 = 0
  ) {
    self.dispatchID = dispatchID
    self.id = id
    self.parent = parent
    self.owner = owner
    super.init(key: key, tag: parent?.tag ?? ActionTag(cause: cause, effect: key))
  }

  /// The identity with which its task sends.
  @inlinable nonisolated var sender: Sender {
    Sender(dispatchID: dispatchID, token: self, tag: tag)
  }

  /// Records that `part`, the last part of this effect, has replaced it as a part of `outer`.
  ///
  /// From now on the sends of this effect, and of the effects in its list `replaced`, are cancelled
  /// with `outer`. If this effect has an id, `part` has the same id, and the sends are also
  /// cancelled with `part`.
  func markReplaced(by part: EffectNode, in outer: EffectNode) {
    let left = replaced.filter { $0.node != nil } + [Replaced(node: self)]
    replaced = []
    for other in left { other.node?.enclosingKey = outer.key }
    outer.addReplaced(left)
    if id != nil { part.addReplaced(left) }
  }

  private func addReplaced(_ left: [Replaced]) {
    replaced.removeAll { $0.node == nil }
    replaced += left
  }

  /// Marks this effect and its replaced effects as cancelled.
  ///
  /// Their sends see this on any thread.
  func cancelSends() {
    cancel()
    for other in replaced { other.node?.cancel() }
  }

  /// Cancels effects that are no longer in a table; a handler of a cancellation can use the store.
  static func cancelAll(_ nodes: [EffectNode]) {
    for node in nodes { node.cancelSends() }
    for node in nodes {
      node.task.take()?.cancel()
      node.parent = nil
      node.parts = []
    }
    for node in nodes { node.listening?.cancel() }
  }

  /// This effect, its parent, the parent's parent, and so on.
  private var selfAndAncestors: some Sequence<EffectNode> { sequence(first: self) { $0.parent } }

  /// The outermost effect of which this effect is a part; this effect itself if it has no parent.
  var whole: EffectNode { selfAndAncestors.reduce(self) { $1 } }

  /// The innermost effect that contains this one and will start another one after it, or nil.
  var concatenation: EffectNode? { selfAndAncestors.dropFirst().first { $0.plan != nil } }

  /// True if this effect is `outer` or, directly or indirectly, a part of it.
  func isWithin(_ outer: EffectNode) -> Bool { selfAndAncestors.contains { $0 === outer } }

  /// The number of effects with an id among this effect and the effects that contain it.
  func count(of id: EffectID) -> Int { selfAndAncestors.count { $0.id == id } }
}

/// The effects that a node will start later: the whole effect of a node that waits, or the parts of
/// a concatenation after the part that runs.
@MainActor
@usableFromInline
final class EffectPlan<Action: Sendable> {
  /// The effects in reverse order.
  ///
  /// The next effect is the last element: an array that is emptied from its end retains no effect
  /// that was removed.
  private var effects: [Effect<Action>]

  @usableFromInline
  init(_ effects: [Effect<Action>]) {
    self.effects = effects.reversed()
  }

  var isEmpty: Bool { effects.isEmpty }

  func popFirst() -> Effect<Action>? { effects.popLast() }
}

@MainActor
extension [EffectNode] {
  /// Inserts a node into an array that is sorted by key.
  mutating func insert(_ node: EffectNode) {
    insert(node, at: firstPosition { $0.key > node.key })
  }

  /// Removes a node from an array that is sorted by key; does nothing if it is not there.
  mutating func remove(_ node: EffectNode) {
    let position = firstPosition { $0.key >= node.key }
    if position < count && self[position] === node { remove(at: position) }
  }
}

/// The identity of an effect or a child, with a flag for its cancellation that any thread can read.
@usableFromInline
class EffectToken: @unchecked Sendable {
  // Sound: the flag is atomic, the other properties are constant, and the properties that a
  // subclass adds are used on the main actor only.
  @usableFromInline final let cancelled = Atomic(false)

  /// The key of the effect, or the number of the child, in its store.
  @usableFromInline final let key: UInt64

  /// The tag of its actions: their cause and the outermost effect; `none` for the token of a child.
  @usableFromInline final let tag: ActionTag

  @inlinable
  init(key: UInt64 = 0, tag: ActionTag = .none) {
    self.key = key
    self.tag = tag
  }

  /// The limit between two kinds of keys: those of effects are less, and the numbers of children
  /// (``EffectOwner``) are greater.
  static let firstOwner: UInt64 = 1 << 63

  @inlinable final var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  final func cancel() { cancelled.store(true, ordering: .releasing) }

  /// True if the effect was cancelled, or if the child that it belongs to has disappeared, also
  /// after the effect has ended.
  @MainActor final var isOver: Bool {
    isCancelled || (self as? EffectNode)?.owner?.isCancelled == true
  }
}

extension Store {
  /// A running or waiting effect of a store, for tools and tests.
  public struct RunningEffect: Sendable, Equatable {
    /// The work that an effect does, or the event that it waits for.
    public enum Work: Sendable, Equatable {
      /// An asynchronous function runs in a task.
      case task
      /// A delay or a debounce waits for the end of its duration.
      case delay
      /// A callback has not been called, or a listener has not ended.
      case callback
      /// The effect waits for other effects with its id, or for the end of a throttle's window.
      case turn
      /// The effect consists of the effects whose `parent` is its number.
      case parts
    }

    /// The number of the effect; of two effects of a store the later one has the greater number.
    public let number: UInt64
    /// The number of the effect of which it is a part, or nil.
    public let parent: UInt64?
    /// The description of its id, or nil.
    ///
    /// Effects of ``StateEffects`` and of children can also have an id that is not a cancel id.
    public let id: String?
    /// The work that it does, or the event that it waits for.
    public let work: Work
    /// True if the receipt of a dispatch can wait for it.
    ///
    /// False for the effects of ``StateEffects`` and of enqueued actions, and for the effects that
    /// these have led to.
    public let isAwaited: Bool
    /// True if it was cancelled but has not ended yet.
    public let isCancelled: Bool
  }
}

extension Store {
  /// The effects that have not ended, in the order in which they began.
  ///
  /// The timer of a throttle's window is not included, because nothing waits for it.
  ///
  /// Complexity: O(number of effects).
  public var runningEffects: [RunningEffect] {
    engine.effects.nodes.compactMap(runningEffect)
  }

  /// The effects that began after the effect with a number and have not ended, in the order in
  /// which they began.
  ///
  /// Complexity: O(log n) for n effects, plus O(number of effects that began after it), and at most
  /// O(n).
  public func runningEffects(after number: UInt64) -> [RunningEffect] {
    engine.effects.nodes.prefix(.max, from: number) { $0.key > number }.compactMap(runningEffect)
  }

  /// Cancels an effect with all its parts; does nothing if it has ended.
  ///
  /// It must be an effect of this store: effects of different stores can have the same number.
  public func cancel(_ effect: RunningEffect) {
    guard let node = engine.effects.nodes[effect.number] else { return }
    engine.inTurn { engine.cancel([node]) }
  }

  /// Returns the public value for a node, or nil for the timer of a throttle's window.
  private func runningEffect(_ node: EffectNode) -> RunningEffect? {
    if node.window != nil { return nil }
    return RunningEffect(
      number: node.key, parent: node.parent?.key, id: node.id?.description, work: work(of: node),
      isAwaited: node.dispatchID != 0, isCancelled: node.isCancelled)
  }

  private func work(of node: EffectNode) -> RunningEffect.Work {
    if node.listening != nil { return .callback }
    if node.isWaiting { return .turn }
    guard node.task != nil else { return .parts }
    return node.isDelay ? .delay : .task
  }
}
