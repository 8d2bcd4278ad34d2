// SPDX-License-Identifier: Apache-2.0

import Millrace

// One question, one selector. Each is a constant, so that a store has one node for it.

/// What is searched for.
///
/// Another capital or space in the query makes an equal term, and nothing below runs.
public let selectTerm = createSelector(\PeopleState.query) { SearchTerm($0) }

/// The ids of the people who match, in order.
public let selectMatchingIDs = createSelector(
  .all(of: \PeopleState.people), selectTerm
) { people, term in
  term.isEmpty ? people.ids : people.filter(term.matches).map(\.id)
}

/// How many match.
public let selectMatchCount = createSelector(selectMatchingIDs) { $0.count }

/// The page that is shown: the one that was asked for, or the last one if there are fewer.
public let selectPage = createSelector(
  selectMatchCount, StateSelector(\PeopleState.page)
) { count, page in
  PageNumber(wanted: page, rows: count)
}

/// The ids of those on the page.
public let selectPageIDs = createSelector(selectMatchingIDs, selectPage) { ids, page in
  Array(ids[page.rows(of: ids.count)])
}
