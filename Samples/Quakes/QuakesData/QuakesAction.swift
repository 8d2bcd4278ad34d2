// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The actions of the sample.
public enum QuakesAction: Equatable, Codable, Sendable {
  /// Changes the text in the search field.
  case search(String)
  /// Shows only the day of this date, or all days if it is nil.
  case show(day: Date?)
  /// Sorts the earthquakes in another order.
  case sort(by: QuakeSort)
  /// Selects an earthquake, or none if it is nil.
  case select(Quake.ID?)
  /// Deletes the selected earthquake.
  case deleteSelected
  /// Deletes all earthquakes, including those that the search hides.
  case deleteAll

  /// Reads the feed of a range. A running refresh of the same range is cancelled.
  case refresh(QuakeRange)
  /// Cancels the refresh of a range.
  case cancel(QuakeRange)
  /// More bytes of a feed have arrived.
  case progressed(QuakeRange, FeedProgress)
  /// A feed was read.
  case received(QuakeRange, FeedAnswer)
  /// A feed could not be read.
  case failed(QuakeRange, FeedProblem)
  /// No data of a feed has arrived within the timeout.
  case waitedTooLong(QuakeRange)
}
