// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

/// The state of the sample.
///
/// It contains only values that cannot be computed from the others.
public struct QuakesState: Equatable, Sendable {
  /// The earthquakes, always sorted by ``sort``.
  public var quakes: EntityTable<Quake>
  /// The order of the earthquakes.
  public var sort = QuakeSort.newest
  /// The text in the search field, exactly as typed.
  public var query = ""
  /// The only day that is shown, or nil to show all days.
  public var day: DateInterval?
  /// The selected earthquake, in the list and on the map, or nil.
  public var selection: Quake.ID?
  /// The state of the last refresh of each range.
  ///
  /// A cancelled refresh has no entry.
  public var refreshes: [QuakeRange: Refresh] = [:]
  /// The versions of the feeds that the earthquakes were read from.
  public var versions: [QuakeRange: String] = [:]

  /// Creates a state of earthquakes.
  public init(_ quakes: [Quake] = []) {
    self.quakes = EntityTable(quakes, sortedBy: QuakeSort.newest.order)
  }
}

/// The state of the refresh of one range.
public enum Refresh: Equatable, Codable, Sendable {
  /// The feed is being read.
  case running(FeedProgress)
  /// The feed was read. It added `new` earthquakes, and `unreadable` features were skipped.
  case done(new: Int, unreadable: Int)
  /// The feed could not be read. The earthquakes are unchanged.
  case failed(FeedProblem)

  /// Whether the feed is being read.
  public var isRunning: Bool { if case .running = self { true } else { false } }
}

/// The progress of reading a feed.
public struct FeedProgress: Equatable, Codable, Sendable {
  /// The number of bytes that have arrived.
  public var received: Int
  /// The number of bytes of the whole feed, or nil if it is unknown.
  public var total: Int?

  /// Creates a progress.
  ///
  /// By default nothing has arrived.
  public init(received: Int = 0, total: Int? = nil) {
    self.received = received
    self.total = total
  }

  /// The part that has arrived, from 0 to 1, or nil if the total is unknown.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(Double(received) / Double($0), 1) : 1 }
  }
}

extension QuakesState: Codable {
  private enum CodingKeys: CodingKey {
    case quakes, sort, query, day, selection, refreshes, versions
  }

  /// Decodes a state, and sorts the earthquakes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    quakes = try values.decode(EntityTable<Quake>.self, forKey: .quakes)
    sort = try values.decode(QuakeSort.self, forKey: .sort)
    query = try values.decode(String.self, forKey: .query)
    day = try values.decodeIfPresent(DateInterval.self, forKey: .day)
    selection = try values.decodeIfPresent(Quake.ID.self, forKey: .selection)
    refreshes = try values.decode([QuakeRange: Refresh].self, forKey: .refreshes)
    versions = try values.decode([QuakeRange: String].self, forKey: .versions)
    quakes.sort(by: sort.order)
  }
}
