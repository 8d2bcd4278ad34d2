// SPDX-License-Identifier: Apache-2.0

/// The identity of one lift, for the paths to children that have effects.
///
/// Values that store a `LiftID` retain it. Therefore its address is not reused while it is compared
/// with others. A lift to children uses the subclass ``ChildLift``.
@usableFromInline
class LiftID: Hashable, @unchecked Sendable {
  // Sound: it has no properties, and those of its subclass are constant or atomic.
  @usableFromInline init() {}

  @usableFromInline
  static func == (one: LiftID, other: LiftID) -> Bool { one === other }

  @usableFromInline
  final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// One level of the path from a store's state to a child.
@usableFromInline
struct ChildStep: Hashable, Sendable {
  /// The lift.
  let liftID: LiftID
  /// The key of the child within the lift.
  let key: EffectID

  @usableFromInline
  init(liftID: LiftID, key: EffectID) {
    self.liftID = liftID
    self.key = key
  }
}

extension Effect {
  /// Returns this effect as an effect of a child: it ends when the child disappears.
  @inlinable
  func within(_ liftID: LiftID, _ key: some Hashable & Sendable) -> Effect {
    Effect(operation: .within(liftID, EffectID(key), self))
  }

  /// The path to the child that this effect belongs to; empty if it belongs to the store itself.
  var path: [ChildStep] {
    guard case .within(let liftID, let key, let effect) = operation else { return [] }
    return [ChildStep(liftID: liftID, key: key)] + effect.path
  }

  /// Returns this effect with one more level, `liftID`, in the path of each part that belongs to a
  /// child.
  ///
  /// Therefore a feature that is lifted twice has different children in each of the two lifts. The
  /// parts that belong to no child, and their ids, do not change: they belong to the store. In an
  /// effect other than a merge or a concatenation, the effect of a child comes from a feature that
  /// was called as a function: it does not change, and `reportUnknownChild()` reports it.
  @usableFromInline
  func lifted(to liftID: LiftID?) -> Effect {
    guard let liftID else { return self }
    switch operation {
    case .within: return within(liftID, SingleChildKey())
    case .merge(let effects): return .merge(effects.map { $0.lifted(to: liftID) })
    case .concatenate(let effects): return .concatenate(effects.map { $0.lifted(to: liftID) })
    default: return self
    }
  }
}

/// A child that has effects, from its first effect until it disappears.
///
/// An owner that nothing uses any more is removed earlier; a later effect of the child creates
/// another one. If a child with the same key appears again, it is another owner. An owner is also
/// the token of the actions that the child sends with `just`, `sequence` or `perform`. Its key is
/// its number: later owners have greater numbers, and no effect has the number of an owner.
@usableFromInline
final class EffectOwner: EffectToken, @unchecked Sendable {
  // Sound: all properties are constant.
  /// The path from the store's state to the child.
  let path: [ChildStep]

  init(number: UInt64, path: [ChildStep]) {
    self.path = path
    super.init(key: number)
  }

  /// The cancel id that all its effects share.
  var id: EffectID { EffectID(LocalID(scope: key, id: nil)) }

  /// Returns the id in the store for an id that an effect of this child has.
  @usableFromInline
  func id(for id: EffectID) -> EffectID { EffectID(LocalID(scope: key, id: id)) }
}

/// An id of effects that is local to a child or to a declaration of ``StateEffects``.
struct LocalID: Hashable, Sendable, CustomStringConvertible {
  /// The number of the child's owner, or of the declaration, which is less than those of owners.
  let scope: UInt64
  /// The id in the scope; nil for the id that all effects of a child share.
  let id: EffectID?

  var description: String { id?.description ?? "a child" }
}

/// A child that is an owner or contains owners; the root contains all owners of a store.
@MainActor
final class OwnerNode {
  /// The number of the child's owner, or nil.
  var owner: UInt64?
  /// The groups of owners among its own children, by their lifts.
  private(set) var groups: [LiftID: OwnerGroup] = [:]

  /// Returns the node at a path from this node, which is created if there is none.
  func node(at path: [ChildStep]) -> OwnerNode {
    var node = self
    for step in path { node = node.child(at: step) }
    return node
  }

  private func child(at step: ChildStep) -> OwnerNode {
    let group = groups[step.liftID] ?? OwnerGroup()
    if let child = group.children[step.key] { return child }
    let child = OwnerNode()
    groups[step.liftID] = group
    group.children[step.key] = child
    return child
  }

  /// Removes an owner, and the nodes on the path to it that contain no other owner.
  func remove(_ number: UInt64, at path: ArraySlice<ChildStep>) {
    guard let step = path.first else {
      if owner == number { owner = nil }
      return
    }
    guard let group = groups[step.liftID], let child = group.children[step.key] else { return }
    child.remove(number, at: path.dropFirst())
    guard child.owner == nil, child.groups.values.allSatisfy(\.children.isEmpty) else { return }
    group.children[step.key] = nil
    // A store without owners checks no groups. A child that is inserted meanwhile, becomes an owner
    // and is removed would not be among the changes since this stamp.
    if group.children.isEmpty { group.stamp = nil }
  }

  /// Appends the numbers of all owners at this node and below it.
  func appendOwners(to numbers: inout [UInt64]) {
    if let owner { numbers.append(owner) }
    for group in groups.values {
      for child in group.children.values { child.appendOwners(to: &numbers) }
    }
  }
}

/// The children of one lift that are owners or contain owners.
@MainActor
final class OwnerGroup {
  var children: [EffectID: OwnerNode] = [:]
  /// The version of the table of these children at the last check, which found all of them.
  ///
  /// It is nil if there was no check since the group was created or its last child was removed, and
  /// if the children are not rows of a table.
  var stamp: EntityStamp?
}

/// The owners of one store's effects.
@MainActor
@usableFromInline
struct EffectOwners {
  private var owners: [UInt64: EffectOwner] = [:]
  /// The root of the nodes, by which an owner is found by its path; nil before the first owner.
  private(set) var root: OwnerNode?
  private var last = EffectToken.firstOwner
  /// The numbers of the owners, and of some that were removed, in the order in which
  /// `removeUnused()` visits them.
  private var visits: [UInt64] = []
  /// The index of the next visit.
  private var nextVisit = 0
  /// The number of owners that were created since the last call of `removeUnused()`.
  private var created = 0

  init() {}

  @usableFromInline var isEmpty: Bool { owners.isEmpty }

  @usableFromInline
  subscript(number: UInt64) -> EffectOwner? { owners[number] }

  /// Returns the owner at a path, which is created if there is none.
  mutating func owner(at path: [ChildStep]) -> EffectOwner {
    let root = root ?? OwnerNode()
    self.root = root
    let node = root.node(at: path)
    if let owner = node.owner.flatMap({ owners[$0] }) { return owner }
    last += 1
    let owner = EffectOwner(number: last, path: path)
    owners[last] = owner
    node.owner = last
    visits.append(last)
    created += 1
    return owner
  }

  mutating func remove(_ owner: EffectOwner) {
    owners[owner.key] = nil
    root?.remove(owner.key, at: owner.path[...])
  }

  /// Removes an owner if none of its effects runs, and no `Send` and no queued action refers to it.
  ///
  /// - Returns: True if it was removed.
  mutating func removeIfUnused(_ number: UInt64) -> Bool {
    guard isKnownUniquelyReferenced(&owners[number]), let owner = owners[number] else {
      return false
    }
    remove(owner)
    return true
  }

  /// Visits two owners, and two more for each new owner, and removes those that nothing uses.
  ///
  /// A visit of all owners after each commit would cost more than the commit. With two visits for
  /// each new owner, the number of unused owners stays in proportion to the others.
  ///
  /// Complexity: O(1) per commit and new owner.
  mutating func removeUnused() {
    let count = min(visits.count, 2 + 2 * created)
    created = 0
    for _ in 0..<count {
      if nextVisit >= visits.count { nextVisit = 0 }
      let number = visits[nextVisit]
      if removeIfUnused(number) || owners[number] == nil {
        visits.swapAt(nextVisit, visits.count - 1)
        visits.removeLast()
      } else {
        nextVisit += 1
      }
    }
  }
}

extension Engine {
  /// Starts an effect of a child; does nothing if the state does not contain the child.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, of step: ChildStep, dispatchID: UInt64, in parent: Node?,
    of outer: EffectOwner?
  ) {
    let path = (outer?.path ?? []) + [step]
    let isThere = attachments?.isThere(path[...], in: state)
    if isThere == false { return }
    // Not in the store of a `runDetached`, which has no state.
    if isThere == nil, State.self != Void.self { reportUnknownChild() }
    let owner = owners.owner(at: path)
    start(effect, id: owner.id, policy: .concurrent, dispatchID: dispatchID, in: parent, of: owner)
  }

  /// Cancels the effects of children that the state does not contain any more; their followers end
  /// in the call of ``notifyFollowers(_:)`` that comes next.
  ///
  /// Complexity: for the rows of a table, one comparison of its stamp, and O(number of changed
  /// rows); O(number of children that have effects) if the changes are not known, and for children
  /// of other containers.
  @usableFromInline
  func endAbsentOwners() {
    owners.removeUnused()
    guard let attachments, let root = owners.root else { return }
    var absent: [UInt64] = []
    attachments.findAbsent(in: state, within: root, &absent)
    // In the order in which the owners were created.
    for number in absent.sorted() {
      guard !owners.removeIfUnused(number), let owner = owners[number] else { continue }
      if phase != .effects { enter(.effects) }
      owners.remove(owner)
      owner.cancel()
      for node in effects.take(owner.id) { cancelWithParts(node) }
      if isEnded { return }
    }
  }

  /// Reports an effect of a child whose lift the store does not know, in debug builds and once per
  /// type of state.
  private func reportUnknownChild() {
    Diagnostics.report(
      """
      Millrace: a store of \(State.self) started an effect of a child, but does not know the \
      child's feature. The effect will not end when the child disappears, and neither middleware \
      nor StateEffects of that feature run. Probably a feature is called as a function in the \
      closure of another feature or of a middleware. Use `combine`, or `surrounded(by:)` and \
      `surroundedByEffects(from:)` for code before and after it, or `recursive` for a \
      tree.\(Diagnostics.once(" per type of state"))
      """,
      ifFirst: Diagnostics.recordFirst("UnknownChild \(String(reflecting: State.self))"))
  }
}
