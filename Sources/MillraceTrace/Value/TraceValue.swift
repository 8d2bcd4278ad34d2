// SPDX-License-Identifier: Apache-2.0

// Only for the JSON encoder and decoder.
public import Foundation

/// A JSON value of a trace.
///
/// The keys of objects are written in alphabetical order.
///
/// States and actions are converted to values of this type. Then they can be written, compared and
/// searched without the program's types.
public enum TraceValue: Sendable, Hashable {
  /// The value `null`.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, with the digits of the JSON text.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([TraceValue])
  /// An object: values by name.
  case object([String: TraceValue])

  /// Encodes a value.
  ///
  /// `Redacted` values are replaced with their placeholders.
  ///
  /// Infinity and not-a-number are written as texts, because JSON has no such numbers. A `Decimal`
  /// that is not a number cannot be encoded. A `Set`, and a dictionary whose keys are not
  /// `CodingKeyRepresentable`, as `String` and `Int` are, have no fixed order. Encode them sorted;
  /// otherwise two equal states can have different encodings. A value whose `encode(to:)` writes
  /// nothing is an object without members.
  ///
  /// Complexity: linear in the size of the value.
  ///
  /// - Parameter value: The value.
  /// - Throws: The error of the value's encoding, ``TraceError/unwritable(_:)`` or
  ///   ``TraceError/tooDeep(at:)``.
  public init(encoding value: some Encodable) throws {
    try self.init(encodedInList: TraceCoding.encoder().encode([value]))
  }

  /// Decodes the JSON as a value of a type.
  ///
  /// Complexity: that of ``json``, plus the decoding.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: The error of the type's decoding.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try TraceCoding.decoder().decode(type, from: Data(json.utf8))
  }

  /// The value as JSON without line breaks.
  ///
  /// Complexity: linear in the size of the value, plus O(m log m) for each object with m members.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value at a path such as `cart.items[2].name`, or nil if there is no such value.
  ///
  /// Complexity: linear in the length of the path.
  public subscript(path path: TracePath) -> TraceValue? {
    var value = self
    for step in path.steps {
      switch (step, value) {
      case (.name(let name), .object(let members)):
        guard let member = members[name] else { return nil }
        value = member
      case (.index(let index), .array(let elements)):
        guard elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// The member of an object, or nil if the value is not an object or has no such member.
  public subscript(name: String) -> TraceValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text, or nil if the value is not a text.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The number, or nil if the value is not a number of digits only, from 0 to `UInt64.max`.
  public var integer: UInt64? {
    // `UInt64("-0")` is 0.
    if case .number(let digits) = self, digits.first != "-" { UInt64(digits) } else { nil }
  }

  /// The elements, or nil if the value is not a list.
  public var array: [TraceValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Appends the value as JSON.
  func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, name) in members.keys.sorted().enumerated() {
        if index > 0 { text += "," }
        Self.write(name, to: &text)
        text += ":"
        members[name]?.write(to: &text)
      }
      text += "}"
    }
  }

  package static func write(_ string: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    let isPlain = string.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return text += string }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// The JSON coding of states and actions.
public enum TraceCoding {
  private static let words = (positive: "Infinity", negative: "-Infinity", nan: "NaN")

  /// Creates an encoder that writes infinity and not-a-number as texts.
  public static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: words.positive, negativeInfinity: words.negative, nan: words.nan)
    return encoder
  }

  /// Encodes a value as valid JSON.
  ///
  /// `JSONEncoder` writes a `Decimal` that is not a number as the word `NaN` and throws no error.
  /// This function throws. It also throws for a value that `TraceValue(record:)` cannot
  /// read.
  ///
  /// - Parameter value: The value.
  /// - Returns: The text in UTF-8.
  /// - Throws: The error of the value's encoding, ``TraceError/unwritable(_:)`` or
  ///   ``TraceError/tooDeep(at:)``.
  package static func json(of value: some Encodable) throws -> Data {
    let json = try encoder().encode(value)
    // The text is parsed only if it contains `NaN`, which can also be a part of a string, or if it
    // is nested too deep.
    let hasWord = json.withUnsafeBytes { bytes in
      bytes.indices.dropLast(2).contains {
        bytes[$0] == UInt8(ascii: "N") && bytes[$0 + 1] == UInt8(ascii: "a")
          && bytes[$0 + 2] == UInt8(ascii: "N")
      }
    }
    if hasWord || depth(of: json) > TraceValue.deepestFile {
      _ = try TraceValue(encoded: json, limit: TraceValue.deepestFile)
    }
    return json
  }

  /// The maximum number of lists and objects around a place in the output of an encoder.
  private static func depth(of json: Data) -> Int {
    json.withUnsafeBytes { bytes in
      var (depth, most, position, isInText) = (0, 0, 0, false)
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\\"): position += 1
        case UInt8(ascii: "\""): isInText.toggle()
        case UInt8(ascii: "[") where !isInText, UInt8(ascii: "{") where !isInText:
          depth += 1
          most = max(most, depth)
        case UInt8(ascii: "]") where !isInText, UInt8(ascii: "}") where !isInText: depth -= 1
        default: break
        }
        position += 1
      }
      return most
    }
  }

  /// Creates a decoder for the output of ``encoder()``.
  public static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: words.positive, negativeInfinity: words.negative, nan: words.nan)
    return decoder
  }
}
