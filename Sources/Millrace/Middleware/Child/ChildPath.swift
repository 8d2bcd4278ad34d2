// SPDX-License-Identifier: Apache-2.0

/// Where in a tree of lifts a middleware is at work: in which store, in which lift, for which
/// child.
///
/// The same middleware value may be lifted to many places and serve many stores; the path tells its
/// children apart. Roots are compared by identity, everything below by what it says.
@usableFromInline
final class ChildPath: Hashable, Sendable {
  private let parent: ChildPath?
  private let step: any Hashable & Sendable

  /// The path of a store.
  @usableFromInline
  init() {
    parent = nil
    step = 0
  }

  /// A path that goes on.
  @usableFromInline
  init(_ parent: ChildPath?, _ step: some Hashable & Sendable) {
    self.parent = parent ?? Self.nowhere
    self.step = step
  }

  /// The root of readers that no store made.
  private static let nowhere = ChildPath()

  @usableFromInline
  static func == (lhs: ChildPath, rhs: ChildPath) -> Bool {
    if lhs === rhs { return true }
    guard let left = lhs.parent, let right = rhs.parent else { return false }
    return AnyHashable(lhs.step) == AnyHashable(rhs.step) && left == right
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    guard let parent else { return hasher.combine(ObjectIdentifier(self)) }
    hasher.combine(step)
    parent.hash(into: &hasher)
  }
}

/// Tells one lift from another.
@usableFromInline
final class LiftPlace: Sendable {
  @usableFromInline init() {}
}
