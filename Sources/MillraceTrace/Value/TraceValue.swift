// SPDX-License-Identifier: Apache-2.0

// Foundation, for its JSON encoder and decoder alone.
public import Foundation

/// A value as a trace holds it: JSON, with the keys of its objects in alphabetical order.
///
/// States and actions are turned into it to be written, compared and searched without their types.
public enum TraceValue: Sendable, Hashable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A number, in the digits in which it was written.
  case number(String)
  /// A text.
  case string(String)
  /// A list.
  case array([TraceValue])
  /// Values by name.
  case object([String: TraceValue])

  /// Encodes a value; what is `Redacted` is not in it.
  ///
  /// Numbers that JSON does not have, infinity and the like, are written as texts, but for a
  /// `Decimal` that is none, for which `JSONEncoder` has no form. A `Set`, and a
  /// dictionary whose keys are neither texts nor integers, have no order of their own: encode them
  /// sorted, or two equal states are not written alike.
  ///
  /// Complexity: linear in the size of the value.
  ///
  /// - Parameter value: The value.
  /// - Throws: What the value's own encoding throws, and ``TraceError/unwritable(_:)``.
  public init(encoding value: some Encodable) throws {
    try self.init(encoded: TraceCoding.encoder().encode(value))
  }

  /// Decodes a value of a type.
  ///
  /// Complexity: linear in the size of the value.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: What the type's own decoding throws.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try TraceCoding.decoder().decode(type, from: Data(json.utf8))
  }

  /// The value as JSON on one line.
  ///
  /// Complexity: linear in its size.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// The value at a path, as `cart.items[2].name`; nil if there is none.
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

  /// The member of an object.
  public subscript(name: String) -> TraceValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The text, if it is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The whole number, if it is one.
  public var integer: UInt64? {
    if case .number(let digits) = self { UInt64(digits) } else { nil }
  }

  /// The elements, if it is a list.
  public var array: [TraceValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Appends it as JSON.
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

/// How states and actions are written as JSON and read.
public enum TraceCoding {
  private static let words = (positive: "Infinity", negative: "-Infinity", nan: "NaN")

  /// An encoder of one use; numbers that JSON does not have are written as texts.
  public static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: words.positive, negativeInfinity: words.negative, nan: words.nan)
    return encoder
  }

  /// A value as JSON that can be read again.
  ///
  /// `JSONEncoder` writes a `Decimal` that is none as a bare word, and says nothing.
  ///
  /// - Parameter value: The value.
  /// - Returns: The text in UTF-8.
  /// - Throws: What the value's own encoding throws, and ``TraceError/unwritable(_:)``.
  package static func json(of value: some Encodable) throws -> Data {
    let json = try encoder().encode(value)
    // Nothing but the word needs to be looked for, and it is seldom there.
    let hasWord = json.withUnsafeBytes { bytes in
      bytes.indices.dropLast(2).contains {
        bytes[$0] == UInt8(ascii: "N") && bytes[$0 + 1] == UInt8(ascii: "a")
          && bytes[$0 + 2] == UInt8(ascii: "N")
      }
    }
    if hasWord { _ = try TraceValue(encoded: json) }
    return json
  }

  /// A decoder of what the encoder writes.
  public static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: words.positive, negativeInfinity: words.negative, nan: words.nan)
    return decoder
  }
}
