// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Lets this effect be cancelled by id.
  ///
  /// Ids belong to one store, and ids of different types never meet. Several effects may share an
  /// id; cancelling it cancels them all. An id is forgotten when its last effect ends.
  public func cancellable(id: some Hashable & Sendable) -> Effect {
    Effect(.cancellable(self, EffectID(id)))
  }

  /// Cancels the running effects with an id.
  ///
  /// Their tasks are cancelled and nothing that they send from then on is dispatched, not even
  /// what they sent before and what still waits its turn from another thread.
  public static func cancel(id: some Hashable & Sendable) -> Effect {
    Effect(.cancel(EffectID(id)))
  }
}

/// A typed cancel id: equal only if both the types and the values are equal.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  // The value is `Sendable` by the constraint of the initializer; `AnyHashable` forgets that.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }
}
