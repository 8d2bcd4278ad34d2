// SPDX-License-Identifier: Apache-2.0

/// A middleware for children that may be missing, each found by a key.
@usableFromInline
struct ChildMiddleware<Base: Middleware, Container, Key: Hashable & Sendable>:
  WrappingMiddleware
{
  @usableFromInline let base: Base
  @usableFromInline let lookup: Lookup<Container, Key, Base.State>
  @usableFromInline let missing: MissingPart
  /// Where its feature was lifted.
  @usableFromInline let place: ChildPlace
  @usableFromInline let traitsOfChild: Base.Traits
  @usableFromInline let lastAction = LastAction()

  init(
    _ base: Base, _ lookup: Lookup<Container, Key, Base.State>, missing: MissingPart,
    place: ChildPlace
  ) {
    self.base = base
    self.lookup = lookup
    self.missing = missing
    self.place = place
    traitsOfChild = Base.Traits(of: base)
  }

  /// Lets the child handle its action; what it asks for runs if it is still there by then.
  @inlinable
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
    ChildReading(missing: missing) { state.ifPresent.flatMap { lookup.part($0, key) } }
  }

  /// The child's effect in the larger world, started if the child is there by then.
  @usableFromInline
  func own(
    _ effect: Effect<Base.OutputAction>, _ key: Key, _ reading: ChildReading<Base.State>
  ) -> Effect<KeyedAction<Key, Base.OutputAction>> {
    let owned = effect.translated(.child(key))
    return .deferred { reading.keepIfPresent() ? owned : .none }.within(place, key)
  }

  /// The child's traits in the larger world.
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

  @inlinable
  init(_ key: Key, _ action: Action) {
    self.key = key
    self.action = action
  }
}

extension KeyedAction: Sendable where Key: Sendable, Action: Sendable {}
