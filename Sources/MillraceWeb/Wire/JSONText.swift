// SPDX-License-Identifier: Apache-2.0

/// Writes compact JSON that is safe inside HTML as well.
struct JSONText: Sendable {
  private(set) var text = ""

  enum Item {
    case number(Int?)
    case string(String)
  }

  mutating func raw(_ json: String) { text += json }

  /// An array that begins with a verb; a number that is nil becomes `null`.
  mutating func array(_ verb: String, _ items: Item...) {
    text += "["
    string(verb)
    for item in items {
      text += ","
      switch item {
      case .number(let number): text += number.map(String.init) ?? "null"
      case .string(let value): string(value)
      }
    }
    text += "]"
  }

  mutating func string(_ value: String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "<", "\u{2028}", "\u{2029}", "\u{0}"..<"\u{20}":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
