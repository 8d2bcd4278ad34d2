// SPDX-License-Identifier: Apache-2.0

/// A typed cancel id: equal only if both the types and the values are equal.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  // Sound: the value is `Sendable` by the initializer's constraint; `AnyHashable` forgets that.
  private let value: AnyHashable
  private let type: ObjectIdentifier

  @usableFromInline
  init<ID: Hashable & Sendable>(_ id: ID) {
    value = AnyHashable(id)
    type = ObjectIdentifier(ID.self)
  }

  /// The value, if it is of this type.
  func value<ID>(as: ID.Type) -> ID? { value.base as? ID }
}

extension EffectID: CustomStringConvertible {
  @usableFromInline var description: String { "\(value)" }
}
