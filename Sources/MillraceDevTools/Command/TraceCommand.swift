// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// The command `millrace trace FILE VERB …`: reads a trace and answers questions about it.
///
/// Answers are bounded: of a long list the beginning is told, and how to ask for the rest. What
/// needs the reducer of a program (`state` between kept states, `replay`, `bisect`, `test`) works
/// in the program's own executable; see ``TraceProgram``.
public struct TraceCommand: Sendable {
  /// What was said, and whether all went well.
  public struct Answer: Sendable, Hashable {
    /// The text for the standard output, or for that of errors.
    public let text: String
    /// The exit code: 0 if all is well, 1 if the trace or the program is at fault, 64 if the
    /// arguments are.
    public let code: Int32
  }

  /// How the command is used.
  public static var usage: String {
    """
    usage: millrace trace FILE VERB [--json] [--from N] [--limit N]

      stores              what the trace is about
      actions [NAME]      the actions, or those whose name begins with NAME
      tail                the last actions
      find TEXT           the actions in which a text is written
      who PATH            the actions that changed a part of the state, as cart.items[2].name
      why N               the actions that led to action N
      show N              all about action N
      state --at N        the state after action N
      diff A B            what is different between the states after A and after B

    In a program's own executable also:

      replay              the first action that the program's reducer takes otherwise
      bisect PATH=JSON    the fewest actions after which a part of the state has a value
      test PATH=JSON      the same as a test in Swift that fails as long as that is so
    """
  }

  private let program: TraceProgram?

  /// Creates the command, with what a program knows if there is one.
  public init(_ program: TraceProgram? = nil) {
    self.program = program
  }

  /// Answers.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - read: Reads the file with a name.
  /// - Returns: The answer; nothing is written anywhere.
  public func run(_ arguments: [String], read: (String) throws -> String) -> Answer {
    do {
      var request = try TraceRequest(arguments)
      let text: String
      do { text = try read(request.file) } catch {
        return Answer(text: "error: \(request.file) cannot be read: \(error)", code: 1)
      }
      let trace = try Trace(text: text)
      return Answer(text: Self.visible(try answer(&request, trace)), code: 0)
    } catch let error as TraceUsageError {
      return Answer(text: Self.visible("error: \(error.text)\n\(Self.usage)"), code: 64)
    } catch {
      return Answer(text: Self.visible("error: \(error)"), code: 1)
    }
  }

  /// A text in which nothing moves the cursor or turns the line round, as a trace may come from
  /// anywhere: such characters are written as JSON writes them, so JSON stays what it is.
  private static func visible(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { visible, scalar in
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      if isControl || scalar.properties.isBidiControl {
        let digits = String(scalar.value, radix: 16)
        visible += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
  }

  private func answer(_ request: inout TraceRequest, _ trace: Trace) throws -> String {
    switch request.verb {
    case "stores": return stores(trace, request)
    case "actions":
      let prefix = request.words.popFirst() ?? ""
      return list(
        trace.lines.indices.filter { trace.lines[$0].name.hasPrefix(prefix) }, trace, request)
    case "tail": return list(Array(trace.lines.indices.suffix(request.limit)), trace, request)
    case "find": return list(trace.lines(containing: try request.word("a text")), trace, request)
    case "who":
      let text = try request.word("a path")
      guard let path = TracePath(text) else { throw TraceUsageError("'\(text)' is no path.") }
      return list(trace.lines(changing: path), trace, request)
    case "why":
      let number = trace.lines[try request.number(in: trace)].number
      return list(trace.causes(of: number), trace, request)
    case "show": return show(try request.number(in: trace), trace, request)
    case "state":
      return try state(trace, after: request.at ?? trace.lines.last?.number ?? 0).json
    case "diff":
      let (one, other) = (try request.anyNumber(), try request.anyNumber())
      let changes = try state(trace, after: one).changes(to: try state(trace, after: other))
      return texts(changes.map(\.description), request)
    case "replay":
      try programmed("replay").replay(trace)
      return "\(trace.lines.count) actions lead to the recorded states"
    case "bisect":
      let few = try programmed("bisect").bisect(trace, try request.condition())
      return list(Array(few.lines.indices), few, request)
    case "test": return try test(try programmed("test"), trace, try request.condition())
    default: throw TraceUsageError("There is no verb '\(request.verb)'.")
    }
  }

  private func programmed(_ verb: String) throws -> TraceProgram {
    guard let program else {
      throw TraceUsageError(
        "'\(verb)' needs a program's reducer: call TraceCommand(TraceProgram(…)) in its program."
      )
    }
    return program
  }

  private func state(_ trace: Trace, after number: UInt64) throws -> TraceValue {
    if let kept = trace.keyframes.first(where: { $0.number == number }) { return kept.state }
    if let program { return try program.state(trace, number) }
    let known = trace.keyframes.map { "\($0.number)" }.joined(separator: ", ")
    throw TraceUsageError(
      "Without a program's reducer the states after these actions are known: \(known).")
  }

  private func stores(_ trace: Trace, _ request: TraceRequest) -> String {
    var parts: [(String, TraceValue)] = [
      ("state", .string(trace.header.state)), ("action", .string(trace.header.action)),
      ("actions", .number("\(trace.lines.count)")),
      ("refused", .number("\(trace.lines.count { $0.rejection != nil })")),
      ("states", .array(trace.keyframes.map { .number("\($0.number)") })),
    ]
    if let client = trace.header.client { parts.append(("client", .string(client))) }
    if request.isJSON { return TraceValue.object(.init(uniqueKeysWithValues: parts)).json }
    return parts.map { "\($0.0): \($0.1.string ?? $0.1.json)" }.joined(separator: "\n")
  }

  private func show(_ index: Int, _ trace: Trace, _ request: TraceRequest) -> String {
    var line = trace.lines[index]
    let client = trace.client(of: line)
    if request.isJSON {
      line.client = client
      return line.text
    }
    let effects = trace.lines.filter { $0.cause == line.number }.map { "#\($0.number)" }
    var rows = [
      summary(line), "source: \(line.source)", "time: \(line.time)", "action: \(line.action)",
      "changed: \(line.changed.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") } ?? "?")",
    ]
    if let client { rows.insert("client: \(client)", at: 2) }
    if let rejection = line.rejection { rows.append("refused: \(rejection)") }
    if !effects.isEmpty { rows.append("led to: \(effects.joined(separator: ", "))") }
    return rows.joined(separator: "\n")
  }

  private func summary(_ line: Trace.Line) -> String {
    let cause = line.cause.map { " because of #\($0)" } ?? ""
    let effect = line.source.effect.map { " by effect \($0)" } ?? ""
    let client = line.client.map { " of client \($0)" } ?? ""
    let mark = line.rejection == nil ? "" : ", refused"
    let action = line.action.utf8.count > 120 ? line.action.prefix(120) + "…" : line.action
    return "#\(line.number) \(action) from \(line.source)\(cause)\(effect)\(client)\(mark)"
  }

  /// A part of a list, and how to ask for the next one.
  private func list(_ indices: [Int], _ trace: Trace, _ request: TraceRequest) -> String {
    let rows = indices.map { index in
      request.isJSON ? trace.lines[index].text : summary(trace.lines[index])
    }
    return page(rows, request, isJSON: true)
  }

  private func texts(_ rows: [String], _ request: TraceRequest) -> String {
    page(request.isJSON ? rows.map { TraceValue.string($0).json } : rows, request, isJSON: true)
  }

  private func page(_ rows: [String], _ request: TraceRequest, isJSON: Bool) -> String {
    let part = rows.dropFirst(request.from).prefix(request.limit)
    let next = part.endIndex < rows.count ? part.endIndex : nil
    if request.isJSON {
      let end = next.map { ",\"next\":\($0)" } ?? ""
      return "{\"items\":[\(part.joined(separator: ","))],\"count\":\(rows.count)\(end)}"
    }
    var text = part.joined(separator: "\n")
    if rows.isEmpty { text = "none" }
    if let next { text += "\n… \(rows.count - next) more: --from \(next)" }
    return text
  }

  private func test(
    _ program: TraceProgram, _ trace: Trace, _ condition: TraceCondition
  ) throws -> String {
    let few = try program.bisect(trace, condition)
    let text = few.text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    let (state, action, reducer) = program.names
    // With these around it, nothing in a text ends its literal or is run as code.
    let runs = "\(text) \(condition)".unicodeScalars.split { $0 != "#" }.map(\.count)
    let mark = String(repeating: "#", count: 1 + (runs.max() ?? 0))
    let json = condition.value.map { "try TraceValue(json: \(mark)\"\($0.json)\"\(mark))" }
    return """
      import Millrace
      import MillraceTrace
      import Testing

      @Test func theReportedRunDoesNotEndIn\(Self.word(condition.path))() throws {
        let trace = try Trace(text: \(mark)\"\"\"
      \(text)
          \"\"\"\(mark))
        var (state, actions) = try trace.decoded(\(state).self, \(action).self)
        for dispatched in actions { \(reducer).step(&state, dispatched.action) }
        let path = try #require(TracePath(\(mark)"\(condition.path)"\(mark)))
        #expect(try TraceValue(encoding: state)[path: path] != \(json ?? "nil"))
      }
      """
  }

  /// A path as a part of a name.
  private static func word(_ path: TracePath) -> String {
    path.description.split { !$0.isLetter && !$0.isNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
