// SPDX-License-Identifier: Apache-2.0

import Foundation
import QuakesData

/// A feed that is read by `JSONDecoder`, to compare.
struct DecodedReport: Decodable {
  private let features: [Element]

  /// What the report should be; nil if the text is no feed.
  static func report(_ text: String) -> QuakeReport? {
    guard let feed = try? JSONDecoder().decode(DecodedReport.self, from: Data(text.utf8)) else {
      return nil
    }
    var report = QuakeReport([])
    for element in feed.features {
      switch element {
      case .withoutMagnitude: break
      case .unreadable: report.unreadable += 1
      case .quake(let quake):
        if let index = report.quakes.firstIndex(where: { $0.id == quake.id }) {
          if report.quakes[index].updated < quake.updated { report.quakes[index] = quake }
        } else {
          report.quakes.append(quake)
        }
      }
    }
    return report
  }

  private enum Element: Decodable {
    case quake(Quake), withoutMagnitude, unreadable

    init(from decoder: any Decoder) throws {
      let properties = try? (try? decoder.container(keyedBy: Key.self))?
        .nestedContainer(keyedBy: Key.self, forKey: Key("properties"))
      if let properties, properties.contains(Key("mag")),
        (try? properties.decodeNil(forKey: Key("mag"))) == true
      {
        self = .withoutMagnitude
      } else {
        self = (try? Feature(from: decoder)).flatMap(\.quake).map(Self.quake) ?? .unreadable
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private struct Feature: Decodable {
    struct Properties: Decodable { let mag, time, updated: Double, place: String }
    struct Geometry: Decodable { let coordinates: Place }
    struct Place: Decodable {
      let x, y: Double

      init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        x = try numbers.decode(Double.self)
        y = try numbers.decode(Double.self)
      }
    }
    let id: String
    let properties: Properties
    let geometry: Geometry

    var quake: Quake? {
      let place = geometry.coordinates
      guard !id.isEmpty, abs(place.x) <= 180, abs(place.y) <= 90, properties.mag >= -10,
        properties.mag <= 12, let time = date(properties.time),
        let updated = date(properties.updated)
      else { return nil }
      return Quake(
        id: id, magnitude: properties.mag, name: properties.place, time: time, updated: updated,
        latitude: place.y, longitude: place.x)
    }

    private func date(_ number: Double) -> Date? {
      let isYear = number >= -62_135_596_800_000 && number < 253_402_300_800_000
      return isYear ? Date(timeIntervalSince1970: number / 1000) : nil
    }
  }
}
