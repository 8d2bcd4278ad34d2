// SPDX-License-Identifier: Apache-2.0

/// Where the actions of a ``Send`` go.
///
/// That of a store is its mailbox, so that making a sender for each action allocates nothing.
@usableFromInline
protocol SendPort<Action>: AnyObject, Sendable {
  associatedtype Action: Sendable

  /// Takes an action without waiting.
  func post(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?)

  /// Takes an action and returns when it is committed.
  func deliver(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) async

  /// Takes an action on the store's actor, in the running turn or in one of its own.
  @MainActor
  func receive(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?)

  /// Takes an effect and starts it.
  func start(_ effect: Effect<Action>, scope: UInt64, token: EffectToken?)

  /// The clock of the store.
  var clock: any Clock<Duration> { get }

  /// Lets an effect look at the state now and after each commit.
  ///
  /// - Returns: Its number; nil if it has seen enough, or has heard that there is nothing to see.
  @MainActor
  func follow(_ follower: CommitFollower<Action>) -> UInt64?

  @MainActor
  func unfollow(_ follower: UInt64)
}

/// A port that is made of functions, for tests of middleware.
@usableFromInline
final class FunctionPort<Action: Sendable>: SendPort {
  private let onPost: @Sendable (DispatchedAction<Action>) -> Void
  private let onDeliver: @Sendable (DispatchedAction<Action>) async -> Void

  @usableFromInline
  init(
    post: @escaping @Sendable (DispatchedAction<Action>) -> Void,
    deliver: (@Sendable (DispatchedAction<Action>) async -> Void)?
  ) {
    onPost = post
    onDeliver = deliver ?? { post($0) }
  }

  @usableFromInline
  func post(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    onPost(action)
  }

  @usableFromInline
  func deliver(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) async {
    await onDeliver(action)
  }

  @usableFromInline
  func receive(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    onPost(action)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, scope: UInt64, token: EffectToken?) {
    effect.startDetached(Send(port: self, scope: scope, token: token))
  }

  @usableFromInline var clock: any Clock<Duration> { ContinuousClock() }

  /// There is no store whose commits it could show: reading works, waiting ends at once.
  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if !follower.look(nil) { follower.onEnd() }
    return nil
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {}
}

/// A port that translates what it is given and passes it on, or drops it.
@usableFromInline
final class TranslatingPort<Action: Sendable, Base: Sendable>: SendPort {
  private let base: any SendPort<Base>
  private let way: ActionWay<Action, Base>
  private let effect: @Sendable (Effect<Action>) -> Effect<Base>

  init(
    _ base: any SendPort<Base>, _ way: ActionWay<Action, Base>,
    effect: @escaping @Sendable (Effect<Action>) -> Effect<Base>
  ) {
    self.base = base
    self.way = way
    self.effect = effect
  }

  @usableFromInline
  func post(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    guard let action = action.compactMap(way.out) else { return }
    base.post(action, scope: scope, token: token)
  }

  @usableFromInline
  func deliver(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) async {
    guard let action = action.compactMap(way.out) else { return }
    await base.deliver(action, scope: scope, token: token)
  }

  @usableFromInline
  func receive(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    guard let action = action.compactMap(way.out) else { return }
    base.receive(action, scope: scope, token: token)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, scope: UInt64, token: EffectToken?) {
    base.start(self.effect(effect), scope: scope, token: token)
  }

  @usableFromInline var clock: any Clock<Duration> { base.clock }

  @usableFromInline
  func follow(_ follower: CommitFollower<Action>) -> UInt64? {
    if follower.isForActions && way.back == nil {
      Diagnostics.report(NoWayBack(part: Action.self, whole: Base.self), oncePer: "\(Action.self)")
      follower.onEnd()
      return nil
    }
    return base.follow(follower.translated(back: way.back, isOpen: way.isOpen))
  }

  @usableFromInline
  func unfollow(_ follower: UInt64) {
    base.unfollow(follower)
  }
}

/// How the actions of a part become those of the whole, and which of those are the part's.
@usableFromInline
struct ActionWay<Part, Whole>: Sendable {
  /// Makes the whole's action, or nil to drop one.
  let out: @Sendable (Part) -> Whole?
  /// Finds the part's action; nil where that is not known.
  let back: (@MainActor (Whole) -> Part?)?
  /// Whether the part is still there.
  let isOpen: @Sendable () -> Bool

  @usableFromInline
  init(
    out: @escaping @Sendable (Part) -> Whole?, back: (@MainActor (Whole) -> Part?)? = nil,
    isOpen: @escaping @Sendable () -> Bool = { true }
  ) {
    self.out = out
    self.back = back
    self.isOpen = isOpen
  }
}

/// A report of an effect that waits for actions which never reach it.
struct NoWayBack: CustomStringConvertible {
  let part: Any.Type
  let whole: Any.Type

  var description: String {
    """
    Millrace: an effect waits with `send.next` for \(part), which is made into \(whole) on its way \
    to the store and cannot be found in it again, so the effect ends. It was translated by \
    `Effect.map`, or its middleware was lifted by an `outputAction` alone. Lift with \
    `action:` and a case path, or wait for \(whole) outside of the translation.
    """
  }
}
