// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

/// The state of the sample: only what cannot be computed from the rest of it.
public struct QuakesState: Equatable, Sendable {
  /// The earthquakes, kept sorted by ``sort``.
  public var quakes: EntityTable<Quake>
  /// What the earthquakes are sorted by.
  public var sort = QuakeSort.newest
  /// What stands in the search field, as it was typed.
  public var query = ""
  /// The only day that is shown; nil shows all.
  public var day: DateInterval?
  /// The earthquake that is selected, in the list and on the map.
  public var selection: Quake.ID?
  /// How the last refresh of each range goes or went; nothing for one that was cancelled.
  public var refreshes: [QuakeRange: Refresh] = [:]
  /// The versions of the feeds that the earthquakes were read from.
  public var versions: [QuakeRange: String] = [:]

  /// Creates a state of earthquakes.
  public init(_ quakes: [Quake] = []) {
    self.quakes = EntityTable(quakes, sortedBy: QuakeSort.newest.order)
  }
}

/// How the refresh of one range goes.
public enum Refresh: Equatable, Codable, Sendable {
  /// Its feed is being read.
  case running(FeedProgress)
  /// It was read, and changed so many earthquakes.
  case done(new: Int, unreadable: Int)
  /// It could not be read; what was there has been kept.
  case failed(FeedProblem)

  /// Whether it goes on.
  public var isRunning: Bool { if case .running = self { true } else { false } }
}

/// How much of a feed has come.
public struct FeedProgress: Equatable, Codable, Sendable {
  /// The bytes that have come.
  public var received: Int
  /// The bytes of the whole feed, if the server has told.
  public var total: Int?

  /// Creates a progress; without arguments nothing has come.
  public init(received: Int = 0, total: Int? = nil) {
    self.received = received
    self.total = total
  }

  /// How much it is, from 0 to 1; nil as long as that is not known.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(Double(received) / Double($0), 1) : 1 }
  }
}

extension QuakesState: Codable {
  private enum CodingKeys: CodingKey {
    case quakes, sort, query, day, selection, refreshes, versions
  }

  /// Reads what was written; the earthquakes are kept sorted again.
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
