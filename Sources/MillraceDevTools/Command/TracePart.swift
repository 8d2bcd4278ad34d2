// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// A part of a text that is too long for one answer.
struct TracePart {
  /// The maximum number of bytes of a part.
  static let most = 8_000

  let text: String
  /// The offset of the first byte.
  let from: Int
  /// The number of bytes of the whole text.
  let bytes: Int
  /// The offset of the next part, or nil if this is the last one.
  let next: Int?

  /// Creates the part of a text that begins at an offset.
  ///
  /// - Parameters:
  ///   - whole: The text.
  ///   - from: The offset of the first byte. If it is within a character, the part begins after
  ///     that character.
  init(of whole: String, from: Int) {
    let (utf8, count) = (whole.utf8, whole.utf8.count)
    var start = min(from, count)
    var end = min(start + Self.most, count)
    func isInside(_ offset: Int) -> Bool {
      offset < count && utf8[utf8.index(utf8.startIndex, offsetBy: offset)] & 0xC0 == 0x80
    }
    while isInside(start) { start += 1 }
    while end > start, isInside(end) { end -= 1 }
    let range =
      utf8.index(utf8.startIndex, offsetBy: start)..<utf8.index(utf8.startIndex, offsetBy: end)
    text = String(whole[range])
    self.from = start
    bytes = count
    next = end < count ? end : nil
  }

  /// The part, with `…` at its end if the text continues.
  var ended: String { next == nil ? text : text + "…" }
}

extension TraceRequest {
  /// The maximum number of bytes of the rows of an answer.
  ///
  /// The first row is always written.
  static let mostBytes = 48_000

  /// Returns a text, or a part of it with the option for the next part.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - json: The answer as JSON if the whole text is returned.
  /// - Returns: The answer.
  func whole(_ text: String, json: String) -> String {
    let part = TracePart(of: text, from: from)
    if isJSON {
      if from == 0, part.next == nil { return json }
      var members: [String: TraceValue] = [
        "part": .string(part.text), "from": .number("\(part.from)"),
        "bytes": .number("\(part.bytes)"),
      ]
      members["next"] = part.next.map { .number("\($0)") }
      return TraceValue.object(members).json
    }
    if from > 0, part.text.isEmpty { return "nothing: the text has \(part.bytes) bytes" }
    let end = part.next.map { "\n… \(part.bytes - $0) more bytes: --from \($0)" }
    return part.text + (end ?? "")
  }

  /// Returns a page of a list, with the option for the next page.
  ///
  /// - Parameters:
  ///   - count: The number of rows of the list.
  ///   - isFromEnd: True if the rows are written in reverse order: row 0 is the last one.
  ///   - notes: Text after the last row of the list.
  ///   - members: Further members of the JSON answer, each after a comma.
  ///   - row: Returns a row; a JSON value if the answer is JSON.
  /// - Returns: The answer.
  func page(
    _ count: Int, isFromEnd: Bool = false, notes: [String] = [], members: String = "",
    row: (Int) -> String
  ) -> String {
    var rows: [String] = []
    var size = 0
    var next = from
    while next < count, rows.count < limit {
      var row = TraceCommand.visible(row(next))
      if !isJSON { row = TracePart(of: row.inOneLine, from: 0).ended }
      size += row.utf8.count
      if size > Self.mostBytes, !rows.isEmpty { break }
      rows.append(row)
      next += 1
    }
    if isFromEnd { rows.reverse() }
    if isJSON {
      let end = next < count ? ",\"next\":\(next)" : ""
      return "{\"items\":[\(rows.joined(separator: ","))],\"count\":\(count)\(end)\(members)}"
    }
    if count == 0, notes.isEmpty { return "none" }
    if from > 0, from >= count { rows.append("none: there are \(count)") }
    if next < count {
      let note = "… \(count - next) \(isFromEnd ? "older" : "more"): --from \(next)"
      rows.insert(note, at: isFromEnd ? 0 : rows.count)
    } else {
      rows += notes.map(\.inOneLine)
    }
    return rows.joined(separator: "\n")
  }
}
