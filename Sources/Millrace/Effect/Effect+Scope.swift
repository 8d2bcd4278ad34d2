// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// The same effect with other ids.
  func mapIDs(_ transform: (EffectID) -> EffectID) -> Effect {
    switch operation {
    case .none, .just, .sequence, .run: self
    case .merge(let effects): .merge(effects.map { $0.mapIDs(transform) })
    case .cancel(let id): Effect(.cancel(transform(id)))
    case .cancellable(let effect, let id):
      Effect(.cancellable(effect.mapIDs(transform), transform(id)))
    }
  }

  /// The same effect with its actions translated, or dropped where there is none; asked when an
  /// action is sent.
  func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other?
  ) -> Effect<Other> {
    switch operation {
    case .none: return .none
    case .just(let action):
      return action.compactMap(transform).map { Effect<Other>(.just($0)) } ?? .none
    case .sequence(let actions):
      return Effect<Other>(.sequence(actions.compactMap { $0.compactMap(transform) }))
    case .run(let work): return .run { send in await work(send.compactMap(transform)) }
    case .merge(let effects): return .merge(effects.map { $0.compactMap(transform) })
    case .cancel(let id): return Effect<Other>(.cancel(id))
    case .cancellable(let effect, let id):
      return Effect<Other>(.cancellable(effect.compactMap(transform), id))
    }
  }
}

extension Send {
  /// A sender of other actions that translates them, or drops them where there is none.
  func compactMap<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action?
  ) -> Send<Other> {
    Send<Other>(
      { [post] in if let action = $0.compactMap(transform) { post(action) } },
      deliver: { [deliver] in
        if let action = $0.compactMap(transform) { await deliver(action) }
      })
  }
}
