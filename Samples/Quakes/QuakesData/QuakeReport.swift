// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The content of a feed.
public struct QuakeReport: Equatable, Codable, Sendable {
  /// The earthquakes in the order of the feed, without duplicates.
  public var quakes: [Quake]
  /// The number of features that could not be read and were skipped.
  public var unreadable: Int

  /// Creates a report.
  public init(_ quakes: [Quake], unreadable: Int = 0) {
    self.quakes = quakes
    self.unreadable = unreadable
  }

  /// Reads the GeoJSON of a feed.
  ///
  /// A feature whose magnitude is null is skipped. A feature that cannot be read is skipped too,
  /// and is counted in ``unreadable``. If several features have the same id, the one with the
  /// latest update is used.
  ///
  /// Complexity: O(number of bytes).
  ///
  /// - Throws: ``FeedProblem/Reason/unreadable(_:)`` if the text is not JSON or has no list of
  ///   features.
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

/// The readable fields of one feature of a feed.
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

  /// Whether the magnitude of the feature is null.
  var hasNoMagnitude: Bool { hasNull && !isBroken }

  /// The earthquake, or nil if a field is missing or out of range.
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

  /// Returns the date of a number of milliseconds since 1970, or nil if the year is not in
  /// 1...9999.
  private static func date(_ milliseconds: Double?) -> Date? {
    guard let milliseconds, -62_135_596_800_000..<253_402_300_800_000 ~= milliseconds else {
      return nil
    }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}
