// SPDX-License-Identifier: Apache-2.0

/// Escapes strings for HTML.
enum HTMLEscape {
  /// Appends a text, escaped for element content and for quoted attributes.
  ///
  /// The control characters of ASCII, except tab, line feed and carriage return, are replaced by
  /// the replacement character.
  static func append(_ text: String, to html: inout String) {
    var text = text
    let isClean = text.withUTF8 { bytes in !bytes.contains(where: isSpecial) }
    guard !isClean else {
      html += text
      return
    }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case "\r": html += "&#13;"
      case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}": html += "\u{FFFD}"
      default: html.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F: true
    case 0x09, 0x0A: false
    default: byte < 0x20
    }
  }
}
