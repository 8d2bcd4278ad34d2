// SPDX-License-Identifier: Apache-2.0

/// What can happen on the page of people.
public enum PeopleAction: Equatable, Sendable {
  /// Somebody typed into the search field.
  case search(String)
  /// Sort by something else.
  case sort(by: PeopleSort)
  /// Show a page, counted from zero.
  case showPage(Int)

  /// Begin to edit a person.
  case edit(Person.ID)
  /// Somebody typed a name.
  case typeName(String)
  /// Somebody typed a city.
  case typeCity(String)
  /// Keep what was typed if it is in order; otherwise say what is wrong.
  case save
  /// Forget what was typed.
  case cancel

  /// Change one person.
  case change(Person.ID, PersonChange)
  /// Change somebody somehow.
  case changeRandomPerson
}
