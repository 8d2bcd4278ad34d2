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
    effect.runDetached(Send(port: self, scope: scope, token: token))
  }
}

/// A port that translates what it is given and passes it on, or drops it.
@usableFromInline
final class TranslatingPort<Action: Sendable, Base: Sendable>: SendPort {
  private let base: any SendPort<Base>
  private let transform: @Sendable (Action) -> Base?
  private let effect: @Sendable (Effect<Action>) -> Effect<Base>

  @usableFromInline
  init(
    _ base: any SendPort<Base>, transform: @escaping @Sendable (Action) -> Base?,
    effect: @escaping @Sendable (Effect<Action>) -> Effect<Base>
  ) {
    self.base = base
    self.transform = transform
    self.effect = effect
  }

  @usableFromInline
  func post(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    guard let action = action.compactMap(transform) else { return }
    base.post(action, scope: scope, token: token)
  }

  @usableFromInline
  func deliver(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) async {
    guard let action = action.compactMap(transform) else { return }
    await base.deliver(action, scope: scope, token: token)
  }

  @usableFromInline
  func receive(_ action: DispatchedAction<Action>, scope: UInt64, token: EffectToken?) {
    guard let action = action.compactMap(transform) else { return }
    base.receive(action, scope: scope, token: token)
  }

  @usableFromInline
  func start(_ effect: Effect<Action>, scope: UInt64, token: EffectToken?) {
    base.start(self.effect(effect), scope: scope, token: token)
  }
}
