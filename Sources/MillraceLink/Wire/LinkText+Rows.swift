// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

// Rows are written without an encoder, for speed: a link can send 10,000 rows per second. All other
// messages are written by an encoder.
extension LinkText {
  /// The JSON of the answer to a question for rows.
  ///
  /// An encoder writes the same members and values, possibly in another order.
  static func rows(_ rows: [ActionRow], edition: Int, from place: Int, to question: Int) -> String {
    var text = "{\"answer\":{\"_0\":\(question),\"_1\":{\"rows\":{\"_2\":["
    text.reserveCapacity(200 + rows.reduce(0) { $0 + $1.action.utf8.count + 300 })
    for (index, row) in rows.enumerated() {
      if index > 0 { text += "," }
      row.write(to: &text)
    }
    text += "],\"edition\":\(edition),\"from\":\(place)}}}}"
    return text
  }
}

extension ActionRow {
  /// Appends the row as JSON.
  fileprivate func write(to text: inout String) {
    func add(_ name: StaticString, _ number: UInt64?) {
      guard let number else { return }
      text += ",\"\(name)\":"
      text += String(number)
    }
    func add(_ name: StaticString, _ string: String) {
      text += ",\"\(name)\":"
      TraceValue.write(string, to: &text)
    }
    text += "{\"id\":"
    text += String(id)
    add("number", number)
    add("cause", cause)
    add("effect", effect)
    add("time", time)
    add("name", name)
    add("action", action)
    add("source", source)
    if let client { add("client", client) }
    text += ",\"outcome\":{\""
    switch outcome {
    case .committed: text += "committed\":{}}"
    case .skipped: text += "skipped\":{}}"
    case .interrupted: text += "interrupted\":{}}"
    case .refused(let reason):
      text += "refused\":{\"_0\":"
      TraceValue.write(reason, to: &text)
      text += "}}"
    }
    if let cost {
      text += ",\"cost\":["
      for (index, number) in cost.numbers.enumerated() {
        if index > 0 { text += "," }
        text += String(number)
      }
      text += "]"
    }
    text += "}"
  }
}
