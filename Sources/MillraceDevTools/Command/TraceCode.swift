// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// The names of a program's types and of its feature in the code of a test.
struct TraceCode: Sendable {
  /// The type of the states, with its module.
  let state: String
  /// The type of the actions, with its module.
  let action: String
  /// The expression for the feature, or nil if it is not known.
  let feature: String?
  /// The modules of the types and of the feature, in alphabetical order.
  let modules: [String]
  /// The types that are not visible in a test.
  let hidden: [String]

  init(state: Any.Type, action: Any.Type, feature: String?, importing modules: [String]) {
    let (state, action) = (WrittenType(state), WrittenType(action))
    self.state = state.text
    self.action = action.text
    self.feature = feature
    self.modules = state.modules.union(action.modules).union(modules).sorted()
    hidden = [state, action].filter(\.isHidden).map(\.text)
  }

  private static let standard: Set = ["Foundation", "FoundationEssentials"]

  /// Returns the code of a test that replays a trace.
  ///
  /// The test fails if a part of the final state has the value of the condition.
  ///
  /// - Parameters:
  ///   - trace: The actions.
  ///   - condition: The path of the part, and the value that is wrong.
  /// - Returns: The code.
  func test(of trace: Trace, _ condition: TraceCondition) -> String {
    let text = trace.text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    // Each literal has one `#` more than the longest sequence of `#` in the text. Therefore no
    // characters of the text end the literal or begin an interpolation.
    let runs = "\(text) \(condition)".unicodeScalars.split { $0 != "#" }.map(\.count)
    let mark = String(repeating: "#", count: 1 + (runs.max() ?? 0))
    let json = condition.value.map { "try TraceValue(json: \(mark)\"\($0.json)\"\(mark))" }
    // `@testable`, because the types and the feature can be internal.
    let imports = modules.filter { !["Millrace", "MillraceTrace", "Testing"].contains($0) }
      .map { Self.standard.contains($0) ? "import \($0)" : "@testable import \($0)" }
    let notes = hidden.map {
      "// \($0) is private or declared in a function. Make it visible, or this does not compile."
    }
    return """
      \((notes + imports + ["import Millrace", "import MillraceTrace", "import Testing"])
        .joined(separator: "\n"))

      @MainActor @Test func theReportedRunDoesNotEndIn\(Self.word(condition.path))() throws {
        let trace = try Trace(text: \(mark)\"\"\"
      \(text)
          \"\"\"\(mark))
        var (state, reported) = try trace.decoded(\(state).self, \(action).self)
        let reducer = Reducer(dropping: \(program).feature)
        while !reported.isEmpty { reducer.step(&state, reported.removeFirst().action) }
        let path = try #require(TracePath(\(Self.literal(condition.path, mark))))
        let wrong: TraceValue? = \(json ?? "nil")
        let end = try TraceValue(encoding: state)[path: path]
        #expect(end != wrong)
      }
      """
  }

  /// The expression for the feature, or a placeholder, which the compiler rejects.
  private var program: String { feature ?? "<#the feature of \(state)#>" }

  /// A path as a string literal of Swift.
  ///
  /// Control characters, and characters that change the direction of writing, are written as Swift
  /// escapes. Otherwise ``TraceCommand`` would replace most of them with JSON escapes, and a line
  /// break would end the literal.
  private static func literal(_ path: TracePath, _ mark: String) -> String {
    let text = path.description.unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isCommand {
        text += "\\\(mark)u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return "\(mark)\"\(text)\"\(mark)"
  }

  /// A path as a part of the name of a function.
  private static func word(_ path: TracePath) -> String {
    path.description.split { !$0.isLetter && !$0.isWholeNumber }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// The name of a type in the code of another module: `Shop.Cart.State`.
struct WrittenType {
  private(set) var text = ""
  private(set) var modules: Set<String> = []
  private(set) var isHidden = false

  init(_ type: Any.Type) {
    self.init(reflected: String(reflecting: type))
  }

  /// Creates the name from the result of `String(reflecting:)`.
  init(reflected name: String) {
    var rest = name[...]
    // The name of a private type contains the address of its context.
    while let start = rest.firstRange(of: "(unknown context at "),
      let end = rest[start.upperBound...].firstRange(of: ").")
    {
      rest.removeSubrange(start.lowerBound..<end.upperBound)
      isHidden = true
    }
    // If the extension around a type has a where clause or is in another module, the name contains
    // the module of the extension, the extended type, the where clause, and the type.
    while let start = rest.firstRange(of: "< where ") {
      rest.removeSubrange(start.lowerBound..<Self.end(ofClause: rest[start.upperBound...]))
    }
    while let start = rest.firstRange(of: "(extension in "),
      let end = rest[start.upperBound...].firstRange(of: "):")
    {
      modules.insert(String(rest[start.upperBound..<end.lowerBound]))
      rest.removeSubrange(start.lowerBound..<end.upperBound)
    }
    while !rest.isEmpty {
      let path = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      rest = rest.dropFirst(path.count)
      if path.first == "." {
        text += path  // a member of the generic type before it
      } else {
        write(path.split(separator: ".").map(String.init))
      }
      if let sign = rest.popFirst() { text.append(sign) }
    }
  }

  /// The index after the `>` that closes the where clause of an extension.
  private static func end(ofClause clause: Substring) -> String.Index {
    var depth = 1
    var last: Character = " "
    for (index, sign) in zip(clause.indices, clause) {
      if sign == "<" { depth += 1 }
      // The `>` of an arrow `->` is not a closing bracket.
      if sign == ">", last != "-" { depth -= 1 }
      if depth == 0 { return clause.index(after: index) }
      last = sign
    }
    return clause.endIndex
  }

  private mutating func write(_ names: [String]) {
    guard let module = names.first, names.count > 1 else {
      return text += names.joined(separator: ".")
    }
    if module != "Swift" { modules.insert(module) }
    // If the path begins with a type that has the module's name, Swift resolves the name of the
    // module to this type. Therefore the module is left out.
    let isShadowed = names[1] == module
    text += names.dropFirst(isShadowed ? 1 : 0).joined(separator: ".")
  }
}
