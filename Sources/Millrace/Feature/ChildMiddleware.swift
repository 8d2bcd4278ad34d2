// SPDX-License-Identifier: Apache-2.0

/// A middleware for children that may be missing, each found by a key.
@usableFromInline
struct ChildMiddleware<Base: Middleware, Container, Key: Hashable & Sendable>:
  WrappingMiddleware
{
  @usableFromInline let base: Base
  @usableFromInline let lookup: ChildAccessor<Container, Key, Base.State>
  @usableFromInline let missing: MissingPart
  /// Where its feature was lifted.
  @usableFromInline let place: ChildPlace
  @usableFromInline let traitsOfChild: Base.Traits
  @usableFromInline let lastAction = LastAction()

  init(
    _ base: Base, _ lookup: ChildAccessor<Container, Key, Base.State>, missing: MissingPart,
    place: ChildPlace
  ) {
    self.base = base
    self.lookup = lookup
    self.missing = missing
    self.place = place
    traitsOfChild = Base.Traits(of: base)
  }

  /// Lets the child handle its action; what it asks for runs if it is still there by then.
  @_alwaysEmitIntoClient
  func handle(
    _ action: KeyedAction<Key, Base.InputAction>, from source: ActionSource,
    state: StateReader<Container>
  ) -> Effect<KeyedAction<Key, Base.OutputAction>> {
    guard let child = lookup.find(state(), action.key) else {
      lastAction.wasSeen = false
      missing.report(in: Container.self, key: action.key, action: action.action)
      return .none
    }
    lastAction.wasSeen = true
    let key = lookup.identify?(child) ?? action.key
    let reading = reading(of: key, in: state)
    let effect = base.handle(action.action, from: source, state: reading.reader())
    guard effect.isNone else { return own(effect, key, reading) }
    reading.keep(child)
    return .none
  }

  @usableFromInline
  func reading(of key: Key, in state: StateReader<Container>) -> ChildReading<Base.State> {
    ChildReading(missing, lookup, key, of: state)
  }

  /// The child's effect with the larger actions, started if the child is there by then.
  @usableFromInline
  func own(
    _ effect: Effect<Base.OutputAction>, _ key: Key, _ reading: ChildReading<Base.State>
  ) -> Effect<KeyedAction<Key, Base.OutputAction>> {
    let owned = effect.translated(.child(key))
    return .deferred { reading.keepIfPresent() ? owned : .none }.within(place, key)
  }

  /// The child's traits for the larger types.
  @usableFromInline
  var traits:
    MiddlewareTraits<
      KeyedAction<Key, Base.InputAction>, KeyedAction<Key, Base.OutputAction>, Container
    >
  {
    MiddlewareTraits(
      didReject: { action, source, error in
        if lastAction.wasSeen { traitsOfChild.didReject(action.action, source, error) }
      }, afterCommit: nil, probes: traitsOfChild.probes, caseTest: nil)
  }
}

/// An action of one child.
@usableFromInline
struct KeyedAction<Key, Action> {
  @usableFromInline let key: Key
  @usableFromInline let action: Action

  @_alwaysEmitIntoClient
  init(_ key: Key, _ action: Action) {
    self.key = key
    self.action = action
  }
}

extension KeyedAction: Sendable where Key: Sendable, Action: Sendable {}

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
  private let missing: MissingPart
  private var last: Child?

  @usableFromInline
  init(missing: MissingPart, read: @escaping @MainActor () -> Child?) {
    self.missing = missing
    self.read = read
  }

  /// Reads a child in what holds it.
  @usableFromInline
  convenience init<Container, Key: Sendable>(
    _ missing: MissingPart, _ lookup: ChildAccessor<Container, Key, Child>, _ key: Key,
    of container: StateReader<Container>
  ) {
    self.init(missing: missing) { container.ifPresent.flatMap { lookup.part($0, key) } }
  }

  /// Keeps the child for reads that come after its end, unless it is kept already.
  ///
  /// Before the reducer only if nothing but a reader that was kept can hold this then: a second
  /// reference makes the reducer copy what it changes.
  @usableFromInline
  func keep(_ child: Child) {
    if last == nil { last = child }
  }

  /// Whether the child is there; if it is, it is kept.
  @MainActor
  @usableFromInline
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

/// The key of an only child.
///
/// Where the child's state is `Identifiable`, its id is a part of the key of the child that is
/// there: another id is another child. The key in an action has none: it means the child that is
/// there.
@usableFromInline
struct SingleChildKey: Hashable, Sendable {
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
