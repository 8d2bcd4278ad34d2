// SPDX-License-Identifier: Apache-2.0

/// Writes compact JSON that is also safe inside a script element of HTML.
struct JSONText: Sendable {
  private(set) var text = ""

  enum Item {
    case number(Int?)
    case string(String)
  }

  /// Appends JSON unchanged.
  mutating func appendRaw(_ json: String) { text += json }

  /// Appends an array of a verb and items; a number that is nil becomes `null`.
  mutating func appendArray(_ verb: String, _ items: Item...) { appendArray(verb, items) }

  /// Appends an array of a verb and items; a number that is nil becomes `null`.
  mutating func appendArray(_ verb: String, _ items: [Item]) {
    text += "["
    appendString(verb)
    for item in items {
      text += ","
      switch item {
      case .number(let number): text += number.map(String.init) ?? "null"
      case .string(let value): appendString(value)
      }
    }
    text += "]"
  }

  /// Appends a string; sequences of bytes that need no escape are copied unchanged.
  mutating func appendString(_ value: String) {
    text += "\""
    var value = value
    value.withUTF8 { bytes in
      var start = 0
      for (index, byte) in bytes.enumerated() {
        guard let escaped = Self.escape(byte, at: index, in: bytes) else { continue }
        if start < index { text += String(decoding: bytes[start..<index], as: UTF8.self) }
        text += escaped.text
        start = index + escaped.length
      }
      if start < bytes.count { text += String(decoding: bytes[start...], as: UTF8.self) }
    }
    text += "\""
  }

  /// The escape of the character that begins with a byte, and the number of bytes that it replaces;
  /// nil if the byte needs no escape.
  private static func escape(
    _ byte: UInt8, at index: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (text: String, length: Int)? {
    switch byte {
    case UInt8(ascii: "<"): return ("\\u003c", 1)
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case 0..<0x20: return ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16), 1)
    case 0xE2:
      // U+2028 and U+2029 are line terminators in older versions of JavaScript.
      guard bytes.count > index + 2, bytes[index + 1] == 0x80 else { return nil }
      let last = bytes[index + 2]
      guard last == 0xA8 || last == 0xA9 else { return nil }
      return (last == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
  }
}
