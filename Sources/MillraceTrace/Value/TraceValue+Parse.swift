// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension TraceValue {
  /// The maximum number of lists and objects around a value.
  ///
  /// Deeper JSON is rejected. A file or a record of a journal has up to four levels more, which its
  /// format adds to a state or an action.
  ///
  /// Values are read, compared and written by recursive functions. A debug build takes up to 2.5 KB
  /// of the stack for each level, and a task on Apple's systems has a stack of 512 KB.
  public static var deepest: Int { 128 }

  /// The maximum depth of a file, a line of a file, or a record of a journal.
  ///
  /// A format adds levels to a state or an action, at most four: the lifted state of Redux DevTools
  /// contains an action in an object with its `type`, in an entry, in the object of all entries, in
  /// the file.
  package static var deepestFile: Int { deepest + 4 }

  /// Reads JSON.
  ///
  /// A byte order mark at its beginning is skipped.
  ///
  /// Complexity: linear in the length of the text.
  ///
  /// - Parameter json: The text.
  /// - Throws: ``TraceError/notJSON(at:)`` or ``TraceError/tooDeep(at:)``, with the byte offset.
  public init(json: String) throws(TraceError) {
    try self.init(json: json, limit: Self.deepest)
  }

  /// Reads a file or a line of a file, in which a state or an action has up to ``deepest`` levels.
  ///
  /// - Parameter json: The text.
  /// - Throws: The same errors as `init(json:)`.
  package init(file json: String) throws(TraceError) {
    try self.init(json: json, limit: Self.deepestFile)
  }

  private init(json: String, limit: Int) throws(TraceError) {
    var json = json
    self = try json.withUTF8 { bytes in
      Result { () throws(TraceError) in try Self.read(bytes, limit) }
    }.get()
  }

  /// Reads JSON.
  ///
  /// A byte order mark at its beginning is skipped.
  ///
  /// Complexity: linear in the length of the data.
  ///
  /// - Parameter json: The text in UTF-8.
  /// - Throws: ``TraceError/notJSON(at:)`` or ``TraceError/tooDeep(at:)``, with the byte offset.
  public init(json: Data) throws(TraceError) {
    try self.init(json: json, limit: Self.deepest)
  }

  /// Reads a record of a journal, in which a state or an action has up to ``deepest`` levels.
  ///
  /// - Parameter json: The text in UTF-8.
  /// - Throws: The same errors as `init(json:)`.
  package init(record json: Data) throws(TraceError) {
    try self.init(json: json, limit: Self.deepestFile)
  }

  private init(json: Data, limit: Int) throws(TraceError) {
    let bytes = ContiguousArray(json)
    self = try bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(TraceError) in try Self.read(bytes, limit) }
    }.get()
  }

  /// Reads the output of an encoder of ``TraceCoding``.
  ///
  /// - Parameters:
  ///   - json: The text in UTF-8.
  ///   - limit: The maximum depth.
  /// - Throws: ``TraceError/unwritable(_:)`` if the output is not JSON, or
  ///   ``TraceError/tooDeep(at:)``.
  init(encoded json: Data, limit: Int = TraceValue.deepest) throws(TraceError) {
    do { try self.init(json: json, limit: limit) } catch .notJSON(let place) {
      let value = json[place...].prefix { !",]}".utf8.contains($0) }
      throw .unwritable(String(decoding: json[..<place].suffix(60) + value, as: UTF8.self))
    }
  }

  /// Reads the only element of a list that an encoder of ``TraceCoding`` has written.
  ///
  /// A value is encoded within a list, because `JSONEncoder` throws for a value at the top level
  /// that writes nothing. The brackets are removed before the JSON is read, because they would
  /// count as a level.
  ///
  /// - Parameter list: The text in UTF-8.
  /// - Throws: The same errors as ``init(encoded:limit:)``.
  init(encodedInList list: Data) throws(TraceError) {
    try self.init(encoded: Data(list.dropFirst().dropLast()))
  }

  private static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limit: Int
  ) throws(TraceError) -> TraceValue {
    var reader = JSONReader(bytes: bytes, limit: limit)
    // The byte order mark, which some editors write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.position == bytes.count else { throw .notJSON(at: reader.position) }
    return value
  }
}

/// Reads one JSON text.
private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The maximum number of lists and objects around a value.
  let limit: Int
  var position = 0

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }
  var fault: TraceError { .notJSON(at: position) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  mutating func value(depth: Int) throws(TraceError) -> TraceValue {
    guard depth <= limit else { throw .tooDeep(at: position) }
    skipSpace()
    guard let byte = next else { throw fault }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(
    _ word: StaticString, _ value: TraceValue
  ) throws(TraceError) -> TraceValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw fault }
      position += 1
    }
    return value
  }

  private mutating func object(depth: Int) throws(TraceError) -> TraceValue {
    position += 1
    var members: [String: TraceValue] = [:]
    skipSpace()
    if next == UInt8(ascii: "}") {
      position += 1
      return .object(members)
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault }
      let name = try string()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw fault }
      position += 1
      members[name] = try value(depth: depth + 1)
      if try ends(with: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func list(depth: Int) throws(TraceError) -> TraceValue {
    position += 1
    var elements: [TraceValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      position += 1
      return .array(elements)
    }
    while true {
      elements.append(try value(depth: depth + 1))
      if try ends(with: UInt8(ascii: "]")) { return .array(elements) }
    }
  }

  /// Reads a comma, or the bracket that ends a list or an object.
  ///
  /// - Returns: True for the bracket, false for a comma.
  private mutating func ends(with end: UInt8) throws(TraceError) -> Bool {
    skipSpace()
    guard let byte = next, byte == end || byte == UInt8(ascii: ",") else { throw fault }
    position += 1
    return byte == end
  }

  private mutating func string() throws(TraceError) -> String {
    position += 1
    let start = position
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    var text = decoded(start..<position)
    while let byte = next {
      if byte < 0x20 { throw fault }
      position += 1
      if byte == UInt8(ascii: "\"") { return text }
      if byte == UInt8(ascii: "\\") {
        text.unicodeScalars.append(try escape())
      } else {
        let start = position - 1
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
          position += 1
        }
        text += decoded(start..<position)
      }
    }
    throw fault
  }

  private func decoded(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private mutating func escape() throws(TraceError) -> Unicode.Scalar {
    guard let byte = next else { throw fault }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"):
      let high = try hex()
      guard (0xD800..<0xDC00).contains(high) else {
        return Unicode.Scalar(high) ?? "\u{FFFD}"
      }
      guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { return "\u{FFFD}" }
      let start = position
      position += 2
      let low = try hex()
      guard (0xDC00..<0xE000).contains(low) else {
        // The second escape is not the other half of a pair; it is read as a separate character.
        position = start
        return "\u{FFFD}"
      }
      return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    default: throw fault
    }
  }

  private mutating func hex() throws(TraceError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  /// Reads a number and returns its text.
  ///
  /// The grammar is that of JSON.
  private mutating func number() throws(TraceError) -> String {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    guard let first = next, digits() > 0 else { throw fault }
    if first == UInt8(ascii: "0"), position - start > (bytes[start] == first ? 1 : 2) {
      throw fault
    }
    if next == UInt8(ascii: ".") {
      position += 1
      guard digits() > 0 else { throw fault }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      guard digits() > 0 else { throw fault }
    }
    return decoded(start..<position)
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position - start
  }
}
