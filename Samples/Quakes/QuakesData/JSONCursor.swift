// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A parser that reads a JSON text once, from start to end, and decodes only the requested values.
///
/// `JSONDecoder` first converts the whole text, which takes several times as long for a feed of ten
/// thousand earthquakes. Like `JSONDecoder`, this parser checks skipped values only as far as it is
/// necessary to find their ends, and allows a nesting of at most 512 levels.
struct JSONCursor {
  /// The text is not valid JSON.
  struct Malformed: Error {
    /// The number of bytes before the fault.
    let position: Int
  }

  /// The kind of a value, which is determined by the first byte of the value.
  ///
  /// A `word` is null, true, false or a syntax error.
  enum Kind {
    case object, array, string, number, word
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The error that the text is not valid JSON at the current position.
  var fault: Malformed { Malformed(position: position) }

  /// The byte at the position.
  ///
  /// At the end it is zero, which valid JSON does not contain.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func passSpace() {
    while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 {
      position += 1
    }
  }

  /// Skips whitespace, and then this byte if it is next.
  ///
  /// Returns whether it was.
  private mutating func pass(_ byte: Unicode.Scalar) -> Bool {
    passSpace()
    guard current == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: Unicode.Scalar) throws {
    guard pass(byte) else { throw fault }
  }

  /// Returns the kind of the next value.
  mutating func kind() throws -> Kind {
    passSpace()
    switch current {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: return .word
    }
  }

  /// Reads an object.
  ///
  /// It calls the closure for each key, and the closure must read or skip the value.
  ///
  /// A key is nil if it contains an invalid character or escape.
  mutating func object(_ member: (inout JSONCursor, String?) throws -> Void) throws {
    try items(from: "{", to: "}") { cursor in
      let key = try cursor.string()
      try cursor.expect(":")
      try member(&cursor, key)
    }
  }

  /// Reads an array.
  ///
  /// It calls the closure for each value, and the closure must read or skip it.
  mutating func array(_ element: (inout JSONCursor) throws -> Void) throws {
    try items(from: "[", to: "]", element)
  }

  private mutating func items(
    from start: Unicode.Scalar, to end: Unicode.Scalar, _ item: (inout JSONCursor) throws -> Void
  ) throws {
    try expect(start)
    depth += 1
    guard depth <= 512 else { throw fault }
    defer { depth -= 1 }
    if pass(end) { return }
    repeat { try item(&self) } while pass(",")
    try expect(end)
  }

  /// Skips a value.
  mutating func skip() throws {
    switch try kind() {
    case .object:
      try items(from: "{", to: "}") { cursor in
        _ = try cursor.quoted()
        try cursor.expect(":")
        try cursor.skip()
      }
    case .array: try array { try $0.skip() }
    case .string: _ = try quoted()
    case .number: _ = digits()
    case .word: _ = try isNull()
    }
  }

  /// Throws unless only whitespace follows the last value.
  mutating func end() throws {
    passSpace()
    guard position == bytes.count else { throw fault }
  }

  /// Reads null, true or false, and returns whether it was null.
  mutating func isNull() throws -> Bool {
    passSpace()
    for word in ["null", "true", "false"] where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return word == "null"
    }
    throw fault
  }

  /// Reads a string.
  ///
  /// Returns nil if it contains an invalid character or escape.
  mutating func string() throws -> String? {
    let (text, hasEscapes) = try quoted()
    if hasEscapes {
      return try? JSONDecoder().decode(
        String.self, from: Data([UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]))
    }
    if text.contains(where: { $0 < 0x20 }) { return nil }
    // Most strings are ASCII, for which no validation is needed.
    if text.contains(where: { $0 > 0x7F }) { return String(validating: text, as: UTF8.self) }
    return String(decoding: UnsafeBufferPointer(rebasing: text), as: UTF8.self)
  }

  /// Reads a number.
  ///
  /// Returns nil if its syntax is wrong or it is too large for a `Double`.
  mutating func number() -> Double? {
    let text = digits()
    guard Self.isNumber(text) else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// Reads the bytes between two quotation marks, and returns whether they contain an escape.
  private mutating func quoted() throws -> (text: Slice<UnsafeBufferPointer<UInt8>>, Bool) {
    try expect("\"")
    let start = position
    var hasEscapes = false
    while current != UInt8(ascii: "\"") {
      if current == UInt8(ascii: "\\") {
        hasEscapes = true
        position += 1
        guard position < bytes.count else { throw fault }
      }
      position += 1
      guard position < bytes.count else { throw fault }
    }
    position += 1
    return (bytes[start..<position - 1], hasEscapes)
  }

  private mutating func digits() -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = position
    while Self.isPartOfNumber(current) { position += 1 }
    return bytes[start..<position]
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: isDigit(byte)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  /// Whether a number has the syntax of JSON: no leading zeros, and digits on both sides of a
  /// point.
  private static func isNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    func digits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
      let count = rest.prefix(while: isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    var rest = text
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let count = digits(&rest)
    guard count == 1 || count > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      guard digits(&rest) > 0 else { return false }
    }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
        rest = rest.dropFirst()
      }
      guard digits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }
}
