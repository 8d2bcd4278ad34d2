// SPDX-License-Identifier: Apache-2.0

/// A middleware for children that may be missing, each found by a key.
///
/// Each child has its effects to itself: their ids meet those of no other child, and they are
/// cancelled in the commit in which the child disappears, or another one takes its place.
@usableFromInline
struct ChildMiddleware<Base: Middleware, Container, Key: Hashable & Sendable>:
  WrappingMiddleware
{
  @usableFromInline let base: Base
  @usableFromInline let read: (Container, Key) -> Base.State?
  /// The key with which a child is told from another one in the same place; nil: by the place.
  @usableFromInline let identify: ((Base.State) -> Key)?
  @usableFromInline let missing: MissingPart
  /// What it wants after each commit is about the child's own children.
  @usableFromInline let traitsOfChild: Base.Traits
  @usableFromInline let registry = ChildRegistry<Key>()
  @usableFromInline let lastAction = LastAction()

  @usableFromInline
  init(
    _ base: Base, missing: MissingPart, identify: ((Base.State) -> Key)? = nil,
    read: @escaping (Container, Key) -> Base.State?
  ) {
    self.base = base
    self.read = read
    self.identify = identify
    self.missing = missing
    traitsOfChild = Base.Traits(of: base)
  }

  /// Lets the child handle its action; what it asks for runs if it is still there by then.
  @inlinable
  func handle(
    _ action: KeyedAction<Key, Base.InputAction>, from source: ActionSource,
    state: StateReader<Container>
  ) -> IO<KeyedAction<Key, Base.OutputAction>> {
    guard let child = read(state(), action.key) else {
      lastAction.wasSeen = false
      report(action)
      return .pure()
    }
    lastAction.wasSeen = true
    let key = identify?(child) ?? action.key
    let reading = reading(of: key, in: state)
    let io = base.handle(
      action.action, from: source, state: reading.reader(path: path(of: key, in: state)))
    guard io.isPure else { return own(io, key, state, reading) }
    reading.keep(child)
    return .pure()
  }

  /// The child with a key, unless another one has taken its place.
  @usableFromInline
  func child(_ container: Container, _ key: Key) -> Base.State? {
    guard let child = read(container, key) else { return nil }
    if let identify, identify(child) != key { return nil }
    return child
  }

  /// The child's traits in the larger world; after each commit, the effects of children that are
  /// not there any more are cancelled, and those that are there are asked.
  @usableFromInline
  var traits:
    MiddlewareTraits<
      KeyedAction<Key, Base.InputAction>, KeyedAction<Key, Base.OutputAction>, Container
    >
  {
    MiddlewareTraits(
      didReject: { action, source, error in
        if lastAction.wasSeen { traitsOfChild.didReject(action.action, source, error) }
      }, afterCommit: { state in registry.isEmpty ? .none : settle(state) },
      probes: traitsOfChild.probes, caseTest: nil)
  }

  @usableFromInline
  func report(_ action: KeyedAction<Key, Base.InputAction>) {
    missing.report(in: Container.self, key: action.key, action: action.action)
  }

  @usableFromInline
  func settle(
    _ state: StateReader<Container>
  ) -> Effect<KeyedAction<Key, Base.OutputAction>> {
    let path = state.path ?? ChildPath()
    let container = state()
    var effects: [(number: UInt64, effect: Effect<KeyedAction<Key, Base.OutputAction>>)] = []
    for (key, number) in registry.children(at: path) {
      guard let child = child(container, key) else {
        if let id = registry.end(key, at: path) { effects.append((number, .cancel(id: id))) }
        continue
      }
      if let afterCommit = traitsOfChild.afterCommit {
        let reading = reading(of: key, in: state)
        let effect = afterCommit(reading.reader(path: self.path(of: key, in: state)))
        reading.keep(child)
        if !effect.isNone { effects.append((number, own(effect, key, path))) }
      }
    }
    if effects.isEmpty { return .none }
    return .merge(effects.sorted { $0.number < $1.number }.map(\.effect))
  }

  @usableFromInline
  func reading(of key: Key, in state: StateReader<Container>) -> ChildReading<Base.State> {
    ChildReading(missing: missing) { state.ifPresent.flatMap { child($0, key) } }
  }

  @usableFromInline
  func path(of key: Key, in state: StateReader<Container>) -> ChildPath? {
    traitsOfChild.afterCommit == nil ? nil : ChildPath(state.path, key)
  }

  /// The child's work in the larger world, if the child is there when it runs.
  @usableFromInline
  func own(
    _ io: IO<Base.OutputAction>, _ key: Key, _ state: StateReader<Container>,
    _ reading: ChildReading<Base.State>
  ) -> IO<KeyedAction<Key, Base.OutputAction>> {
    let path = state.path ?? ChildPath()
    return io.translated { send in
      guard reading.keepIfPresent() else { return nil }
      let life = registry.life(of: key, at: path)
      return send.translated(life.way(key), isOwned: true) { life.own($0, key) }
    } effect: { make in
      reading.keepIfPresent() ? own(make(), key, path) : .none
    }
  }

  /// The child's effect in the larger world.
  @usableFromInline
  func own(
    _ effect: Effect<Base.OutputAction>, _ key: Key, _ path: ChildPath
  ) -> Effect<KeyedAction<Key, Base.OutputAction>> {
    effect.isNone ? .none : registry.life(of: key, at: path).own(effect, key)
  }
}

extension ChildLife {
  /// An effect of this life in the larger world: it ends with the life.
  func own<Key: Hashable & Sendable, Action>(
    _ effect: Effect<Action>, _ key: Key
  ) -> Effect<KeyedAction<Key, Action>> {
    if isMuted { return .none }
    let scoped = effect.scoped(ids: scoping, way(key))
    return scoped.isNone ? .none : .init(.owned(scoped, EffectID(id), life: token))
  }

  /// How the actions of this life become those of the larger world; closed when it has ended.
  func way<Key: Hashable & Sendable, Action>(
    _ key: Key
  ) -> ActionWay<Action, KeyedAction<Key, Action>> {
    ActionWay {
      self.isMuted ? nil : KeyedAction(key, $0)
    } back: {
      // The key in an action for an only child means whoever is there.
      $0.key == key || key is OnlyChild ? $0.action : nil
    } isOpen: {
      !self.isMuted
    }
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
