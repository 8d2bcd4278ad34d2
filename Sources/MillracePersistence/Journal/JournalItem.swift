// SPDX-License-Identifier: Apache-2.0

/// An action, or a replacement of the state, that a journal records.
protocol JournalItem: Sendable {
  /// The number of the action, or of the action before the replacement.
  var number: UInt64 { get }
  /// True if the item is a replacement of the state.
  var isReplacement: Bool { get }
  /// True if the item holds the state after the action, for a snapshot.
  var takesSnapshot: Bool { get set }
  /// True if the item holds the state after the action, for a hash.
  var takesHash: Bool { get set }
}

/// The position of an item in the order of the items.
///
/// A replacement of the state comes after the action with its number. A receipt of that action does
/// not wait for the replacement.
struct ItemPosition: Comparable, Sendable {
  let number: UInt64
  private let isReplacement: Bool

  init(_ number: UInt64, isReplacement: Bool = false) {
    self.number = number
    self.isReplacement = isReplacement
  }

  /// The position before this one: for a replacement that of the action with its number, for an
  /// action that of a replacement after the action before it.
  var previous: ItemPosition {
    if isReplacement { return ItemPosition(number) }
    return number == 0 ? self : ItemPosition(number - 1, isReplacement: true)
  }

  static func < (one: ItemPosition, other: ItemPosition) -> Bool {
    one.number == other.number
      ? !one.isReplacement && other.isReplacement : one.number < other.number
  }
}

extension JournalItem {
  var position: ItemPosition { ItemPosition(number, isReplacement: isReplacement) }
}
