// SPDX-License-Identifier: Apache-2.0

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

  /// How many lists there are one in the other; 0 for an effect that is no list of this kind.
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
