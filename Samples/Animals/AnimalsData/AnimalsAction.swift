// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// The actions on the animals.
public enum AnimalsAction: Equatable, Codable, Sendable {
  /// Sets the identifier of this store, unless it is already set; see `AnimalsState.client`.
  ///
  /// Before this action no request is sent.
  case begin(client: String)
  /// Changes the shown animals at once, and the animals of the server later.
  ///
  /// `by` is the person that can undo the change, or nil in an app for one person.
  case make(AnimalsMutation, by: String? = nil)
  /// Makes the change of the draft with this key, unless a change with the key was made before.
  ///
  /// A draft without edits has an empty key, and its change is always made.
  case save(AnimalsMutation, draft: String, by: String? = nil)
  /// Undoes or redoes a change. The result is sent to the server like every other change.
  case undo(UndoAction)
  /// Sends the request to the server at once, without waiting for the next attempt.
  case tryNow
  /// Hides the message about a mutation that the server refused.
  case dismiss(AnimalsState.Refused.ID)

  /// The server has answered. `to` is the key of the requested mutation, or nil if there was none.
  case answered(AnimalsAnswer, to: String?)
  /// A request will be repeated: the journal could not be synced before it, it could not be sent
  /// or was not answered, or it had no mutation and was refused.
  case away(reason: String)
  /// The server will never make the mutation with this key.
  case gaveUp(String, reason: String)
}
