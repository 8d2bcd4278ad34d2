// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// The command `millrace trace FILE VERB …`: reads a trace and answers questions about it.
///
/// An answer has at most about 64 KB. If a list or a value is longer, the command writes the
/// beginning, and the option that continues it. Only a test without `--json` is always written
/// completely. With `--json` every error, and every answer except the help, is one JSON value. A
/// list is `{"items":[…],"count":N}`, and a part of a long value `{"part":"…","from":N,"bytes":N}`.
/// If there is more, both have a member `next`, which is the argument of `--from`.
///
/// The verbs that need the types or the reducer of a program work only in the program's own
/// executable: `check`, `replay`, `bisect`, `test`, and `state` and `diff` for a state that is not
/// in the trace. See ``TraceProgram``.
public struct TraceCommand: Sendable {
  /// The output of the command and its exit code.
  public struct Answer: Sendable, Hashable {
    /// The text for the standard output, or for the standard error if it is an error.
    public let text: String
    /// The exit code: 0 for success; 64 for an error in the arguments, and for a state that has no
    /// such part or that needs a reducer; 1 for other errors, such as an unreadable file or an
    /// action that is not in the trace.
    ///
    /// The exit code of `check` is 1 if a type of action is changed or removed, and that of
    /// `compare` if there is a difference.
    public let code: Int32
    /// True if the text is an error.
    let isError: Bool
  }

  /// The help text of the command.
  ///
  /// Its first line contains the name of the command.
  public var usage: String {
    """
    usage: \(name) FILE VERB [--json] [--from N] [--limit N]

      stores              the types, the number of actions and the states in the trace
      actions [NAME]      the actions, or those whose name begins with NAME
      tail                the last actions; --from N for those before the last N
      find TEXT           the actions whose JSON or error contains a text
      who PATH            the actions that changed a part of the state, such as cart.items[2].name
      why N               the actions that led to action N
      show N              all about action N
      state [PATH] [--at N]
                          the state after action N or after the last one, or a part of it
      diff A B            what is different between the states after A and after B
      compare FILE        the first difference from another trace

    PATH is a part of the state, such as cart.items[2].name or pages["a b"]. FILE is - for the
    standard input. Words after -- are not options: find -- --from

    \(program == nil ? "In a program's own executable also" : "With the program's reducer"):

      check               which types of action the program reads and writes in the same way
      replay              the first action whose result differs from the recorded one
                          --ignore PATH for a part that differs in each run, such as a Set
      bisect PATH=JSON    a short list of actions after which a part of the state has a value;
                          no single action can be left out
      test PATH=JSON      a test in Swift that fails while these actions lead to the value

    JSON is a value such as 3, true or '"a"'; null is also the value of a part that does not exist,
    and nothing is the value of such a part only.

      --json              writes each answer and each error as one JSON value
      --limit N           at most N rows of a list; the default is 50
      --from N            continues a list at row N, and a long text at byte N

    The exit code is 0 for success; 64 after an error in the arguments; 74 if the answer cannot be
    written; 1 after any other error, and if check, replay or compare find a difference.
    """
  }

  private let program: TraceProgram?
  private let name: String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - program: The types and the reducer of a program, or nil.
  ///   - name: The name of the command in ``usage``. The default is the name of the process, or
  ///     `millrace trace` without a program.
  public init(_ program: TraceProgram? = nil, name: String? = nil) {
    self.program = program
    let process = CommandLine.arguments.first?.split(separator: "/").last.map(String.init)
    self.name = name ?? (program == nil ? "millrace trace" : process ?? "program")
  }

  /// Runs the command and returns its output, without writing it.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name. With `--help` the answer is ``usage``.
  ///   - read: Returns the content of the file with a name.
  /// - Returns: The answer.
  public func run(_ arguments: [String], read: (String) throws -> String) -> Answer {
    let options = arguments.prefix { $0 != "--" }
    if options.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return Answer(text: usage, code: 0, isError: false)
    }
    let isJSON = options.contains("--json")
    // A file with the name `trace` or `help` is followed by a verb.
    let words = arguments.first == "trace" ? arguments.dropFirst() : arguments[...]
    if words.count == 1 {
      if words.first == "help" { return Answer(text: usage, code: 0, isError: false) }
      if words.first == "--version" {
        let text = "\(name) reads and writes traces of version \(Trace.version)"
        return Answer(text: text, code: 0, isError: false)
      }
    }
    do {
      var request = try TraceRequest(arguments, isOwnProgram: program != nil)
      let trace = try Self.trace(request.file, read)
      if request.verb == "compare" {
        request.other = try Self.trace(try request.word("the file of another trace"), read)
      }
      let output = Self.visible(try answer(&request, trace))
      return Answer(text: output, code: request.code, isError: false)
    } catch let error as TraceUsageError {
      return failure(error.text, code: 64, isJSON, showsUsage: error.showsUsage)
    } catch {
      return failure("\(error)", code: 1, isJSON)
    }
  }

  /// An error of a file that cannot be read, or is no trace.
  private struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads a trace.
  ///
  /// - Throws: ``Unreadable``, or the error of the trace. Where that names only a byte, the line is
  ///   added.
  private static func trace(_ file: String, _ read: (String) throws -> String) throws -> Trace {
    let text: String
    do { text = try read(file) } catch {
      throw Unreadable(description: "\(file) cannot be read: \(error)")
    }
    do { return try Trace(text: text) } catch {
      switch error {
      case .notJSON(let place), .tooDeep(let place):
        let line = text.utf8.prefix(place).count { $0 == UInt8(ascii: "\n") } + 1
        throw Unreadable(description: "\(error) The byte is in line \(line).")
      default: throw error
      }
    }
  }

  private func failure(
    _ reason: String, code: Int32, _ isJSON: Bool, showsUsage: Bool = false
  ) -> Answer {
    let reason = TracePart(of: isJSON ? reason : reason.inOneLine, from: 0).ended
    if isJSON {
      let error = TraceValue.object(["error": .string(reason), "code": .number("\(code)")])
      return Answer(text: Self.visible(error.json), code: code, isError: true)
    }
    let more = showsUsage ? "\n\(usage)" : ""
    return Answer(text: Self.visible("error: \(reason)\(more)"), code: code, isError: true)
  }

  /// Returns a text in which characters that move the cursor or change the direction of writing are
  /// replaced with JSON escapes, except line breaks.
  ///
  /// A trace can come from an untrusted source. The meaning of a JSON text does not change.
  static func visible(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { visible, scalar in
      if scalar.isCommand, scalar != "\n" {
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
    case "tail": return tail(trace, request)
    case "find": return list(trace.lines(containing: try request.word("a text")), trace, request)
    case "who": return try changes(in: trace, &request)
    case "why":
      let number = trace.lines[try request.number(in: trace)].number
      return list(trace.causes(of: number), trace, request)
    case "show": return show(try request.number(in: trace), trace, request)
    case "state":
      let path = request.words.isEmpty ? TracePath() : try request.path()
      let state = try state(trace, after: request.at ?? trace.lines.last?.number ?? 0)
      guard let part = state[path: path] else {
        throw TraceUsageError("The state has no part '\(path)'.", showsUsage: false)
      }
      return request.whole(part.json, json: "{\"state\":\(part.json)}")
    case "diff":
      let (one, other) = (
        try request.anyNumber("two numbers"), try request.anyNumber("two numbers")
      )
      let changes = try state(trace, after: one).changes(to: try state(trace, after: other))
      return request.page(changes.count) {
        request.isJSON ? changes[$0].bounded.json : changes[$0].description
      }
    case "check":
      let check = try programmed("check").check(trace)
      request.code = check.isFine ? 0 : 1
      let rows = check.verdicts.sorted { $0.key < $1.key }
      let unlisted = TraceValue.array(check.unlisted.sorted().map { .string($0) })
      return request.page(
        rows.count, notes: check.notes, members: ",\"unlisted\":\(unlisted.json)"
      ) { row in
        let (name, verdict) = (TracePart(of: rows[row].key, from: 0).ended, rows[row].value)
        guard request.isJSON else { return "\(name): \(verdict)" }
        return TraceValue.object(["name": .string(name), "verdict": .string(verdict.rawValue)])
          .json
      }
    case "replay":
      let count = trace.lines.count
      let compared = try programmed("replay").replay(trace, request.ignored)
      if request.isJSON { return "{\"actions\":\(count),\"compared\":\(compared)}" }
      if compared == 0 {
        let were = count == 1 ? "1 action was" : "\(count) actions were"
        return "\(were) run, and no state was compared: no action has a state or a hash"
      }
      let lead = count == 1 ? "1 action leads" : "\(count) actions lead"
      return "\(lead) to the recorded states (\(compared) compared)"
    case "bisect":
      let few = try programmed("bisect").bisect(trace, try request.condition())
      return list(
        Array(few.trace.lines.indices), few.trace, request, notes: few.note.map { [$0] } ?? [],
        members: (few.isLeast ? "" : ",\"isLeast\":false")
          + (few.isTrueAtFirst ? ",\"isTrueAtFirst\":true" : ""))
    case "test":
      let test = try programmed("test").test(of: trace, try request.condition())
      // Without `--json` a test is written completely, so that the output can be compiled.
      return request.isJSON
        ? request.whole(test, json: "{\"test\":\(TraceValue.string(test).json)}") : test
    case "compare":
      guard let other = request.other else { return "" }
      return comparison(of: trace, with: other, &request)
    default: throw TraceUsageError("There is no verb '\(request.verb)'.")
    }
  }

  private func programmed(_ verb: String) throws -> TraceProgram {
    guard let program else {
      throw TraceUsageError(
        "'\(verb)' needs a program: call TraceCommand(TraceProgram(…)) in the program's executable."
      )
    }
    return program
  }

  private func state(_ trace: Trace, after number: UInt64) throws -> TraceValue {
    if let kept = trace.keyframes.first(where: { $0.number == number }) { return kept.state }
    if let program { return try program.state(trace, number) }
    if trace.keyframes.isEmpty { throw TraceError.noState }
    let known = trace.keyframes.map { "\($0.number)" }.joined(separator: ", ")
    throw TraceUsageError(
      "Without a program's reducer, only the states after these actions are known: \(known).",
      showsUsage: false)
  }

  private func stores(_ trace: Trace, _ request: TraceRequest) -> String {
    func short(_ text: String) -> TraceValue { .string(TracePart(of: text, from: 0).ended) }
    let rest = trace.keyframes.dropFirst(request.from)
    let states = rest.prefix(request.limit).map { TraceValue.number("\($0.number)") }
    var parts: [(String, TraceValue)] = [
      ("state", short(trace.header.state)), ("action", short(trace.header.action)),
      ("actions", .number("\(trace.lines.count)")),
      ("refused", .number("\(trace.lines.count { $0.rejection != nil })")),
      ("states", .array(states)),
    ]
    if let client = trace.header.client { parts.append(("client", short(client))) }
    let (more, next) = (rest.count - states.count, request.from + states.count)
    if request.isJSON {
      if more > 0 { parts.append(("next", .number("\(next)"))) }
      return TraceValue.object(.init(uniqueKeysWithValues: parts)).json
    }
    let note = more > 0 ? "\n… \(more) more state\(more == 1 ? "" : "s"): --from \(next)" : ""
    return parts.map { "\($0.0): \($0.1.string ?? $0.1.json)".inOneLine }
      .joined(separator: "\n") + note
  }

  private func show(_ index: Int, _ trace: Trace, _ request: TraceRequest) -> String {
    var line = trace.lines[index]
    line.client = trace.client(of: line)
    if request.isJSON { return request.whole(line.text, json: line.text) }
    let effects = trace.lines.lazy.filter { $0.cause == line.number }.map { "#\($0.number)" }
    var rows = [
      summary(trace.lines[index]), "source: \(line.source)", "time: \(line.time)",
      "action: \(line.action)",
      "changed: \(line.changed.map { $0.isEmpty ? "nothing" : $0.joined(separator: ", ") } ?? "?")",
    ]
    if let client = line.client { rows.insert("client: \(client)", at: 2) }
    if let rejection = line.rejection { rows.append("refused: \(rejection)") }
    if !effects.isEmpty { rows.append("led to: \(effects.joined(separator: ", "))") }
    let text = rows.map(\.inOneLine).joined(separator: "\n")
    return request.whole(text, json: text)
  }

  func summary(_ line: Trace.Line) -> String {
    let cause = line.cause.map { " because of #\($0)" } ?? ""
    let effect = line.source.effect.map { " by effect \($0)" } ?? ""
    let client = line.client.map { " of client \($0)" } ?? ""
    let mark = line.rejection == nil ? "" : ", refused"
    let action = line.action.shortened(to: 120)
    return "#\(line.number) \(action) from \(line.source)\(cause)\(effect)\(client)\(mark)"
  }

  private func row(_ line: Trace.Line, _ request: TraceRequest) -> String {
    guard request.isJSON else { return summary(line) }
    let text = line.text
    if text.utf8.count <= TracePart.most { return text }
    // The line is too long for a list. `show` writes it in parts.
    return TraceValue.object([
      "number": .number("\(line.number)"), "bytes": .number("\(text.utf8.count)"),
      "name": .string(String(line.name.prefix(100))),
    ]).json
  }

  /// Lists the actions that changed a part, and the number of actions whose changes are not known.
  private func changes(in trace: Trace, _ request: inout TraceRequest) throws -> String {
    let indices = trace.lines(changing: try request.path())
    let unknown = trace.lines.count { $0.changed == nil }
    let actions = unknown == 1 ? "1 action" : "\(unknown) actions"
    let note = "the trace does not contain the changes of \(actions)"
    return list(
      indices, trace, request, notes: unknown == 0 ? [] : [note],
      members: unknown == 0 ? "" : ",\"unknown\":\(unknown)")
  }

  /// Returns a page of a list of actions, with the option for the next page.
  private func list(
    _ indices: [Int], _ trace: Trace, _ request: TraceRequest, notes: [String] = [],
    members: String = ""
  ) -> String {
    request.page(indices.count, notes: notes, members: members) {
      row(trace.lines[indices[$0]], request)
    }
  }

  /// Returns the last actions, with the option for those before them.
  private func tail(_ trace: Trace, _ request: TraceRequest) -> String {
    let count = trace.lines.count
    return request.page(count, isFromEnd: true) { row(trace.lines[count - 1 - $0], request) }
  }
}

extension Unicode.Scalar {
  /// True if the character can move the cursor or change the direction of writing.
  var isCommand: Bool { properties.generalCategory == .control || properties.isBidiControl }
}

extension String {
  /// The text with JSON escapes for line breaks: a text of a trace must not look like a line of the
  /// answer.
  var inOneLine: String {
    guard unicodeScalars.contains("\n") else { return self }
    return split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .joined(separator: "\\u000a")
  }
}

extension TraceChange {
  /// The change as JSON.
  ///
  /// A value of more than 1,000 bytes is replaced with the number of its bytes.
  var bounded: TraceValue {
    let name = TracePart(of: path.description, from: 0).ended
    var members = ["path": TraceValue.string(name)]
    for (name, value) in [("old", old), ("new", new)] {
      guard let value else { continue }
      let bytes = value.json.utf8.count
      let isShort = bytes <= 1_000
      members[isShort ? name : name + "Bytes"] = isShort ? value : .number("\(bytes)")
    }
    return .object(members)
  }
}
