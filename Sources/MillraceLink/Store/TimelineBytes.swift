// SPDX-License-Identifier: Apache-2.0

/// The counted bytes of the actions on a timeline.
///
/// The actions are counted and dropped in groups.
struct TimelineBytes {
  /// The maximum number of actions of a group.
  static let part = 64

  private struct Part {
    /// The place after the last action of the group.
    let end: Int
    let bytes: Int
  }

  /// The edition of the timeline to which the places belong.
  let edition: Int
  /// The place of the first action that was not counted yet.
  private(set) var end = 0
  /// The bytes of all groups.
  private(set) var total = 0
  /// The groups, the oldest first.
  private var parts: ArraySlice<Part> = []

  init(edition: Int = 0) { self.edition = edition }

  /// Adds a group: the bytes of the actions from `end` up to a place.
  mutating func add(_ bytes: Int, upTo place: Int) {
    parts.append(Part(end: place, bytes: bytes))
    total += bytes
    end = place
  }

  /// Removes the groups that end at or before a place.
  mutating func drop(before place: Int) {
    while let first = parts.first, first.end <= place {
      total -= first.bytes
      parts.removeFirst()
    }
    end = max(end, place)
  }

  /// The place up to which actions must be dropped, or nil if the bytes are within a limit.
  ///
  /// An eighth of the limit becomes free, therefore actions are dropped rarely.
  func oldest(within limit: Int) -> Int? {
    guard total > limit else { return nil }
    var left = total
    var place = end
    for part in parts {
      left -= part.bytes
      place = part.end
      if left <= limit - limit / 8 { break }
    }
    return place
  }
}
