// SPDX-License-Identifier: Apache-2.0

/// The maximum length of a text, in characters and in bytes.
///
/// The limit in bytes is needed because a character can have any number of combining marks. So a
/// single character can have megabytes.
///
/// ```swift
/// TextLimit(80).problem(with: name, field: "name")
/// // "The name has 81 characters; the maximum is 80."
/// ```
public struct TextLimit: Hashable, Sendable {
  /// The maximum number of characters.
  public let characters: Int

  /// Creates a limit.
  public init(_ characters: Int) {
    self.characters = characters
  }

  /// The maximum number of bytes in UTF-8: eight for each character.
  public var bytes: Int { characters * 8 }

  /// Whether a text is within the limit and contains no U+0000.
  ///
  /// U+0000 is refused because a database can cut a text there.
  ///
  /// Complexity: O(`bytes`), independent of the length of the text.
  public func fits(_ text: String) -> Bool {
    text.utf8.count <= bytes && text.count <= characters && !text.utf8.contains(0)
  }

  /// Returns the reason why a text does not fit, or nil if it fits.
  ///
  /// Complexity: O(length of the text).
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - field: The name of the field, for the message "The name has…".
  /// - Returns: A sentence with the length and the maximum, or about U+0000.
  public func problem(with text: String, field: String) -> String? {
    let count = text.count
    if count > characters {
      return "The \(field) has \(count) characters; the maximum is \(characters)."
    }
    if text.utf8.count > bytes {
      return "The \(field) has \(text.utf8.count) bytes; the maximum is \(bytes)."
    }
    return text.utf8.contains(0)
      ? "The \(field) contains the character U+0000, which is not allowed." : nil
  }

  /// Returns the longest beginning of a text that is within both maximums.
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
