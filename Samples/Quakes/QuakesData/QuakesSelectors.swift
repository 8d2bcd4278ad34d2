// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TextData

// Each selector computes one derived value. It is a constant, so a store has one node for it.

/// The filter of the search and the day.
///
/// If only capitals, or spaces around or between words, change, the new filter is equal to the old
/// one.
public let selectFilter = createSelector(\QuakesState.query, \.day) { QuakeFilter($0, day: $1) }

/// The earthquakes that are shown, in order.
public let selectShown = createSelector(.all(of: \QuakesState.quakes), selectFilter) {
  quakes, filter in
  filter.isEmpty ? quakes.entities : quakes.filter(filter.matches)
}

/// The ids of the shown earthquakes, in order.
public let selectShownIDs = createSelector(selectShown) { $0.map(\.id) }

/// The number of shown earthquakes.
public let selectShownCount = createSelector(selectShown) { $0.count }

/// The time of the latest earthquake, or nil if there are none.
public let selectLatest = createSelector(.all(of: \QuakesState.quakes)) { quakes in
  quakes.max { $0.time < $1.time }?.time
}

/// A filter of earthquakes: words that the name must contain, and the day of the earthquake.
public struct QuakeFilter: Equatable, Sendable {
  private let term: SearchTerm
  private let day: DateInterval?

  /// Creates the filter of a query and a day.
  public init(_ query: String, day: DateInterval? = nil) {
    term = SearchTerm(query)
    self.day = day
  }

  /// Whether all earthquakes match.
  public var isEmpty: Bool { term.isEmpty && day == nil }

  /// Whether an earthquake matches.
  ///
  /// Complexity: O(n · m) for each word, where n is the length of the name and m that of the word.
  public func matches(_ quake: Quake) -> Bool {
    if let day, quake.time < day.start || quake.time >= day.end { return false }
    return term.matches(quake.name)
  }
}
