// SPDX-License-Identifier: Apache-2.0

/// What the reader of a child goes back to, for one action of the child.
///
/// While the child is there it is read from the state. A reader is meant for the call of `handle`
/// and the effect that it returns. Code that keeps it for longer may read when the child has gone:
/// it gets the child as the effect saw it, and the read is reported. Only a reader that is kept
/// keeps that value: otherwise nothing of the child is held when the next action comes.
@usableFromInline
final class ChildReading<Child>: @unchecked Sendable {
  // Sound: a store writes and reads `last` on the main actor; a feature that is called without one
  // has returned before its effects read.
  private let read: @MainActor () -> Child?
  /// Takes the child for the one that is read from then on.
  private let updateKey: (Child) -> Void
  private let missing: MissingPart
  private var last: Child?

  /// Reads a child in what holds it.
  ///
  /// The key of an only child in an action means the one that is there; the reading is that of the
  /// child which ``keep(_:)`` is given first.
  @usableFromInline
  init<Container, Key: Sendable>(
    _ missing: MissingPart, _ lookup: ChildAccessor<Container, Key, Child>, _ key: Key,
    of container: StateReader<Container>
  ) {
    self.missing = missing
    let current = CurrentKey(key)
    read = { container.ifPresent.flatMap { lookup.part($0, current.key) } }
    updateKey = { child in if let key = lookup.identify?(child) { current.key = key } }
  }

  /// Keeps the child for reads that come after its end, unless one is kept already.
  ///
  /// Before the reducer only if nothing but a reader that was kept can hold this then: a second
  /// reference makes the reducer copy what it changes.
  @usableFromInline
  func keep(_ child: Child) {
    guard last == nil else { return }
    last = child
    updateKey(child)
  }

  /// Whether the child is there; if it is, it is kept.
  @MainActor
  func keepIfPresent() -> Bool {
    guard let child = read() else { return false }
    keep(child)
    return true
  }

  /// A reader of the child.
  @usableFromInline
  func reader() -> StateReader<Child> {
    StateReader {
      self.state()
    } isPresent: {
      self.read() != nil
    }
  }

  @MainActor
  private func state() -> Child {
    if let child = read() { return child }
    guard let last else {
      // The reader left `handle` by another way than its effect, which was dropped: its own action
      // was rejected or ended the child. No value of the child is left anywhere.
      fatalError(missing.goneMessage(of: Child.self, "there is none left"))
    }
    missing.reportGone(Child.self)
    return last
  }
}

/// The key under which a reading finds its child.
private final class CurrentKey<Key: Sendable>: @unchecked Sendable {
  // Sound: as `ChildReading.last`.
  var key: Key

  init(_ key: Key) { self.key = key }
}

/// The key of an only child.
///
/// Where the child's state is `Identifiable`, its id is a part of the key of the child that is
/// there: another id is another child. The key in an action has none: it means the child that is
/// there.
@usableFromInline
struct SingleChildKey: Hashable, Sendable {
  private let id: ChildIdentity?

  @usableFromInline
  init() {
    id = nil
  }

  private init(_ id: AnyHashable) {
    self.id = .value(id)
  }

  /// Makes the keys of children that have an id; nil if states of this type have none.
  ///
  /// The type is looked at once, when the lift is made.
  @usableFromInline
  static func identify<State>(_ type: State.Type) -> (@Sendable (State) -> SingleChildKey)? {
    func identify<Child: Identifiable>(_: Child.Type) -> @Sendable (State) -> SingleChildKey {
      // Sound: a pure function; only its type does not say so.
      nonisolated(unsafe) let id: (State) -> SingleChildKey = { SingleChildKey(($0 as? Child)?.id) }
      return { id($0) }
    }
    guard let child = type as? any Identifiable.Type else { return nil }
    return identify(child)
  }
}

/// The id of a child, in a box, so that the key of a child without an id stays small.
private indirect enum ChildIdentity: Hashable, @unchecked Sendable {
  // Sound: it comes from a state, which is `Sendable`; `AnyHashable` forgets that.
  case value(AnyHashable)
}
