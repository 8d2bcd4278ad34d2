// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Walks once over a JSON text and reads only what is asked for.
///
/// `JSONDecoder` first makes a value of everything, which takes several times as long for a feed of
/// ten thousand earthquakes. As with it, what is passed over is looked at as far as it takes to
/// find its end, and brackets may be nested 512 deep.
struct JSONCursor {
  /// The text is no JSON from here on.
  struct Malformed: Error {
    /// The number of bytes before the fault.
    let position: Int
  }

  /// What a value begins with.
  enum Kind {
    case object, array, string, number, word
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Says that the text is no JSON from here on.
  var fault: Malformed { Malformed(position: position) }

  /// The byte at the position; zero, which no JSON has between values, at the end.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func passSpace() {
    while current == 0x20 || current == 0x0A || current == 0x0D || current == 0x09 {
      position += 1
    }
  }

  /// Passes over a byte if it comes next.
  private mutating func pass(_ byte: Unicode.Scalar) -> Bool {
    passSpace()
    guard current == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ byte: Unicode.Scalar) throws {
    guard pass(byte) else { throw fault }
  }

  /// What comes next.
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

  /// Reads an object; the closure passes over the value of each key.
  ///
  /// A key is nil if it has a letter or an escape that no text can have.
  mutating func object(_ member: (inout JSONCursor, String?) throws -> Void) throws {
    try items(from: "{", to: "}") { cursor in
      let key = try cursor.string()
      try cursor.expect(":")
      try member(&cursor, key)
    }
  }

  /// Reads an array; the closure passes over each value.
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

  /// Passes over a value.
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

  /// Says that nothing follows the value that was read.
  mutating func end() throws {
    passSpace()
    guard position == bytes.count else { throw fault }
  }

  /// Whether the value is null; otherwise it is true or false.
  mutating func isNull() throws -> Bool {
    passSpace()
    for word in ["null", "true", "false"] where bytes[position...].starts(with: word.utf8) {
      position += word.utf8.count
      return word == "null"
    }
    throw fault
  }

  /// Reads a text; nil if it has a letter or an escape that no text can have.
  mutating func string() throws -> String? {
    let (text, hasEscapes) = try quoted()
    if hasEscapes {
      return try? JSONDecoder().decode(
        String.self, from: Data([UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]))
    }
    if text.contains(where: { $0 < 0x20 }) { return nil }
    // Most texts are ASCII, which takes the shorter way.
    if text.contains(where: { $0 > 0x7F }) { return String(validating: text, as: UTF8.self) }
    return String(decoding: UnsafeBufferPointer(rebasing: text), as: UTF8.self)
  }

  /// Reads a number; nil if it is written as none.
  mutating func number() -> Double? {
    let text = digits()
    guard Self.isNumber(text) else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The bytes between two quotation marks.
  private mutating func quoted() throws -> (text: Slice<UnsafeBufferPointer<UInt8>>, Bool) {
    try expect("\"")
    let start = position
    var hasEscapes = false
    while current != UInt8(ascii: "\"") {
      if current == UInt8(ascii: "\\") {
        hasEscapes = true
        position += 1
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

  /// Whether a number is written as JSON wants it: no zero in front, digits around the point.
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
