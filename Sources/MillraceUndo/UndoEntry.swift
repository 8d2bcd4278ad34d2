// SPDX-License-Identifier: Apache-2.0

/// A step as a menu keeps it: its title and its number.
///
/// An entry holds nothing of the history. When a user chooses it, ``UndoHistory/action(of:)`` tells
/// which action to dispatch.
public struct UndoEntry: Hashable, Sendable {
  /// What the menu says: "Move Card".
  public let title: String
  /// The number of the step.
  public let number: Int
  /// The person to whom the step belongs.
  public let person: String
  /// Whether the step is made again, and not taken back.
  public let isRedo: Bool

  /// The entry that does the opposite.
  public var opposite: UndoEntry {
    UndoEntry(title: title, number: number, person: person, isRedo: !isRedo)
  }
}

extension UndoHistory {
  /// The steps that a person has made after another one, the oldest first, as entries that take
  /// them back.
  ///
  /// A step that was taken back meanwhile is not among them.
  ///
  /// Complexity: O(number of these steps).
  ///
  /// - Parameters:
  ///   - number: What ``lastNumber(by:)`` was; 0: all steps.
  ///   - person: The person.
  /// - Returns: The entries.
  public func entries(after number: Int, by person: String = "") -> [UndoEntry] {
    guard let steps = stacks[person]?.done else { return [] }
    let records = steps.records
    let old = records.lastIndex { $0.number <= number }
    return records.suffix(from: old.map { $0 + 1 } ?? records.startIndex).map {
      UndoEntry(
        title: steps.label(of: $0).title, number: $0.number, person: person, isRedo: false)
    }
  }

  /// The action that takes the step of an entry back, or makes it again, and does nothing else.
  ///
  /// Complexity: O(1); for the action that it returns, O(number of steps).
  ///
  /// - Parameter entry: The entry.
  /// - Returns: The action; nil if another step comes next, because the step of the entry was taken
  ///   back or made again in another way, or forgotten.
  public func action(of entry: UndoEntry) -> UndoAction? {
    guard let stack = stacks[entry.person] else { return nil }
    let next = entry.isRedo ? stack.undone.lastNumber : stack.done.lastNumber
    guard next == entry.number else { return nil }
    // By its number: if nothing is left of the step, the one before it is not taken back instead.
    return .undo(to: entry.isRedo ? entry.number : stack.previous, by: entry.person)
  }
}
