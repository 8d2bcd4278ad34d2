// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// The same effect with its actions translated; sources and ids are kept.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    switch operation {
    case .none: .none
    case .just(let action): Effect<Other>(.just(action.map(transform)))
    case .sequence(let actions, let source):
      Effect<Other>(.sequence(actions.map(transform), source))
    case .run(let work): .run { send in await work(send.contramap(transform)) }
    case .promise(let work):
      Effect<Other>(.promise { promise in work(promise.contramap(transform)) })
    case .sleep(let duration): Effect<Other>(.sleep(duration))
    case .merge(let effects): .merge(effects.map { $0.map(transform) })
    case .concatenate(let effects): .concatenate(effects.map { $0.map(transform) })
    case .cancel(let id): Effect<Other>(.cancel(id))
    case .cancellable(let effect, let id, let policy):
      Effect<Other>(.cancellable(effect.map(transform), id, policy))
    case .throttle(let effect, let id, let duration, let latest):
      Effect<Other>(.throttle(effect.map(transform), id, duration, latest: latest))
    }
  }
}
