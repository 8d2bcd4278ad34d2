// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text without surrounding whitespace, and with one space instead of each inner run of
  /// whitespace.
  ///
  /// Complexity: O(length of the text).
  public var tidied: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
