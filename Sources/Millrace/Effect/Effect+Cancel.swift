// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Gives this effect an id, by which it can be cancelled and by which effects take turns.
  ///
  /// Ids belong to one store, and ids of different types never meet. The id stands for the effect
  /// as a whole, with all its parts. It is forgotten when the last effect that has it ends. An
  /// effect that sends at once and is done has ended before it can be cancelled.
  ///
  /// ```swift
  /// .task { .found(await api.search(text)) }.cancellable(id: SearchID(), policy: .latest)
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - policy: What happens when an effect with this id is already running.
  /// - Returns: This effect with an id.
  public func cancellable(
    id: some Hashable & Sendable, policy: EffectPolicy = .concurrent
  ) -> Effect {
    Effect(operation: .cancellable(self, EffectID(id), policy))
  }

  /// Cancels the effects with an id: those that run, those that wait, and timers.
  ///
  /// Their tasks are cancelled and nothing that they send from then on is dispatched, not even
  /// what they sent before and what still waits its turn.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(operation: .cancel(EffectID(id)))
  }
}
