// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The orders in which earthquakes can be sorted.
public enum QuakeSort: String, CaseIterable, Codable, Sendable {
  /// By time, the latest first.
  case newest
  /// By time, the earliest first.
  case oldest
  /// By magnitude, the strongest first.
  case strongest
  /// By magnitude, the weakest first.
  case weakest

  /// The title of the order.
  public var title: String { "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst()) first" }

  /// The order for the table of earthquakes.
  ///
  /// Earthquakes of equal magnitude are sorted by time, the latest first, and those of equal time
  /// by id.
  public var order: EntityOrder<Quake> {
    switch self {
    case .newest: Self.byTime(descending: true)
    case .oldest: Self.byTime(descending: false)
    case .strongest: Self.byMagnitude(descending: true)
    case .weakest: Self.byMagnitude(descending: false)
    }
  }

  private static func byTime(descending: Bool) -> EntityOrder<Quake> {
    EntityOrder(\Quake.time, descending: descending).then(EntityOrder(\Quake.id))
  }

  private static func byMagnitude(descending: Bool) -> EntityOrder<Quake> {
    EntityOrder(\Quake.magnitude, descending: descending).then(byTime(descending: true))
  }
}
