// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceTesting
import QuakesData

/// Writes feeds in the form of the United States Geological Survey.
///
/// Some features have defects that occur in such feeds.
///
/// The same seed writes the same feeds.
struct FeedText {
  /// What may be special about a feature.
  enum Kind: CaseIterable {
    case plain, withoutDepth, belowZero, markup, escapes, otherOrder
    case magnitudeNull
    case magnitudeText, withoutID, geometryNull, oneCoordinate, farLongitude, placeNull, timeNull
    case noObject, hugeNumber, emptyID

    /// Whether the earthquake is shown.
    var isFine: Bool {
      switch self {
      case .plain, .withoutDepth, .belowZero, .markup, .escapes, .otherOrder: true
      default: false
      }
    }

    /// Whether the feature is counted as one that cannot be read.
    var isUnreadable: Bool { !isFine && self != .magnitudeNull }
  }

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// A feed of features, one after the other.
  static func feed(_ features: [String]) -> String {
    """
    {"type":"FeatureCollection","metadata":{"generated":1790927425470,"url":"https://example.org",\
    "title":"Test","status":200,"api":"2.7.0","count":\(features.count)},"features":[
    \(features.joined(separator: ",\n"))],"bbox":[-180,-90,0,180,90,700]}
    """
  }

  /// A feed of `count` features of random kinds.
  mutating func feed(count: Int) -> String {
    Self.feed(
      (0..<count).map { number in
        feature(Kind.allCases.randomElement(using: &random) ?? .plain, id: "t\(number % 40)")
      })
  }

  /// One feature.
  mutating func feature(
    _ kind: Kind = .plain, id: String, magnitude: Double? = nil, place: String? = nil,
    updated: Int? = nil
  ) -> String {
    if kind == .noObject { return #""a feature that is a text""# }
    let time = 1_790_900_000_000 + Int.random(in: 0..<90_000_000, using: &random)
    let known = magnitude ?? Double(Int.random(in: -9...79, using: &random)) / 10
    let (x, y) = (random.hundredths(18_000), random.hundredths(9_000))
    let magnitude =
      switch kind {
      case .magnitudeNull: "null"
      case .magnitudeText: #""1.2""#
      case .belowZero: "-0.7"
      case .hugeNumber: "1e999"
      default: "\(known)"
      }
    let name =
      switch kind {
      case .placeNull: "null"
      case .markup: #""markup <b>&amp;</b> and 🌋""#
      case .escapes: #""a \"quoted\" \\ \u00e9\ud83c\udf0b\/""#
      default: "\"\(place ?? "\(Int(x)) km NW of Town \(id)")\""
      }
    let updated = updated ?? time + Int.random(in: 0..<9_000_000, using: &random)
    let properties = """
      {"mag":\(magnitude),"place":\(name),"time":\(kind == .timeNull ? "null" : "\(time)"),\
      "updated":\(updated),"tz":null,"felt":null,"sig":8,"ids":",\(id),","rms":0.43,"gap":1.5E+2,\
      "tsunami":0,"more":{"mag":[9,{"place":true}]},"title":"M \\"x\\" ]}"}
      """
    let coordinates =
      switch kind {
      case .oneCoordinate: "[\(x)]"
      case .withoutDepth: "[\(x),\(y)]"
      case .farLongitude: "[-722.1,\(y),1.0]"
      default: "[\(x), \(y) ,18.3]"
      }
    let geometry =
      kind == .geometryNull ? "null" : #"{"type":"Point","coordinates":\#(coordinates)}"#
    var members = [
      #""type":"Feature""#, "\"properties\":\(properties)", "\"geometry\": \(geometry)",
    ]
    if kind != .withoutID { members.append(#""id":"\#(kind == .emptyID ? "" : id)""#) }
    if kind == .otherOrder { members.shuffle(using: &random) }
    return "{\(members.joined(separator: ","))}"
  }

  /// The text with some of its bytes replaced, taken out or put in twice, or without its end.
  mutating func mutated(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        bytes[place] = Array("{}[]\",:\\ 019.-eEtfn\n".utf8).randomElement(using: &random) ?? 0
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3: bytes.insert(UInt8.random(in: 32..<127, using: &random), at: place)
      default: if Bool.random(using: &random) { bytes.removeSubrange(place...) }
      }
      if bytes.isEmpty { return "" }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SeededGenerator {
  /// A number with two digits after the point, from `-limit` hundredths to `limit`.
  fileprivate mutating func hundredths(_ limit: Int) -> Double {
    Double(Int.random(in: -limit...limit, using: &self)) / 100
  }
}
