// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An effect that has started and has not ended, or that waits for its turn.
///
/// Effects of several parts make a tree: a node ends when its own work and its parts have ended
/// and nothing of it is left to do. What is done at once needs no node.
///
/// Nodes and their table are not generic: generic code would look up the store's types at every
/// step of an effect. A node is also the token of the actions that its effect sends: a `Send` that
/// outlives its effect holds only the ended node, which holds nothing else.
@MainActor
@usableFromInline
final class EffectNode: EffectToken, @unchecked Sendable {
  // Sound: what it has besides a token is the main actor's.
  /// The dispatch to which it belongs; 0 for an effect that no receipt waits for.
  @usableFromInline let dispatchID: UInt64
  @usableFromInline let id: EffectID?
  // Sound: a parent holds and counts its parts, and ends after the last of them; when all end at
  // once, `cancelAll` separates them.
  @usableFromInline @exclusivity(unchecked) unowned var parent: EffectNode?
  /// The child feature to which it belongs.
  @usableFromInline let owner: EffectOwner?

  // Exclusive: all of it is the main actor's; an access to one of these lasts for no call.
  /// Its own work, where that is a task.
  @usableFromInline @exclusivity(unchecked) var task: Task<Void, Never>?
  /// Its own work is to wait for a time.
  @exclusivity(unchecked) var isDelay = false
  /// Its work ends with a callback; after a cancellation nothing waits for it.
  @exclusivity(unchecked) var isCallback = false
  /// Its own work listens to something that calls back many times.
  @exclusivity(unchecked) var listening: ListenerLife?
  /// How many pieces of work have not ended: its own and its parts.
  @usableFromInline @exclusivity(unchecked) var openParts = 0
  /// Its parts, in ascending order of keys.
  @exclusivity(unchecked) var parts: [EffectNode] = []
  /// What it will do later: an `EffectPlan` of its store's effects.
  @usableFromInline @exclusivity(unchecked) var plan: AnyObject?
  /// Whether it waits for others with its id, or for the end of a throttle's window.
  @exclusivity(unchecked) var isWaiting = false
  /// The context of what comes after, or of what it will do.
  @exclusivity(unchecked) var context: CallContext?

  /// Effects that were replaced by their last part and are cancelled with this one, as far as a
  /// `Send` of theirs is held.
  @exclusivity(unchecked) private var replaced: [Replaced] = []
  /// Where what a `Send` of this effect starts belongs, once it was replaced: the key of the effect
  /// that it was a part of.
  @exclusivity(unchecked) private(set) var enclosingKey: UInt64 = 0

  private struct Replaced {
    weak var node: EffectNode?
  }

  /// Whether it is counted among those that run under its id.
  @exclusivity(unchecked) var hasBegun = false

  /// The id of the throttle whose open window this node times; nil for any other node.
  @exclusivity(unchecked) var window: EffectID?
  /// Whether it times a window, also one that was closed early.
  @exclusivity(unchecked) var isWindowTimer = false

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

  /// What a `Send` of its tasks and callbacks says of it.
  @inlinable nonisolated var sender: Sender {
    Sender(dispatchID: dispatchID, token: self, tag: tag)
  }

  /// Makes a `Send` of this effect, which its last part replaces, belong to the effect around both.
  ///
  /// It is cancelled with that effect, and also with the part where that has the same id.
  func markReplaced(by part: EffectNode, in whole: EffectNode) {
    let left = replaced.filter { $0.node != nil } + [Replaced(node: self)]
    replaced = []
    for other in left { other.node?.enclosingKey = whole.key }
    whole.addReplaced(left)
    if id != nil { part.addReplaced(left) }
  }

  private func addReplaced(_ left: [Replaced]) {
    replaced.removeAll { $0.node == nil }
    replaced += left
  }

  /// Marks it as cancelled, with those that were replaced; a `Send` sees that on any thread.
  func cancelSends() {
    cancel()
    for other in replaced { other.node?.cancel() }
  }

  /// This effect, the one that it is a part of, and so on.
  private var selfAndAncestors: some Sequence<EffectNode> { sequence(first: self) { $0.parent } }

  /// The outermost effect that it is a part of; itself if it is no part.
  var whole: EffectNode { selfAndAncestors.reduce(self) { $1 } }

  /// Whether this effect is `whole` or a part of it.
  func isWithin(_ whole: EffectNode) -> Bool { selfAndAncestors.contains { $0 === whole } }

  /// How many effects have an id, of this effect and those that it is a part of.
  func count(of id: EffectID) -> Int { selfAndAncestors.count { $0.id == id } }
}

/// What an effect of one kind of store will do later: all of it when its turn has come, or the
/// parts that come after the one that runs.
@MainActor
@usableFromInline
final class EffectPlan<Action: Sendable> {
  var effects: ArraySlice<Effect<Action>>

  @usableFromInline
  init(_ effects: [Effect<Action>]) {
    self.effects = effects[...]
  }
}

@MainActor
extension Array {
  /// Removes a node from a list in the order of keys.
  mutating func remove(_ node: EffectNode) where Element == EffectNode {
    let position = firstPosition { $0.key >= node.key }
    if position < count && self[position] === node { remove(at: position) }
  }
}

/// Tells from any thread whether a running effect was cancelled.
@usableFromInline
class EffectToken: @unchecked Sendable {
  // Sound: what a subclass adds is the main actor's.
  @usableFromInline final let cancelled = Atomic(false)

  /// The key of the effect in its store.
  @usableFromInline final let key: UInt64

  /// What its actions say of their cause and of the whole effect; nothing for a child's token.
  @usableFromInline final let tag: ActionTag

  @inlinable
  init(key: UInt64 = 0, tag: ActionTag = .none) {
    self.key = key
    self.tag = tag
  }

  /// Keys from here on are those of owners: children whose closures send, without an effect.
  static let firstOwner: UInt64 = 1 << 63

  @inlinable final var isCancelled: Bool { cancelled.load(ordering: .acquiring) }
  final func cancel() { cancelled.store(true, ordering: .releasing) }
}

extension Store {
  /// An effect that a store runs at the moment, for tools and tests.
  public struct RunningEffect: Sendable, Equatable {
    /// What an effect is doing or waiting for.
    public enum Work: Sendable, Equatable {
      /// An asynchronous function runs in a task.
      case task
      /// A delay or a debounce waits for its time to come.
      case delay
      /// A callback has not been called, or a listener has not ended.
      case callback
      /// It waits for other effects with its id, or for the end of a throttle's window.
      case turn
      /// It is made of the other effects that name it as their parent.
      case parts
    }

    /// Its number; of two effects of a store the later one has the greater number.
    public let number: UInt64
    /// The effect of which it is a part.
    public let parent: UInt64?
    /// The id under which it can be cancelled, in words.
    public let id: String?
    /// What it is doing or waiting for.
    public let work: Work
    /// Whether the receipt of a dispatch waits for it; not so for what ``StateEffects`` have led
    /// to.
    public let isAwaited: Bool
    /// Whether it was cancelled and has only not ended yet.
    public let isCancelled: Bool
  }
}

extension Store {
  /// The effects that have not ended, in the order in which they began.
  ///
  /// The timer of a throttle's window is not among them, as nothing waits for it.
  ///
  /// Complexity: O(number of effects).
  public var runningEffects: [RunningEffect] {
    engine.effects.nodes.compactMap(runningEffect)
  }

  /// The effects that began after the one with a number and have not ended, in that order.
  ///
  /// Complexity: O(number of effects that began after it), and at most O(number of effects).
  public func runningEffects(after number: UInt64) -> [RunningEffect] {
    engine.effects.nodes.after(number).compactMap(runningEffect)
  }

  /// Cancels an effect with all its parts; does nothing if it has ended.
  public func cancel(_ effect: RunningEffect) {
    guard let node = engine.effects.nodes[effect.number] else { return }
    engine.inTurn { engine.cancel(node) }
  }

  /// Nil for the timer of a throttle's window.
  private func runningEffect(_ node: EffectNode) -> RunningEffect? {
    if node.isWindowTimer { return nil }
    return RunningEffect(
      number: node.key, parent: node.parent?.key, id: node.id?.description, work: work(of: node),
      isAwaited: node.dispatchID != 0, isCancelled: node.isCancelled)
  }

  private func work(of node: EffectNode) -> RunningEffect.Work {
    if node.isCallback { return .callback }
    if node.isWaiting { return .turn }
    guard node.task != nil else { return .parts }
    return node.isDelay ? .delay : .task
  }
}

/// How several effects are one: side by side, or one after the other.
///
/// What is composed piece by piece, as `effects.reduce(.none) { .merge($0, $1) }` does, would be as
/// deep as it is long, and a visit of it would need a stack as deep. So a list in a list of the
/// same kind becomes a part of it, and a long one is a tree of short lists of the same height, as
/// in a B-tree: one more effect copies a few short lists, and the height grows with the logarithm
/// of the length.
@usableFromInline
enum EffectList: Sendable {
  case merge
  case concatenate

  /// How many parts a list has at most that was put together from others.
  static var limit: Int { 16 }

  /// Several effects as one, in order.
  ///
  /// Complexity: O(n) for n effects that are no lists of this kind; for one that is, O(log m) for
  /// its m parts.
  @inlinable
  func join<Action>(_ effects: [Effect<Action>]) -> Effect<Action> {
    let isFlat = effects.allSatisfy { !$0.isNone && parts(of: $0) == nil }
    return isFlat && effects.count > 1 ? list(effects) : joinLists(effects)
  }

  @usableFromInline
  func joinLists<Action>(_ effects: [Effect<Action>]) -> Effect<Action> {
    var whole = Effect<Action>.none
    for effect in effects where !effect.isNone {
      if whole.isNone {
        whole = effect
        continue
      }
      let (first, second) = join(whole, height(of: whole), effect, height(of: effect))
      whole = second.map { list([first, $0]) } ?? first
    }
    return whole
  }

  @inlinable
  func list<Action>(_ parts: [Effect<Action>]) -> Effect<Action> {
    switch self {
    case .merge: Effect(operation: .merge(parts))
    case .concatenate: Effect(operation: .concatenate(parts))
    }
  }

  /// The parts of a list of this kind; nil for any other effect.
  @inlinable
  func parts<Action>(of effect: Effect<Action>) -> [Effect<Action>]? {
    switch (self, effect.operation) {
    case (.merge, .merge(let parts)), (.concatenate, .concatenate(let parts)): parts
    default: nil
    }
  }

  /// How deep the lists are nested; 0 for an effect that is no list of this kind.
  func height<Action>(of effect: Effect<Action>) -> Int {
    var height = 0
    var inner = effect
    while let first = parts(of: inner)?.first {
      height += 1
      inner = first
    }
    return height
  }

  /// Joins two neighbours to one of the greater height, or to two of it where one has no room.
  private func join<Action>(
    _ left: Effect<Action>, _ leftHeight: Int, _ right: Effect<Action>, _ rightHeight: Int
  ) -> (first: Effect<Action>, second: Effect<Action>?) {
    let isLeftHigher = leftHeight > rightHeight
    guard var parts = parts(of: leftHeight < rightHeight ? right : left) else {
      return (left, right)
    }
    if leftHeight == rightHeight {
      parts += self.parts(of: right) ?? []
      return parts.count > Self.limit ? (left, right) : (list(parts), nil)
    }
    // The lower one goes into the higher one at its edge, to where it has the others' height.
    let edge = isLeftHigher ? parts.count - 1 : 0
    var pair: (first: Effect<Action>, second: Effect<Action>?) =
      isLeftHigher ? (parts[edge], right) : (left, parts[edge])
    if leftHeight > rightHeight + 1 {
      pair = join(parts[edge], leftHeight - 1, right, rightHeight)
    } else if rightHeight > leftHeight + 1 {
      pair = join(left, leftHeight, parts[edge], rightHeight - 1)
    }
    guard let second = pair.second else {
      parts[edge] = pair.first
      return (list(parts), nil)
    }
    parts[edge] = isLeftHigher ? pair.first : second
    let other = isLeftHigher ? second : pair.first
    if parts.count >= Self.limit {
      return isLeftHigher ? (list(parts), list([other])) : (list([other]), list(parts))
    }
    parts.insert(other, at: isLeftHigher ? parts.count : 0)
    return (list(parts), nil)
  }
}
