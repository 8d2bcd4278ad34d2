// SPDX-License-Identifier: Apache-2.0

/// The words of a search query.
///
/// A text matches if it contains each word.
///
/// Capitals, spaces around and between words, duplicates and the order of the words are ignored.
/// Queries that differ only in these are equal terms.
public struct SearchTerm: Equatable, Sendable {
  /// The distinct words in lower case as UTF-8.
  ///
  /// The longest word, which usually has the fewest matches, is first.
  private let words: [[UInt8]]

  /// Creates the term of a query.
  public init(_ query: String) {
    let distinct = Set(query.lowercased().split(whereSeparator: \.isWhitespace))
    words = distinct.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.map { Array($0.utf8) }
  }

  /// Whether the term has no words.
  ///
  /// Then all texts match.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether each word is in at least one of two texts.
  ///
  /// Complexity: O(n · m) for each word, where n is the length of the texts and m that of the word.
  public func matches(_ text: String, or other: String = "") -> Bool {
    if words.isEmpty { return true }
    let (text, other) = (text.lowercased(), other.lowercased())
    return words.allSatisfy { text.contains(bytes: $0) || other.contains(bytes: $0) }
  }
}

extension String {
  /// Whether the text contains these bytes in sequence.
  ///
  /// There must be at least one byte.
  ///
  /// Each typed letter causes up to 20,000 calls for each word. The gallery is a debug build, in
  /// which every index of a buffer is checked. Therefore the loop uses pointers.
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
