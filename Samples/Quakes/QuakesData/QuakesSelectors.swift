// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace

// One question, one selector. Each is a constant, so that a store has one node for it.

/// Which earthquakes are asked for.
///
/// Another capital in the query makes an equal filter.
public let selectFilter = createSelector(\QuakesState.query, \.day) { QuakeFilter($0, day: $1) }

/// The earthquakes that are shown, in order.
public let selectShown = createSelector(.all(of: \QuakesState.quakes), selectFilter) {
  quakes, filter in
  filter.isEmpty ? quakes.entities : quakes.filter(filter.matches)
}

/// The ids of those that are shown, in order.
public let selectShownIDs = createSelector(selectShown) { $0.map(\.id) }

/// How many are shown.
public let selectShownCount = createSelector(selectShown) { $0.count }

/// When the latest earthquake was.
public let selectLatest = createSelector(.all(of: \QuakesState.quakes)) { quakes in
  quakes.max { $0.time < $1.time }?.time
}

/// What earthquakes are asked for: words that their names contain, and the day when they were.
public struct QuakeFilter: Equatable, Sendable {
  /// The words in lower case, each once; the longest, which fits the fewest, comes first.
  private let words: [[UInt8]]
  private let day: DateInterval?

  /// Reads a query.
  public init(_ query: String, day: DateInterval? = nil) {
    let distinct = Set(query.lowercased().split(whereSeparator: \.isWhitespace))
    words = distinct.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map { Array($0.utf8) }
    self.day = day
  }

  /// Whether it fits all.
  public var isEmpty: Bool { words.isEmpty && day == nil }

  /// Whether an earthquake is one of those that are asked for.
  ///
  /// Complexity: O(length of the name) for each word.
  public func matches(_ quake: Quake) -> Bool {
    if let day, quake.time < day.start || quake.time >= day.end { return false }
    if words.isEmpty { return true }
    var name = quake.name.lowercased()
    return name.withUTF8 { name in words.allSatisfy { $0.isPart(of: name) } }
  }
}

extension [UInt8] {
  /// Whether these bytes stand in a text one after the other.
  fileprivate func isPart(of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count <= text.count else { return false }
    return withUnsafeBufferPointer { word in
      (0...text.count - word.count).contains { start in
        text[start] == word[0] && text[start..<start + word.count].elementsEqual(word)
      }
    }
  }
}
