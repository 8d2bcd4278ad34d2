// SPDX-License-Identifier: Apache-2.0

/// The period of a feed.
public enum QuakeRange: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// The past hour.
  case hour
  /// The past day.
  case day
  /// The past seven days.
  case week
  /// The past thirty days.
  case month

  /// The title of the range.
  public var title: String { "Past \(rawValue)" }

  /// The name of the feed's file.
  public var file: String { "all_\(rawValue).geojson" }
}
