// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// What can happen to the animals.
public enum AnimalsAction: Equatable, Codable, Sendable {
  /// The store got its name, once and for good.
  case begin(client: String)
  /// Change the animals: at once what is shown, later what the server has. The person may take it
  /// back; an app for one person names none.
  case make(AnimalsMutation, by: String? = nil)
  /// Make the change of a draft with this key, if it was not made before.
  case save(AnimalsMutation, draft: String, by: String? = nil)
  /// Take back what was done, or do it again; the server hears of it as of any other change.
  case undo(UndoAction)
  /// Ask the server at once, without waiting for the next attempt.
  case tryNow
  /// Tell no more of a mutation that was refused.
  case dismiss(AnimalsState.Refused.ID)

  /// The server has answered; the key is that of the mutation it was asked to make.
  case answered(AnimalsAnswer, to: String?)
  /// It has not.
  case away(reason: String)
  /// It will never make the mutation.
  case gaveUp(String, reason: String)
}
