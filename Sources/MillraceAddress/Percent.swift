// SPDX-License-Identifier: Apache-2.0

/// The percent-encoding of addresses.
enum Percent {
  /// The text without the control characters that addresses cannot contain.
  static func plain(_ text: String) -> String {
    var plain = ""
    plain.unicodeScalars.append(contentsOf: text.unicodeScalars.filter { !isRefused($0) })
    return plain
  }

  /// Encodes all bytes except letters, digits and a few punctuation characters; omits the control
  /// characters that addresses cannot contain.
  static func encoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in plain(text).utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a text; nil if it has a byte that must be encoded or an incomplete escape, or if the
  /// result is not UTF-8 or has a control character that addresses cannot contain.
  static func decoded(_ text: Substring.UTF8View, plusIsSpace: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(number), let low = rest.next().flatMap(number) else {
          return nil
        }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      case ...UInt8(ascii: " "), 0x7F: return nil
      default:
        guard !mustBeEncoded.contains(byte) else { return nil }
        bytes.append(byte)
      }
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
    return decoded.unicodeScalars.contains(where: isRefused) ? nil : decoded
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  /// Characters that must be encoded, because browsers encode them or interpret them.
  private static let mustBeEncoded = Array("\"#<>\\".utf8)

  /// True for a byte that is not encoded.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~:@,".utf8.contains(byte)
    }
  }

  private static func number(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// True for a control character other than tab, line feed and carriage return.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && !["\t", "\n", "\r"].contains(scalar)
  }
}
