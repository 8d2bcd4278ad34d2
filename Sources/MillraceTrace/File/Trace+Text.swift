// SPDX-License-Identifier: Apache-2.0

import Millrace

extension Trace {
  /// The trace as JSON lines.
  ///
  /// Complexity: linear in the size of the trace, plus O(m log m) for each object with m members in
  /// a state.
  public var text: String {
    var text = ""
    write { text += $0 + "\n" }
    return text
  }

  /// Writes the trace as JSON lines, one at a time.
  ///
  /// - Parameter body: Called with each line, without a line break.
  public func write(_ body: (String) -> Void) {
    var first: [String: TraceValue] = [
      "millrace": .string("trace"), "version": .number("\(Self.version)"),
      "state": .string(header.state), "action": .string(header.action),
    ]
    first["client"] = header.client.map { .string($0) }
    body(TraceValue.object(first).json)
    var states = keyframes[...]
    func writeStates(while isDue: (Keyframe) -> Bool) {
      while let keyframe = states.first, isDue(keyframe) {
        states.removeFirst()
        body("{\"after\":\(keyframe.number),\"keyframe\":\(keyframe.state.json)}")
      }
    }
    for line in lines {
      writeStates { $0.number < line.number }
      body(line.text)
    }
    writeStates { _ in true }
  }

  /// Reads JSON lines.
  ///
  /// Complexity: linear in the length of the text, plus O(m log m) for each object with m members
  /// in an action.
  ///
  /// - Parameter text: The text of a file.
  /// - Throws: ``TraceError/notJSON(at:)`` or ``TraceError/tooDeep(at:)`` with the byte offset in
  ///   the text; ``TraceError/malformed(line:field:)`` or ``TraceError/disordered(line:number:)``
  ///   with the number of the line; ``TraceError/notATrace(_:)``; ``TraceError/laterVersion(_:)``;
  ///   ``TraceError/tooLong(count:limit:)``.
  public init(text: String) throws(TraceError) {
    var trace: Trace?
    var number = 0
    var start = 0
    for whole in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { start += whole.count + 1 }
      number += 1
      let row = whole.last == 0x0D ? whole.dropLast() : whole
      if row.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      let value: TraceValue
      do throws(TraceError) {
        value = try TraceValue(file: String(Substring(row)))
      } catch {
        throw error.moved(by: start)
      }
      if trace == nil {
        trace = Trace(header: try Header(value, line: number))
      } else {
        try trace?.read(value, line: number)
      }
    }
    guard let trace else { throw .notATrace("The file is empty; a trace begins with a header") }
    self = trace
  }

  private mutating func read(_ value: TraceValue, line: Int) throws(TraceError) {
    if let state = value["keyframe"] {
      guard let number = value["after"]?.integer else {
        throw .malformed(line: line, field: "after")
      }
      if let last = keyframes.last, number <= last.number {
        guard number == last.number else { throw .disordered(line: line, number: number) }
        // The state was replaced several times before the next action; the last state counts.
        keyframes.removeLast()
      }
      keyframes.append(Keyframe(number: number, state: state))
      return
    }
    let entry = try Line(value, line: line)
    guard entry.number > lines.last?.number ?? 0, entry.number > entry.cause ?? 0 else {
      throw .disordered(line: line, number: entry.number)
    }
    guard lines.count < Self.limit else {
      throw .tooLong(count: lines.count + 1, limit: Self.limit)
    }
    lines.append(entry)
  }
}

extension Trace.Header {
  init(_ value: TraceValue, line: Int) throws(TraceError) {
    guard value["millrace"]?.string == "trace" else {
      throw .notATrace("The first line is not a header; a trace has \"millrace\":\"trace\" there")
    }
    guard let version = value["version"]?.integer else {
      throw .malformed(line: line, field: "version")
    }
    guard version <= UInt64(Trace.version) else {
      throw .laterVersion(Int(clamping: version))
    }
    guard let state = value["state"]?.string else { throw .malformed(line: line, field: "state") }
    guard let action = value["action"]?.string else {
      throw .malformed(line: line, field: "action")
    }
    self.init(state: state, action: action, client: value["client"]?.string)
  }
}

extension Trace.Line {
  /// The line as JSON, with its fields in a fixed order that is easy to read.
  public var text: String {
    var text = "{\"number\":\(number)"
    func add(_ name: String, _ json: String?) {
      if let json { text += ",\"\(name)\":\(json)" }
    }
    func add(_ name: String, string: String?) {
      add(name, string.map { TraceValue.string($0).json })
    }
    add("cause", source.cause.map { "\($0)" })
    add("effect", source.effect.map { "\($0)" })
    add("client", string: client)
    add("time", "\(time)")
    add("source", string: "\(source.fileID):\(source.line) \(source.function)")
    add("info", string: source.info)
    add("action", action)
    add("refused", string: rejection)
    if let changed { add("changed", TraceValue.array(changed.map { .string($0) }).json) }
    if let hash {
      let digits = String(hash, radix: 16)
      add("hash", string: String(repeating: "0", count: 16 - digits.count) + digits)
    }
    return text + "}"
  }

  init(_ value: TraceValue, line: Int) throws(TraceError) {
    func missing(_ field: String) -> TraceError { .malformed(line: line, field: field) }
    func optional<Part>(
      _ field: String, _ read: (TraceValue) -> Part?
    ) throws(TraceError) -> Part? {
      guard let found = value[field] else { return nil }
      guard let part = read(found) else { throw missing(field) }
      return part
    }
    guard let number = value["number"]?.integer, number > 0, number < 1 << 48 else {
      throw missing("number")
    }
    guard let time = value["time"]?.integer else { throw missing("time") }
    guard let place = value["source"]?.string,
      let (file, row, function) = Self.parts(of: place)
    else { throw missing("source") }
    guard let action = value["action"] else { throw missing("action") }
    let source = ActionSource(
      recordedFileID: file, function: function, line: row,
      info: try optional("info", \.string), number: number,
      cause: try optional("cause", \.integer), effect: try optional("effect", \.integer))
    self.init(
      source: source, client: try optional("client", \.string), time: time, action: action.json,
      rejection: try optional("refused", \.string),
      changed: try optional("changed") { value in
        let paths = value.array.map { $0.compactMap(\.string) }
        return paths?.count == value.array?.count ? paths : nil
      },
      hash: try optional("hash") { $0.string.flatMap { UInt64($0, radix: 16) } })
  }

  /// Splits the text of a source into file, line number and function.
  private static func parts(of place: String) -> (String, UInt, String)? {
    // The name of a file can contain spaces. The separator is the first space after a colon and a
    // number.
    let bytes = place.utf8
    var colon: String.Index?
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: ":") { colon = index }
      guard bytes[index] == UInt8(ascii: " "), let end = colon else { continue }
      // If the text between is not a number, the line number comes after another colon.
      colon = nil
      guard let line = UInt(place[bytes.index(after: end)..<index]) else { continue }
      return (String(place[..<end]), line, String(place[bytes.index(after: index)...]))
    }
    return nil
  }
}
