// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The actions of the sample People.
public enum PeopleAction: Equatable, Codable, Sendable {
  /// Changes the text in the search field.
  case search(String)
  /// Sorts the people in another order.
  case sort(by: PeopleSort)
  /// Shows the page with this index, counted from zero.
  case showPage(Int)

  /// Starts to edit a person.
  case edit(Person.ID)
  /// Changes a field of the draft.
  case draft(Edit<PersonDraft>)
  /// Saves the draft if it is valid. Otherwise shows the errors.
  case save
  /// Discards the draft.
  case cancel

  /// Changes one person.
  case change(Person.ID, PersonChange)
  /// Makes a random change to a random person.
  case changeRandomPerson
}
