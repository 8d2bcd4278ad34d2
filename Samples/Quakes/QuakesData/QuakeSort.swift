// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What the earthquakes are sorted by.
public enum QuakeSort: String, CaseIterable, Codable, Sendable {
  /// By time, the latest first.
  case newest
  /// By time, the earliest first.
  case oldest
  /// By magnitude, the strongest first.
  case strongest
  /// By magnitude, the weakest first.
  case weakest

  /// The choice in words.
  public var title: String { "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst()) first" }

  /// The rule that the table of earthquakes keeps; those that are equal stand by id.
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
