// SPDX-License-Identifier: Apache-2.0

/// The number of an action, the number of its cause, and the number of its effect; zero means none.
///
/// A tag has two words: 48 bits for each of the two action numbers, and the low 32 bits of the
/// effect's number. 48 bits are enough for eight years at a million actions a second.
@usableFromInline
struct ActionTag: Sendable, Equatable {
  @usableFromInline var low: UInt64
  @usableFromInline var high: UInt64

  @inlinable
  init(number: UInt64 = 0, cause: UInt64 = 0, effect: UInt64 = 0) {
    low = number & Self.numbers | cause << 48
    high = cause >> 16 & Self.effects | effect << 32
  }

  @inlinable static var numbers: UInt64 { 0xFFFF_FFFF_FFFF }
  @inlinable static var effects: UInt64 { 0xFFFF_FFFF }

  @inlinable static var none: ActionTag { ActionTag() }

  /// The number of the action in its store, from 1 on; zero before the action is processed.
  @inlinable var number: UInt64 {
    get { low & Self.numbers }
    set { low = low & ~Self.numbers | newValue & Self.numbers }
  }
  /// The number of the action that led to this one.
  @inlinable var cause: UInt64 { low >> 48 | (high & Self.effects) << 16 }
  /// The number of the effect that sent the action.
  @inlinable var effect: UInt64 { high >> 32 }
}
