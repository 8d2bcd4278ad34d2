// SPDX-License-Identifier: Apache-2.0

/// An effect that has started and has not ended, or that waits for its turn.
///
/// Effects of several parts make a tree: a node ends when its own work and its children have ended
/// and nothing of it is left to do. What is done at once needs no node.
@MainActor
@usableFromInline
final class EffectNode<Action: Sendable> {
  @usableFromInline let key: UInt64
  /// The dispatch to which it belongs; 0 for an effect that no receipt waits for.
  @usableFromInline let scope: UInt64
  @usableFromInline let id: EffectID?
  // Sound: a parent holds and counts its children, and ends after the last of them.
  @usableFromInline unowned var parent: EffectNode?
  @usableFromInline let token: EffectToken
  /// The child to which it belongs.
  @usableFromInline let owner: EffectOwner?

  /// Its own work, where that is a task.
  @usableFromInline var task: Task<Void, Never>?
  /// Its own work is to wait for a time.
  @usableFromInline var isDelay = false
  /// Its own work is callbacks: nothing says when they have ended after a cancellation.
  @usableFromInline var isPromise = false
  /// Its own work listens to something that calls back many times.
  @usableFromInline var listening: ListenerLife?
  /// How many pieces of work have not ended: its own and its children.
  @usableFromInline var running = 0
  /// The children, by key.
  @usableFromInline var children: [EffectNode] = []
  /// What comes after the part that runs.
  @usableFromInline var rest: ArraySlice<Effect<Action>> = []
  /// What it will do when its turn has come.
  @usableFromInline var waiting: Effect<Action>?
  /// The context of what comes after, or of what it will do.
  @usableFromInline var context: CallContext?

  /// It was counted to those that run under its id.
  @usableFromInline var hasBegun = false

  /// It is the timer of a throttle's window.
  @usableFromInline var window: EffectID?

  @inlinable
  init(key: UInt64, scope: UInt64, id: EffectID?, parent: EffectNode?, owner: EffectOwner?) {
    self.key = key
    token = EffectToken(key: key)
    self.scope = scope
    self.id = id
    self.parent = parent
    self.owner = owner
  }

  /// The effect that it is a part of, if that is no part itself.
  var whole: EffectNode {
    var node = self
    while let parent = node.parent { node = parent }
    return node
  }

  /// Whether it is this effect or a part of it.
  func isWithin(_ whole: EffectNode) -> Bool {
    var node: EffectNode? = self
    while let next = node, next !== whole { node = next.parent }
    return node != nil
  }

  /// How many of this effect and those that it is a part of have an id.
  func count(of id: EffectID) -> Int {
    var count = 0
    var node: EffectNode? = self
    while let next = node {
      if next.id == id { count += 1 }
      node = next.parent
    }
    return count
  }
}

@MainActor
extension Array {
  /// Removes a node from a list in the order of keys.
  @usableFromInline
  mutating func remove<Action>(_ node: EffectNode<Action>) where Element == EffectNode<Action> {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < node.key { low = middle + 1 } else { high = middle }
    }
    if low < count && self[low] === node { remove(at: low) }
  }
}
