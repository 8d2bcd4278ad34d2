// SPDX-License-Identifier: Apache-2.0

/// The key of an only child.
///
/// Where the child's state is `Identifiable`, its id is a part of the key of the child that is
/// there: another id is another child. The key in an action has none: it means the child that is
/// there.
@usableFromInline
struct OnlyChild: Hashable, Sendable {
  /// In a box, so that the key of a child without an id stays small.
  private let id: ChildIdentity?

  @usableFromInline
  init() {
    id = nil
  }

  private init(_ id: AnyHashable) {
    self.id = ChildIdentity(id)
  }

  /// Makes the keys of children that have an id; nil if states of this type have none.
  ///
  /// The type is looked at once, when the lift is made.
  @usableFromInline
  static func identify<State>(_ type: State.Type) -> (@Sendable (State) -> OnlyChild)? {
    func identify<Child: Identifiable>(_: Child.Type) -> @Sendable (State) -> OnlyChild {
      // Sound: a pure function; only its type does not say so.
      nonisolated(unsafe) let id: (State) -> OnlyChild = { OnlyChild(($0 as? Child)?.id) }
      return { id($0) }
    }
    guard let child = type as? any Identifiable.Type else { return nil }
    return identify(child)
  }
}

/// The id of a child.
private final class ChildIdentity: Hashable, @unchecked Sendable {
  // Sound: it comes from a state, which is `Sendable`; `AnyHashable` forgets that.
  private let value: AnyHashable

  init(_ value: AnyHashable) {
    self.value = value
  }

  static func == (one: ChildIdentity, other: ChildIdentity) -> Bool { one.value == other.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
