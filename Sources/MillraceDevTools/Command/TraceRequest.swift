// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// An error in the arguments.
struct TraceUsageError: Error {
  let text: String
  /// True if the help text follows the message.
  let showsUsage: Bool

  init(_ text: String, showsUsage: Bool = true) {
    self.text = text
    self.showsUsage = showsUsage
  }
}

/// The parsed arguments.
struct TraceRequest {
  /// The maximum number of rows of an answer.
  static let mostRows = 1_000

  var file: String
  var verb: String
  var words: ArraySlice<String>
  var isJSON = false
  var from = 0
  var limit = 50
  var at: UInt64?
  /// The parts of the state that a replay ignores.
  var ignored: [TracePath] = []
  /// The trace with which `compare` compares.
  var other: Trace?
  /// The exit code of the answer.
  var code: Int32 = 0

  /// The maximum number of words after each verb.
  private static let most = [
    "stores": 0, "actions": 1, "tail": 0, "find": 1, "who": 1, "why": 1, "show": 1, "state": 1,
    "diff": 2, "check": 0, "replay": 0, "bisect": 1, "test": 1, "compare": 1,
  ]

  /// Parses arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments. The first word `trace` is the name of the command.
  ///   - isOwnProgram: True in the executable of a program, whose command has no such name. There
  ///     `trace` before a verb is the name of the file.
  /// - Throws: An error in an option, or in the number of words.
  init(_ arguments: [String], isOwnProgram: Bool) throws(TraceUsageError) {
    var words: [String] = []
    var rest = arguments[...]
    var isNamed = false
    var numbers: [String: Int] = [:]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        words += rest
        rest = []
      case "--json": isJSON = true
      case "--from", "--limit", "--at":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number < 1 << 48 else {
          throw TraceUsageError("\(word) needs a number.")
        }
        let least = word == "--limit" ? 1 : 0
        guard number >= least else {
          throw TraceUsageError("\(word) must be at least \(least).")
        }
        numbers[word] = number
      case "--ignore":
        guard let text = rest.popFirst() else { throw TraceUsageError("--ignore needs a path.") }
        guard let path = TracePath(text) else {
          throw TraceUsageError("'\(text)' is not a path.")
        }
        ignored.append(path)
      case _ where word.hasPrefix("--"): throw TraceUsageError("There is no option '\(word)'.")
      default:
        if words.isEmpty, word == "trace" { isNamed = true }
        words.append(word)
      }
    }
    let isFile = isOwnProgram && words.count > 1 && Self.most[words[1]] != nil
    if isNamed && !isFile { words.removeFirst() }
    guard words.count >= 2 else { throw TraceUsageError("A file and a verb are needed.") }
    file = words[0]
    verb = words[1]
    self.words = words[2...]
    if let from = numbers["--from"] { self.from = from }
    if let limit = numbers["--limit"] { self.limit = min(limit, Self.mostRows) }
    at = numbers["--at"].map { UInt64($0) }
    if at != nil, verb != "state" {
      throw TraceUsageError("'\(verb)' does not take --at, which is for 'state'.")
    }
    if !ignored.isEmpty, verb != "replay" {
      throw TraceUsageError("'\(verb)' does not take --ignore, which is for 'replay'.")
    }
    if let most = Self.most[verb], self.words.count > most {
      throw TraceUsageError(
        "'\(verb)' does not take '\(self.words[self.words.startIndex + most])'. Put quotation "
          + "marks around an argument that contains spaces.")
    }
  }

  mutating func word(_ what: String) throws(TraceUsageError) -> String {
    guard let word = words.popFirst() else { throw TraceUsageError("'\(verb)' needs \(what).") }
    return word
  }

  mutating func path() throws(TraceUsageError) -> TracePath {
    let text = try word("a path")
    guard let path = TracePath(text) else { throw TraceUsageError("'\(text)' is not a path.") }
    return path
  }

  mutating func anyNumber(_ what: String = "a number") throws(TraceUsageError) -> UInt64 {
    let text = try word(what)
    guard let number = UInt64(text.hasPrefix("#") ? text.dropFirst() : text[...]) else {
      throw TraceUsageError("'\(text)' is not a number.")
    }
    return number
  }

  /// Reads the number of an action from the next word.
  ///
  /// - Returns: The index of the action in the trace.
  mutating func number(in trace: Trace) throws -> Int {
    let number = try anyNumber()
    guard let index = trace.index(of: number) else { throw TraceError.unknownNumber(number) }
    return index
  }

  mutating func condition() throws(TraceUsageError) -> TraceCondition {
    let text = try word("a part of the state and its value, for example total=-3")
    guard let condition = TraceCondition(text) else {
      throw TraceUsageError("'\(text)' is not of the form PATH=JSON.")
    }
    return condition
  }
}
