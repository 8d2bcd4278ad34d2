// SPDX-License-Identifier: Apache-2.0

/// A menu entry that undoes or redoes a step: the title and the number of the step.
///
/// An entry does not reference the history. When a user chooses it, ``UndoHistory/action(of:)``
/// returns the action to dispatch.
public struct UndoEntry: Hashable, Sendable {
  /// The title of the step, for example "Move Card".
  public let title: String
  /// The number of the step.
  public let number: Int
  /// The person to whom the step belongs.
  public let person: String
  /// True if the entry redoes the step, false if it undoes the step.
  public let isRedo: Bool

  /// The entry that does the opposite.
  public var opposite: UndoEntry {
    UndoEntry(title: title, number: number, person: person, isRedo: !isRedo)
  }
}

extension UndoHistory {
  /// Returns entries that undo the steps of a person after a step, the oldest first.
  ///
  /// Steps that are undone now are not included.
  ///
  /// Complexity: O(number of these steps).
  ///
  /// - Parameters:
  ///   - number: An earlier value of ``lastNumber(by:)``, or 0 for all steps.
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

  /// Returns the action that undoes or redoes the step of an entry, and no other step.
  ///
  /// Dispatch it at once: if the person makes another step before an undo runs, the undo includes
  /// that step.
  ///
  /// Complexity: O(1). The returned action costs O(number of steps).
  ///
  /// - Parameter entry: The entry.
  /// - Returns: The action, or nil if the step is not the next one to undo or redo: it was undone
  ///   or redone by other means, another step must be undone or redone first, the step is now in
  ///   another branch, or it was removed.
  public func action(of entry: UndoEntry) -> UndoAction? {
    guard let stack = stacks[entry.person] else { return nil }
    let next = entry.isRedo ? stack.undone.lastNumber : stack.done.lastNumber
    guard next == entry.number else { return nil }
    // With a number: if the action is dispatched twice, the second one undoes no other step.
    return .undo(to: entry.isRedo ? entry.number : stack.previous, by: entry.person)
  }
}
