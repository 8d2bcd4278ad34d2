// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An earthquake, as reported by the United States Geological Survey.
public struct Quake: Identifiable, Equatable, Codable, Sendable {
  /// The identifier of the earthquake, which never changes.
  public let id: String
  /// The magnitude.
  ///
  /// It can be below zero for a weak earthquake.
  public var magnitude: Double
  /// The description of the place.
  public var name: String
  /// The time of the earthquake.
  public var time: Date
  /// The time of the last update of this report.
  ///
  /// A report with a later time replaces this one.
  public var updated: Date
  /// The latitude in degrees north of the equator, from -90 to 90.
  public var latitude: Double
  /// The longitude in degrees east of Greenwich, from -180 to 180.
  public var longitude: Double

  /// Creates an earthquake.
  public init(
    id: String, magnitude: Double, name: String, time: Date, updated: Date, latitude: Double,
    longitude: Double
  ) {
    self.id = id
    self.magnitude = magnitude
    self.name = name
    self.time = time
    self.updated = updated
    self.latitude = latitude
    self.longitude = longitude
  }
}
