// SPDX-License-Identifier: Apache-2.0

/// What a query asks for: words, each of which must be found in the name or the city.
///
/// Capitals, space around and between words, and the order of the words make no difference, so that
/// queries which ask for the same are equal terms.
public struct SearchTerm: Equatable, Sendable {
  /// The words in lower case as UTF-8, each once; the longest, which fits the fewest, comes first.
  private let words: [[UInt8]]

  /// Reads a query.
  public init(_ query: String) {
    let distinct = Set(query.lowercased().split(whereSeparator: \.isWhitespace))
    words = distinct.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map { Array($0.utf8) }
  }

  /// Whether it asks for nothing, and so fits all.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether the person is one of those that are asked for.
  ///
  /// Complexity: O(length of name and city) for each word.
  public func matches(_ person: Person) -> Bool {
    if words.isEmpty { return true }
    let name = person.name.lowercased()
    let city = person.city.lowercased()
    return words.allSatisfy { name.contains(bytes: $0) || city.contains(bytes: $0) }
  }
}

extension String {
  /// Whether these bytes, of which there is at least one, stand in the text one after the other.
  ///
  /// Every letter that is typed asks this 20,000 times: pointers, because a debug build,
  /// which is what the gallery is, checks every index of a buffer.
  fileprivate func contains(bytes word: [UInt8]) -> Bool {
    var copy = self
    return copy.withUTF8 { text in
      word.withUnsafeBufferPointer { word in
        guard let start = text.baseAddress, let wanted = word.baseAddress else { return false }
        let last = text.count - word.count
        var offset = 0
        while offset <= last {
          var length = 0
          while length < word.count && start[offset + length] == wanted[length] { length += 1 }
          if length == word.count { return true }
          offset += 1
        }
        return false
      }
    }
  }
}
