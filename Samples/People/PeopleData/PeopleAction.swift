// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What can happen on the page of people.
public enum PeopleAction: Equatable, Codable, Sendable {
  /// The search field was typed into.
  case search(String)
  /// Sort by something else.
  case sort(by: PeopleSort)
  /// Show a page, counted from zero.
  case showPage(Int)

  /// Begin to edit a person.
  case edit(Person.ID)
  /// A field of the draft was typed into.
  case draft(Edit<PersonDraft>)
  /// Keep what was typed if it is in order; otherwise say what is wrong.
  case save
  /// Forget what was typed.
  case cancel

  /// Change one person.
  case change(Person.ID, PersonChange)
  /// Change one person at random.
  case changeRandomPerson
}
