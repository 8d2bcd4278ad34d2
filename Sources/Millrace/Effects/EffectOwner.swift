// SPDX-License-Identifier: Apache-2.0

/// The identity of one lift whose children have effects.
///
/// What compares places holds them, so that an address is not used again meanwhile.
@usableFromInline
final class ChildPlace: Hashable, Sendable {
  @usableFromInline init() {}

  @usableFromInline
  static func == (one: ChildPlace, other: ChildPlace) -> Bool { one === other }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// One level of the way from a store's state to a child: which lift, and which child there.
@usableFromInline
struct ChildStep: Hashable, Sendable {
  let place: ChildPlace
  let key: EffectID

  @usableFromInline
  init(place: ChildPlace, key: EffectID) {
    self.place = place
    self.key = key
  }
}

extension Effect {
  /// This effect as one of a child: it ends when the child is not there any more.
  @inlinable
  func within(_ place: ChildPlace, _ key: some Hashable & Sendable) -> Effect {
    Effect(operation: .within(place, EffectID(key), self))
  }

  /// This effect with each part that belongs to a child given to the child of one place.
  ///
  /// A feature that is lifted twice has other children in each place. What belongs to no child, and
  /// its ids, stays as it is: it belongs to the store.
  @usableFromInline
  func lifted(to place: ChildPlace?) -> Effect {
    guard let place else { return self }
    switch operation {
    case .within: return within(place, SingleChildKey())
    case .merge(let effects): return .merge(effects.map { $0.lifted(to: place) })
    case .concatenate(let effects): return .concatenate(effects.map { $0.lifted(to: place) })
    default: return self
    }
  }
}

/// The child of a feature to which effects belong, from its first effect until it disappears.
///
/// A child that comes back under the same key is another owner.
@MainActor
@usableFromInline
final class EffectOwner {
  /// Owners have numbers in the order in which they came; none is that of an effect.
  let number: UInt64
  let path: [ChildStep]
  /// The token of what the child sends outside a running effect: at once, or from `perform`.
  @usableFromInline private(set) var token: EffectToken

  init(number: UInt64, path: [ChildStep]) {
    self.number = number
    self.path = path
    token = EffectToken(key: number)
  }

  /// Whether no closure holds a `Send` of it.
  var isSilent: Bool { isKnownUniquelyReferenced(&token) }

  /// The cancel id of all its effects.
  var id: EffectID { EffectID(OwnedID(owner: self, id: nil)) }

  /// The id that an effect of this child has in the store.
  @usableFromInline
  func id(for id: EffectID) -> EffectID { EffectID(OwnedID(owner: self, id: id)) }

  private struct OwnedID: Hashable, Sendable, CustomStringConvertible {
    let owner: EffectOwner
    let id: EffectID?

    var description: String { id?.description ?? "a child" }

    static func == (one: OwnedID, other: OwnedID) -> Bool {
      one.owner === other.owner && one.id == other.id
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(owner))
      hasher.combine(id)
    }
  }
}

/// The owners of one store's effects.
@MainActor
@usableFromInline
struct EffectOwners {
  private var owners: [UInt64: EffectOwner] = [:]
  private var numbers: [[ChildStep]: UInt64] = [:]
  private var last = EffectToken.firstOwner

  init() {}

  @usableFromInline var isEmpty: Bool { owners.isEmpty }

  @usableFromInline
  subscript(number: UInt64) -> EffectOwner? { owners[number] }

  /// The numbers of all owners, in any order.
  var all: [UInt64] { Array(owners.keys) }

  /// The owner at a path, or a new one.
  mutating func owner(at path: [ChildStep]) -> EffectOwner {
    if let number = numbers[path], let owner = owners[number] { return owner }
    last += 1
    let owner = EffectOwner(number: last, path: path)
    owners[last] = owner
    numbers[path] = last
    return owner
  }

  mutating func remove(_ owner: EffectOwner) {
    owners[owner.number] = nil
    if numbers[owner.path] == owner.number { numbers[owner.path] = nil }
  }

  /// Forgets an owner of which no effect runs and that no closure can still send for.
  ///
  /// - Returns: Whether it was removed.
  mutating func removeIfUnused(_ number: UInt64) -> Bool {
    guard isKnownUniquelyReferenced(&owners[number]), let owner = owners[number], owner.isSilent
    else { return false }
    remove(owner)
    return true
  }
}

extension Engine {
  /// Starts an effect of a child, if the child is there.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, of step: ChildStep, dispatchID: UInt64, in parent: Node?,
    of outer: EffectOwner?
  ) {
    let path = (outer?.path ?? []) + [step]
    guard isThere(path) else { return }
    let owner = owners.owner(at: path)
    start(effect, id: owner.id, policy: .concurrent, dispatchID: dispatchID, in: parent, of: owner)
  }

  /// Ends the effects of children that are not there any more.
  ///
  /// Complexity: O(number of children that have effects).
  @usableFromInline
  func endAbsentOwners() {
    let absent = owners.all.filter { number in
      guard !owners.removeIfUnused(number), let owner = owners[number] else { return false }
      return !isThere(owner.path)
    }
    // The oldest owner first.
    for number in absent.sorted() {
      guard let owner = owners[number] else { continue }
      if phase != .effects { enter(.effects) }
      owners.remove(owner)
      owner.token.cancel()
      cancel(owner.id)
      if isEnded { return }
    }
  }

  private func isThere(_ path: [ChildStep]) -> Bool {
    attachments?.isThere(path[...], in: state) ?? true
  }
}
