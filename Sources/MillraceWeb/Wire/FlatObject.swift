// SPDX-License-Identifier: Apache-2.0

/// A JSON object of texts, whole numbers and booleans; every message of a page is one.
struct FlatObject: Equatable, Sendable {
  enum Value: Equatable, Sendable {
    case string(String)
    case number(Int)
    case bool(Bool)
  }

  /// The reason why a text is not a flat object.
  enum Failure: Error, Equatable, CustomStringConvertible {
    case unexpected(at: Int)
    case badNumber(at: Int)
    case badString(at: Int)
    case repeatedField(String)

    var description: String {
      switch self {
      case .unexpected(let place): "not a flat JSON object (byte \(place))"
      case .badNumber(let place): "a number is not a whole number of at most 2^53 (byte \(place))"
      case .badString(let place): "a string is not closed or has an invalid escape (byte \(place))"
      case .repeatedField(let name): "the field '\(name.oneLine)' occurs twice"
      }
    }
  }

  var fields: [String: Value] = [:]

  /// Reads a text that consists of one object; text before or after the object is an error.
  init(_ text: String) throws(Failure) {
    var reader = Reader(bytes: Array(text.utf8))
    try reader.expect("{")
    if !reader.skip("}") {
      repeat {
        let name = try reader.string()
        guard fields[name] == nil else { throw .repeatedField(name) }
        try reader.expect(":")
        fields[name] = try reader.value()
      } while reader.skip(",")
      try reader.expect("}")
    }
    try reader.expectEnd()
  }
}

/// Reads JSON tokens from bytes that are known to be UTF-8.
private struct Reader {
  let bytes: [UInt8]
  var at = 0

  private mutating func skipSpace() {
    while at < bytes.count, [32, 9, 10, 13].contains(bytes[at]) { at += 1 }
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == UInt8(ascii: mark) else { return false }
    at += 1
    return true
  }

  mutating func expect(_ mark: Unicode.Scalar) throws(FlatObject.Failure) {
    guard skip(mark) else { throw .unexpected(at: at) }
  }

  mutating func expectEnd() throws(FlatObject.Failure) {
    skipSpace()
    guard at == bytes.count else { throw .unexpected(at: at) }
  }

  mutating func value() throws(FlatObject.Failure) -> FlatObject.Value {
    skipSpace()
    guard at < bytes.count else { throw .unexpected(at: at) }
    switch bytes[at] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "-"):
      at += 1
      return .number(-(try number()))
    default:
      for (word, value) in [("true", true), ("false", false)]
      where bytes[at...].starts(with: word.utf8) {
        at += word.utf8.count
        return .bool(value)
      }
      throw .unexpected(at: at)
    }
  }

  private mutating func number() throws(FlatObject.Failure) -> Int {
    let begin = at
    while at < bytes.count, (48...57).contains(bytes[at]) { at += 1 }
    let digits = bytes[begin..<at]
    let isPlain = at == bytes.count || ![46, 69, 101].contains(bytes[at])
    guard isPlain, !digits.isEmpty, digits.count <= 16, digits.count == 1 || digits.first != 48
    else {
      throw .badNumber(at: begin)
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    guard number <= 1 << 53 else { throw .badNumber(at: begin) }
    return number
  }

  mutating func string() throws(FlatObject.Failure) -> String {
    try expect("\"")
    let begin = at
    var text: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case ..<32: throw .badString(at: at - 1)
      default: text.append(byte)
      }
    }
    throw .badString(at: begin)
  }

  private mutating func escape() throws(FlatObject.Failure) -> [UInt8] {
    guard at < bytes.count else { throw .badString(at: at) }
    let mark = bytes[at]
    at += 1
    switch mark {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [mark]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
    default: throw .badString(at: at - 1)
    }
  }

  /// Reads the four digits after `\u`; a high surrogate must be followed by a low surrogate.
  private mutating func scalar() throws(FlatObject.Failure) -> Unicode.Scalar {
    let high = try hex()
    if let scalar = Unicode.Scalar(high) { return scalar }
    guard (0xD800..<0xDC00).contains(high), bytes[at...].starts(with: [92, 117]) else {
      throw .badString(at: at)
    }
    at += 2
    let low = try hex()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw .badString(at: at) }
    return scalar
  }

  private mutating func hex() throws(FlatObject.Failure) -> UInt32 {
    guard bytes.count - at >= 4 else { throw .badString(at: at) }
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
        throw .badString(at: at)
      }
      number = number << 4 | UInt32(digit)
      at += 1
    }
    return number
  }
}
