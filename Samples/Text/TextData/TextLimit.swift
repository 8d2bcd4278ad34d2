// SPDX-License-Identifier: Apache-2.0

/// How long a text may be, in characters and in bytes.
///
/// A character may have any number of combining marks, so that one alone can have megabytes.
///
/// ```swift
/// TextLimit(80).problem(with: name, field: "name")
/// // "The name has 81 characters; the maximum is 80."
/// ```
public struct TextLimit: Hashable, Sendable {
  /// The most characters.
  public let characters: Int

  /// Creates a limit.
  public init(_ characters: Int) {
    self.characters = characters
  }

  /// The most bytes of UTF-8: eight for each character.
  public var bytes: Int { characters * 8 }

  /// Whether a text is not too long, and has no U+0000, at which a database may end it.
  ///
  /// Complexity: O(`bytes`), however long the text is.
  public func fits(_ text: String) -> Bool {
    text.utf8.count <= bytes && text.count <= characters && !text.utf8.contains(0)
  }

  /// What is wrong with a text, so that it does not fit, or nil.
  ///
  /// Complexity: O(length of the text).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - what: What it is, as in "The name has…".
  /// - Returns: How long it is and how long it may be, or what is no text.
  public func problem(with text: String, called what: String) -> String? {
    let count = text.count
    if count > characters {
      return "The \(what) has \(count) characters; the maximum is \(characters)."
    }
    if text.utf8.count > bytes {
      return "The \(what) has \(text.utf8.count) bytes; the maximum is \(bytes)."
    }
    return text.utf8.contains(0) ? "The \(what) contains the character U+0000, which is not allowed." : nil
  }

  /// As much of a text as fits, from its first character on.
  ///
  /// Complexity: O(length of the text).
  public func beginning(of text: String) -> String {
    let beginning = text.prefix(characters)
    if beginning.utf8.count <= bytes { return String(beginning) }
    var (scalars, count) = (String.UnicodeScalarView(), 0)
    for scalar in beginning.unicodeScalars {
      count += UTF8.width(scalar)
      if count > bytes { break }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
