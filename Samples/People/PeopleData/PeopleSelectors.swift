// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

// Each selector computes one derived value. It is a constant, so a store has one node for it.

/// The term of the search.
///
/// If only capitals, or spaces around or between words, change, the new term is equal to the old
/// one. Then the selectors that depend on it do not run.
public let selectTerm = createSelector(\PeopleState.query) { SearchTerm($0) }

/// The ids of the people who match the search, in order.
public let selectMatchingIDs = createSelector(
  .all(of: \PeopleState.people), selectTerm
) { people, term in
  term.isEmpty ? people.ids : people.filter(term.matches).map(\.id)
}

/// The number of people who match the search.
public let selectMatchCount = createSelector(selectMatchingIDs) { $0.count }

/// The shown page: the requested one, or the last one if there are fewer pages.
public let selectPage = createSelector(
  selectMatchCount, StateSelector(\PeopleState.page)
) { count, page in
  PageNumber(wanted: page, rows: count)
}

/// The ids of the people on the shown page.
public let selectPageIDs = createSelector(selectMatchingIDs, selectPage) { ids, page in
  Array(ids[page.rows(of: ids.count)])
}

extension SearchTerm {
  /// Whether each word is in the name or in the city of a person.
  public func matches(_ person: Person) -> Bool { matches(person.name, or: person.city) }
}
