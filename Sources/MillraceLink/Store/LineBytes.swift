// SPDX-License-Identifier: Apache-2.0

/// How many bytes the actions of a line take, as far as they have been counted.
///
/// They are counted in parts, and dropped in parts.
struct LineBytes {
  /// So many actions are a part.
  static let part = 64

  private struct Part {
    let end: Int
    let bytes: Int
  }

  /// The edition of the line whose places these are.
  let edition: Int
  /// The place of the first action that is not counted.
  private(set) var end = 0
  /// The bytes of all parts.
  private(set) var total = 0
  /// The oldest one first.
  private var parts: ArraySlice<Part> = []

  init(edition: Int = 0) { self.edition = edition }

  /// Notes the bytes of the actions from the end up to a place.
  mutating func add(_ bytes: Int, upTo place: Int) {
    parts.append(Part(end: place, bytes: bytes))
    total += bytes
    end = place
  }

  /// Forgets the parts that end before a place, or there.
  mutating func drop(before place: Int) {
    while let first = parts.first, first.end <= place {
      total -= first.bytes
      parts.removeFirst()
    }
    end = max(end, place)
  }

  /// The place of the oldest action that is to stay, if there are more bytes than a limit.
  ///
  /// An eighth of the limit is made free, so that this is rare.
  func oldest(within limit: Int) -> Int? {
    guard total > limit else { return nil }
    var left = total
    var place = parts.first?.end ?? end
    for part in parts {
      left -= part.bytes
      place = part.end
      if left <= limit - limit / 8 { break }
    }
    return place
  }
}
