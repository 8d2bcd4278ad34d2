// SPDX-License-Identifier: Apache-2.0

/// How far back a feed goes.
public enum QuakeRange: String, CaseIterable, Codable, CodingKeyRepresentable, Sendable {
  /// The past hour.
  case hour
  /// The past day.
  case day
  /// The past seven days.
  case week
  /// The past thirty days.
  case month

  /// The range in words.
  public var title: String { "Past \(rawValue)" }

  /// The name of its feed.
  public var file: String { "all_\(rawValue).geojson" }
}
