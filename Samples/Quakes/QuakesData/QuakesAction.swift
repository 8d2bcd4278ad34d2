// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What can happen to the earthquakes.
public enum QuakesAction: Equatable, Codable, Sendable {
  /// A person has typed into the search field.
  case search(String)
  /// Show the day of this date only, or all days.
  case show(day: Date?)
  /// Sort by something else.
  case sort(by: QuakeSort)
  /// Select an earthquake, or none.
  case select(Quake.ID?)
  /// Delete the earthquake that is selected.
  case deleteSelected
  /// Delete all earthquakes, also those that the search does not show.
  case deleteAll

  /// Read the feed of a range; a refresh of it that is running starts again.
  case refresh(QuakeRange)
  /// End the refresh of a range.
  case cancel(QuakeRange)
  /// More bytes of a feed have come.
  case progressed(QuakeRange, FeedProgress)
  /// A feed was read.
  case received(QuakeRange, FeedAnswer)
  /// A feed could not be read.
  case failed(QuakeRange, FeedProblem)
  /// Nothing of a feed has come for too long.
  case waitedTooLong(QuakeRange)
}
