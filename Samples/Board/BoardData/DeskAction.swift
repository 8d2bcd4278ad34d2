// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What can happen at a desk.
public enum DeskAction: FormAction, Equatable, Codable {
  /// A field was typed into, or a switch turned.
  case edit(Edit<DeskState>)

  /// Ask the server about name and password.
  case logIn
  /// The server knows the person.
  case loggedIn(String)
  /// The server does not know the person, or gave no answer.
  case logInFailed(LogInProblem)
  /// Forget the person, and the changes that have not been saved.
  case logOut

  /// Add a card with the title that was typed.
  case add(at: Spot, on: BoardState.ID)
  /// Something was typed about a card.
  case write(Edit<CardDraft>, about: Card)
  /// Keep what was typed about a card, if it is in order.
  case keep(Card.ID, on: BoardState.ID)
  /// Forget what was typed about a card.
  case forget(Card.ID)
  /// Move a card.
  case move(Card, to: Spot, on: BoardState.ID)
  /// Delete a card.
  case delete(Card, on: BoardState.ID)
  /// Put a card of a board back; without an id, the card that was deleted last.
  case undoDelete(Card.ID? = nil, on: BoardState.ID)
  /// Stop showing which cards of a board were deleted.
  case forgetDeleted(on: BoardState.ID)

  /// A change has been saved.
  case saved(CardChange.ID)
  /// A change could not be saved.
  case notSaved(CardChange.ID, SaveProblem)
  /// Save the failed change of a card again.
  case retry(Card.ID)
  /// Give up the failed change of a card.
  case discard(Card.ID)
}
