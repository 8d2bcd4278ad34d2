// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions of a person's desk.
public enum DeskAction: FormAction, Equatable, Codable {
  /// Changes a field or a switch.
  case edit(Edit<DeskState>)

  /// Sends the name and the password to the server.
  case logIn
  /// The server has accepted the log-in of this person.
  case loggedIn(String)
  /// The server has refused the log-in, or gave no answer.
  case logInFailed(LogInProblem)
  /// Logs the person out, and discards drafts and unsaved changes.
  case logOut

  /// Adds a card with the title in `newTitle`.
  case add(at: Spot, on: BoardState.ID)
  /// Changes a field of a card's draft.
  case write(Edit<CardDraft>, about: Card)
  /// Turns the draft of a card into a change, if the draft has no problem.
  case keep(Card.ID, on: BoardState.ID)
  /// Discards the draft of a card.
  case forget(Card.ID)
  /// Moves a card.
  case move(Card, to: Spot, on: BoardState.ID)
  /// Deletes a card.
  case delete(Card, on: BoardState.ID)
  /// Restores a deleted card of a board. Without an id, restores the card that was deleted last.
  case undoDelete(Card.ID? = nil, on: BoardState.ID)
  /// Removes the deleted cards of a board from the list of cards that can be restored.
  case forgetDeleted(on: BoardState.ID)

  /// A change has been saved.
  case saved(CardChange.ID)
  /// A change could not be saved.
  case notSaved(CardChange.ID, SaveProblem)
  /// Tries again to save the failed change of a card.
  case retry(Card.ID)
  /// Discards the failed change of a card.
  case discard(Card.ID)
}
