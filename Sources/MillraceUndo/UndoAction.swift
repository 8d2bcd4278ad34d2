// SPDX-License-Identifier: Apache-2.0

/// An action of an ``UndoHistory``.
///
/// A case of the app's action type contains it.
///
/// ```swift
/// enum BoardAction: Codable { case move(Card.ID, to: Spot), undo(UndoAction) }
///
/// store.dispatch(.undo(.undo()))
/// ```
///
/// Like every action, it is written to the trace and to the journal. Each person has separate
/// steps. An app for one person omits the name of the person.
public enum UndoAction: Hashable, Codable, Sendable {
  /// Undoes the last step of a person, or drops it if all its values were changed since.
  ///
  /// With `to` it restores the state after the step with that number: it undoes all later steps, or
  /// it redoes the steps up to that step if the step itself was undone. With 0, or with a number up
  /// to that of the newest step that was removed because of the limit (steps of branches do not
  /// count), it undoes all steps. With any other number, also that of a step in another branch, it
  /// does nothing.
  case undo(to: Int? = nil, by: String = "")
  /// Redoes the first of ``UndoHistory/redoSteps(by:)``, or the first step of another branch; see
  /// ``UndoHistory/branches(by:)``. The step is dropped if all its values were changed since.
  case redo(branch: Int? = nil, by: String = "")
  /// Begins a gesture. All actions of the person with the role of a step until its end are one
  /// step. After an undo or a redo in between, the next action begins another step.
  case begin(title: String = "", by: String = "")
  /// Ends a gesture and closes the last step. The next action begins a new step, also if its group
  /// is that of the last step.
  case end(by: String = "")
  /// Removes the steps and the gesture of a person, or those of all people if the name is nil.
  case clear(by: String? = nil)
}

/// The role of an action for an ``UndoHistory``.
public enum UndoRole: Hashable, Sendable {
  /// The action is an action of the history.
  case action(UndoAction)
  /// The action makes a step that can be undone, if it changes a field.
  ///
  /// - title: The title for a menu, for example "Move Card".
  /// - by: The name of the person.
  /// - group: The action is added to the last step of the person if that has the same group. A new
  ///   step begins after the end of a gesture, after an undo or a redo, and after a longer pause
  ///   than `within`. During a gesture, `group` and `within` do not decide about a new step.
  /// - within: The maximum time between two actions of a group, or nil for no maximum.
  /// - at: The time of the action, of any clock. The action must contain it, because a reducer has
  ///   no clock. If `within` is given, an action without a time begins a new step.
  case step(
    String = "", by: String = "", group: String? = nil, within: Duration? = nil,
    at: Duration? = nil)
}
