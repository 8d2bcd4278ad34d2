// SPDX-License-Identifier: Apache-2.0

extension [Row] {
  /// The rows as a JSON array of objects with name, value, unit, ratio and allocations.
  ///
  /// Unknown values are null.
  public var json: String {
    let lines = map { row in
      let fields = [
        ("name", row.name.jsonText),
        ("value", row.value.decimal(3) ?? "null"),
        ("unit", row.unit.jsonText),
        ("ratio", row.ratio.decimal(3) ?? "null"),
        ("allocations", row.allocations?.decimal(3) ?? "null"),
      ]
      return "  {" + fields.map { "\($0.0.jsonText): \($0.1)" }.joined(separator: ", ") + "}"
    }
    return lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n"
  }
}

extension String {
  /// The text as a JSON string, in quotes.
  var jsonText: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
