// SPDX-License-Identifier: Apache-2.0

extension String {
  /// The text without space around it, and with one space where there are several.
  ///
  /// Complexity: O(length of the text).
  public var tidied: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
