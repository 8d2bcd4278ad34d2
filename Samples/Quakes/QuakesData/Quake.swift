// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An earthquake, as the United States Geological Survey tells of it.
public struct Quake: Identifiable, Equatable, Codable, Sendable {
  /// Names this earthquake for good.
  public let id: String
  /// How strong it was; small ones may be below zero.
  public var magnitude: Double
  /// Where it was, in words.
  public var name: String
  /// When it was.
  public var time: Date
  /// When it was last told of; of two reports the later one is right.
  public var updated: Date
  /// Degrees north of the equator, from -90 to 90.
  public var latitude: Double
  /// Degrees east of Greenwich, from -180 to 180.
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
