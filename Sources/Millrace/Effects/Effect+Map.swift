// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Returns this effect with its actions translated; the sources of the actions and the ids of the
  /// effects do not change.
  ///
  /// ``Send/next(_:)`` in the effect throws, because the new actions cannot be translated back into
  /// the old ones.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Effect<Other> {
    translated(ActionTranslation(toWhole: transform))
  }

  /// Translates the actions of this effect; all functions that translate effects use it.
  ///
  /// An action without a translation is dropped.
  @usableFromInline
  func translated<Other: Sendable>(
    _ translation: ActionTranslation<Action, Other>
  ) -> Effect<Other> {
    let transform = translation.toWhole
    let translate: @Sendable (Effect) -> Effect<Other> = { $0.translated(translation) }
    switch operation {
    case .none: return .none
    case .just(let action):
      if translation.isLazy { return .later(action, transform) }
      return action.compactMap(transform).map { Effect<Other>(just: $0) } ?? .none
    case .perform(let work):
      return .perform { work($0.translated(translation)) }
    case .deferred(let make):
      return .deferred { translate(make()) }
    case .run(let work, let priority):
      return Effect<Other>(
        operation: .run(.made { work.code($0.translated(translation)) }, priority: priority))
    case .listen(let work):
      return Effect<Other>(operation: .listen { work($0.translated(translation)) })
    case .sleep(let duration): return Effect<Other>(operation: .sleep(duration))
    case .merge(let effects): return .merge(effects.map(translate))
    case .concatenate(let effects): return .concatenate(effects.map(translate))
    case .cancel(let old): return Effect<Other>(operation: .cancel(old))
    case .cancellable(let effect, let old, let policy):
      return Effect<Other>(operation: .cancellable(translate(effect), old, policy))
    case .throttle(let effect, let old, let duration, let latest):
      return Effect<Other>(operation: .throttle(translate(effect), old, duration, latest: latest))
    case .within(let liftID, let key, let effect):
      return Effect<Other>(operation: .within(liftID, key, translate(effect)))
    }
  }

  /// An effect that translates an action when the effect runs, and then sends it.
  private static func later<Small: Sendable>(
    _ action: DispatchedAction<Small>, _ transform: @escaping @Sendable (Small) -> Action?
  ) -> Effect {
    .deferred { action.compactMap(transform).map { Effect(just: $0) } ?? .none }
  }
}
