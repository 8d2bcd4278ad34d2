// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

extension TraceCommand {
  /// Compares two traces action by action, and writes the first difference.
  ///
  /// Numbers, times, sources, clients and the texts of errors are not compared. The states are
  /// compared where both traces have the state, and the hashes elsewhere.
  func comparison(
    of one: Trace, with other: Trace, _ request: inout TraceRequest
  ) -> String {
    let states = (Self.states(of: one), Self.states(of: other))
    var compared = 0
    for index in -1..<max(one.lines.count, other.lines.count) {
      var lines: (Trace.Line, Trace.Line)?
      if index >= 0 {
        guard index < one.lines.count, index < other.lines.count else {
          return end(of: one, other, &request)
        }
        let (first, second) = (one.lines[index], other.lines[index])
        if first.action != second.action || (first.rejection == nil) != (second.rejection == nil) {
          return answer(
            "action", first.number, "action #\(first.number) differs", [first, second], &request)
        }
        lines = (first, second)
      }
      if let old = states.0[lines?.0.number ?? 0], let new = states.1[lines?.1.number ?? 0] {
        compared += 1
        let changes = old.changes(to: new)
        if changes.isEmpty { continue }
        let place = lines.map { "the states after #\($0.0.number) differ" }
        return answer(
          "state", lines?.0.number ?? 0, place ?? "the first states differ", changes, &request)
      }
      guard let lines, let old = lines.0.hash, let new = lines.1.hash else { continue }
      compared += 1
      if old == new { continue }
      let text =
        "the states after #\(lines.0.number) differ, and the traces do not contain both; the first "
        + "trace has a change of \(Self.words(lines.0)), the second of \(Self.words(lines.1))"
      return answer("state", lines.0.number, text, [TraceChange](), &request)
    }
    let count = one.lines.count
    if request.isJSON {
      return "{\"difference\":null,\"actions\":\(count),\"compared\":\(compared)}"
    }
    let actions = count == 1 ? "1 action" : "\(count) actions"
    return "no difference in \(actions) (\(compared) states compared)"
  }

  /// The states by the number of their action; 0 is the state before the first action.
  private static func states(of trace: Trace) -> [UInt64: TraceValue] {
    let first = trace.lines.first?.number ?? .max
    return Dictionary(trace.keyframes.map { ($0.number < first ? 0 : $0.number, $0.state) }) { $1 }
  }

  private static func words(_ line: Trace.Line) -> String {
    guard let changed = line.changed else { return "unknown parts" }
    return changed.isEmpty ? "no part" : changed.joined(separator: ", ")
  }

  private func end(of one: Trace, _ other: Trace, _ request: inout TraceRequest) -> String {
    let isFirst = one.lines.count < other.lines.count
    let (short, long) = isFirst ? (one, other) : (other, one)
    let more = long.lines.count - short.lines.count
    let actions = more == 1 ? "1 more action" : "\(more) more actions"
    let headline = "the \(isFirst ? "second" : "first") trace has \(actions)"
    let lines = [long.lines[short.lines.count]]
    return answer("length", short.lines.last?.number ?? 0, headline, lines, &request)
  }

  private func answer(
    _ difference: String, _ number: UInt64, _ headline: String, _ lines: [Trace.Line],
    _ request: inout TraceRequest
  ) -> String {
    answer(difference, number, headline, lines.count, &request) { row, isJSON in
      isJSON ? TraceValue.string(summary(lines[row])).json : summary(lines[row])
    }
  }

  private func answer(
    _ difference: String, _ number: UInt64, _ headline: String, _ changes: [TraceChange],
    _ request: inout TraceRequest
  ) -> String {
    answer(difference, number, headline, changes.count, &request) { row, isJSON in
      isJSON ? changes[row].bounded.json : changes[row].description
    }
  }

  private func answer(
    _ difference: String, _ number: UInt64, _ headline: String, _ count: Int,
    _ request: inout TraceRequest, row: (_ row: Int, _ isJSON: Bool) -> String
  ) -> String {
    request.code = 1
    let isJSON = request.isJSON
    let page = request.page(
      count, members: ",\"difference\":\"\(difference)\",\"number\":\(number)"
    ) { row($0, isJSON) }
    if isJSON { return page }
    let headline = TracePart(of: headline.inOneLine, from: 0).ended
    return count == 0 ? headline : "\(headline):\n\(page)"
  }
}
