// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a feed says.
public struct QuakeReport: Equatable, Codable, Sendable {
  /// The earthquakes, each once, in the order of the feed.
  public var quakes: [Quake]
  /// How many features could not be read and were left out.
  public var unreadable: Int

  /// Creates a report.
  public init(_ quakes: [Quake], unreadable: Int = 0) {
    self.quakes = quakes
    self.unreadable = unreadable
  }

  /// Reads the GeoJSON of a feed.
  ///
  /// A feature without a magnitude is left out. So is one that cannot be read, which is counted. Of
  /// features with the same id, the one that was updated last counts.
  ///
  /// Complexity: O(number of bytes).
  ///
  /// - Throws: ``FeedProblem/Reason/unreadable(_:)`` if the text as a whole is no such feed.
  public init(geoJSON data: Data) throws(FeedProblem.Reason) {
    self.init([])
    var positions: [Quake.ID: Int] = [:]
    var hasFeatures = false
    do {
      try data.withUnsafeBytes { bytes in
        var cursor = JSONCursor(bytes.assumingMemoryBound(to: UInt8.self))
        guard try cursor.kind() == .object else { return try cursor.skip() }
        try cursor.object { cursor, key in
          guard let key else { throw cursor.fault }
          guard try key == "features" && cursor.kind() == .array else { return try cursor.skip() }
          hasFeatures = true
          try cursor.array { cursor in
            let feature = try Feature(&cursor)
            guard let quake = feature.quake else {
              if !feature.hasNoMagnitude { unreadable += 1 }
              return
            }
            if let position = positions[quake.id] {
              if quakes[position].updated < quake.updated { quakes[position] = quake }
            } else {
              positions[quake.id] = quakes.count
              quakes.append(quake)
            }
          }
        }
        try cursor.end()
      }
    } catch {
      let position = (error as? JSONCursor.Malformed)?.position ?? 0
      throw .unreadable("the text is not JSON: the error is at byte \(position) of \(data.count)")
    }
    guard hasFeatures else { throw .unreadable("it has no list of features") }
  }
}

/// One feature of a feed, as far as it can be read.
private struct Feature {
  private var hasNull = false
  private var isBroken = false
  private var id: String?
  private var name: String?
  private var magnitude: Double?
  private var time: Double?
  private var updated: Double?
  private var place: [Double?] = []

  init(_ cursor: inout JSONCursor) throws {
    guard try cursor.kind() == .object else {
      try cursor.skip()
      return
    }
    try cursor.object { cursor, key in
      if key == nil { isBroken = true }
      switch try (key, cursor.kind()) {
      case ("id", .string): id = try cursor.string()
      case ("properties", .object): try cursor.object { try read($1, &$0) }
      case ("geometry", .object): try cursor.object { try read($1, &$0) }
      default: try cursor.skip()
      }
    }
  }

  private mutating func read(_ key: String?, _ cursor: inout JSONCursor) throws {
    if key == nil { isBroken = true }
    switch try (key, cursor.kind()) {
    case ("place", .string): name = try cursor.string()
    case ("mag", .number): magnitude = cursor.number()
    case ("mag", .word): hasNull = try cursor.isNull()
    case ("time", .number): time = cursor.number()
    case ("updated", .number): updated = cursor.number()
    case ("coordinates", .array):
      place = []
      try cursor.array { cursor in
        if try cursor.kind() == .number {
          place.append(cursor.number())
        } else {
          place.append(nil)
          try cursor.skip()
        }
      }
    default: try cursor.skip()
    }
  }

  /// Whether the feature says that there is no magnitude.
  var hasNoMagnitude: Bool { hasNull && !isBroken }

  /// The earthquake, if all that is needed of it is there and within its bounds.
  var quake: Quake? {
    guard !isBroken, let id, !id.isEmpty, let name, let magnitude, -10...12 ~= magnitude,
      let time = Self.date(time), let updated = Self.date(updated), place.count >= 2,
      let longitude = place[0], -180...180 ~= longitude,
      let latitude = place[1], -90...90 ~= latitude
    else { return nil }
    return Quake(
      id: id, magnitude: magnitude, name: name, time: time, updated: updated, latitude: latitude,
      longitude: longitude)
  }

  /// The date of a number of milliseconds, if it has a year of four digits.
  private static func date(_ milliseconds: Double?) -> Date? {
    guard let milliseconds, -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else {
      return nil
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}
