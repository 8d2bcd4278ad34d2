// SPDX-License-Identifier: Apache-2.0

/// An action of an ``UndoHistory``; a case of the app's action holds it.
///
/// ```swift
/// enum BoardAction: Codable { case move(Card.ID, to: Spot), undo(UndoAction) }
///
/// store.dispatch(.undo(.undo()))
/// ```
///
/// As an action it is in the trace and in the journal. Each person has steps of their own; an app
/// for one person leaves the name out.
public enum UndoAction: Hashable, Codable, Sendable {
  /// Takes back the last step.
  ///
  /// With `to` it goes to the state after that step: it takes back all later steps, or makes the
  /// steps up to it again if it was taken back itself; 0 takes back all steps.
  case undo(to: Int? = nil, by: String = "")
  /// Makes the step again that was taken back last, or the first one of another branch; see
  /// ``UndoHistory/branches(by:)``.
  case redo(branch: Int? = nil, by: String = "")
  /// Begins a gesture: the person's steps until its end are one step.
  case begin(title: String = "", by: String = "")
  /// Ends a gesture. What comes then is a new step, whatever its group.
  case end(by: String = "")
  /// Forgets the steps of a person; nil: of all.
  case clear(by: String? = nil)
}

/// What an action is to an ``UndoHistory``.
public enum UndoRole: Hashable, Sendable {
  /// It is an action of the history.
  case action(UndoAction)
  /// It makes a step that can be taken back, if it changes anything.
  ///
  /// - title: What a menu says: "Move Card".
  /// - by: The person.
  /// - group: One step with the last one of the same person and group, unless the gesture was
  ///   ended, something was taken back meanwhile, or it came too late.
  /// - within: The longest time between two actions of a group; nil: any.
  /// - at: The time of the action, by any clock. It comes with the action, as a reducer has no
  ///   clock; an action without a time is in no group that has a `within`.
  case step(
    String = "", by: String = "", group: String? = nil, within: Duration? = nil,
    at: Duration? = nil)
}
