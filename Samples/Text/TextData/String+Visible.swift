// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Whether the text has a visible character.
  ///
  /// Whitespace, control characters and characters without a width are not visible.
  ///
  /// ```swift
  /// "\u{200B}".hasVisibleText  // false
  /// ```
  ///
  /// Complexity: O(length of the text up to the first visible character).
  public var hasVisibleText: Bool { unicodeScalars.contains(where: \.isVisible) }
}

extension Unicode.Scalar {
  /// Whether the scalar alone is visible.
  fileprivate var isVisible: Bool {
    // U+2800, the Braille pattern without dots, is a symbol by its category, but it is blank.
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
