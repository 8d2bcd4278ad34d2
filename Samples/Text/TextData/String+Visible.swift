// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Whether there is something to see: no text of spaces, controls and characters without a width.
  ///
  /// ```swift
  /// "\u{200B}".hasVisibleText  // false
  /// ```
  ///
  /// Complexity: O(length of the text before its first character that is seen).
  public var hasVisibleText: Bool { unicodeScalars.contains(where: \.isVisible) }
}

extension Unicode.Scalar {
  /// Whether it is seen by itself.
  fileprivate var isVisible: Bool {
    // The Braille pattern without dots is a symbol, and empty.
    if properties.isWhitespace || properties.isDefaultIgnorableCodePoint || value == 0x2800 {
      return false
    }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .nonspacingMark, .enclosingMark:
      return false
    default:
      return true
    }
  }
}
