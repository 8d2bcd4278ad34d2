// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import MillraceTrace

/// The types and the reducer of a program, which some verbs of a ``TraceCommand`` need.
///
/// ```swift
/// @main struct CartTrace {
///   static func main() {
///     TraceCommand(TraceProgram(cart, named: "cart")).main()
///   }
/// }
/// ```
public struct TraceProgram: Sendable {
  /// Replays a trace and compares the states.
  ///
  /// The parts at the paths are ignored. Returns the number of states that were compared.
  let replay: @Sendable (Trace, [TracePath]) throws(TraceError) -> Int
  /// Computes the state after an action.
  let state: @Sendable (Trace, UInt64) throws(TraceError) -> TraceValue
  /// Compares the types of a trace's actions with the program's.
  let check: @Sendable (Trace) -> TraceCheck
  /// Finds few actions that lead to a value.
  ///
  /// No single one of them can be left out, unless the search ended early.
  let bisect: @Sendable (Trace, TraceCondition) throws(TraceError) -> Bisection
  /// The names of the types and of the feature in code.
  let code: TraceCode

  /// Creates an instance for a feature of the program.
  ///
  /// - Parameters:
  ///   - feature: The feature or reducer.
  ///   - name: The expression for the feature in a generated test, for example `till` or
  ///     `Shop.till`. If it is nil, the test contains a placeholder.
  ///   - modules: Further modules that a generated test imports. The modules of the two types are
  ///     imported in any case; the module of the feature must be named if it is another one.
  public init<State: Codable & Sendable, Action: Codable & Sendable>(
    _ feature: some FeatureType<State, Action>, named name: String? = nil,
    importing modules: [String] = []
  ) {
    let reducer = Reducer(dropping: feature.feature)
    code = TraceCode(state: State.self, action: Action.self, feature: name, importing: modules)
    check = { $0.check(against: Action.self) }
    replay = { trace, ignored throws(TraceError) in
      try trace.compared(with: reducer, ignoring: ignored).count
    }
    state = { trace, number throws(TraceError) in
      var (state, actions) = try trace.decoded(State.self, Action.self)
      let first = trace.keyframes.first?.number
      guard number == first || trace.index(of: number) != nil else {
        throw .unknownNumber(number)
      }
      for dispatched in actions where dispatched.source.number ?? 0 <= number {
        reducer.step(&state, dispatched.action)
      }
      return try Trace.encoded(of: state, after: number)
    }
    bisect = { trace, condition throws(TraceError) in
      let (first, actions) = try trace.decoded(State.self, Action.self)
      // Finds the least number of actions after which the condition is true. The part is encoded
      // once per action.
      var found: (count: Int, condition: TraceCondition)?
      var state = first
      for count in 0...actions.count {
        if count > 0 { reducer.step(&state, actions[count - 1].action) }
        let part: TraceValue?
        do { part = try TraceValue.part(at: condition.path, of: state) } catch {
          let number =
            count > 0 ? actions[count - 1].source.number : trace.keyframes.first?.number
          throw .unencodableState(after: number ?? 0, error)
        }
        if condition.holds(for: part) {
          found = (count, TraceCondition(path: condition.path, value: part))
          break
        }
      }
      guard let found else { throw .conditionNeverHolds(condition.description) }
      let (kept, isLeast) = fewest(Array(0..<found.count), from: first, runs: Bisection.mostRuns) {
        reducer.step(&$0, actions[$1].action)
      } fails: { state in
        // A state that cannot be encoded does not fulfil the condition, also if the condition is
        // that the part does not exist.
        do {
          return try TraceValue.part(at: condition.path, of: state) == found.condition.value
        } catch { return false }
      }
      let few = Trace(
        header: trace.header,
        lines: kept.map { index in
          let line = trace.lines[index]
          return Trace.Line(
            source: line.source, client: line.client, time: line.time, action: line.action)
        }, keyframes: Array(trace.keyframes.prefix(1)))
      return Bisection(trace: few, condition: found.condition, isLeast: isLeast)
    }
  }

  /// Writes a test that fails while the actions lead to a value; see ``TraceCommand``.
  package func test(
    of trace: Trace, _ condition: TraceCondition
  ) throws(TraceError) -> String {
    let few = try bisect(trace, condition)
    let test = code.test(of: few.trace, few.condition)
    return few.note.map { "// \($0)\n\(test)" } ?? test
  }
}

/// A condition on a part of a state: the part must have a value, as in `total=-3`.
///
/// Numbers are compared by value: `total=-3.0` is true for the same states. `null` is also the
/// value of a part that does not exist, as an optional without a value is normally not encoded. Two
/// conditions are equal only if their texts are equal.
public struct TraceCondition: Sendable, Hashable, CustomStringConvertible {
  /// The path of the part.
  public let path: TracePath
  /// The value, or nil if the part must not exist.
  public let value: TraceValue?

  /// Creates a condition.
  public init(path: TracePath, value: TraceValue?) {
    self.path = path
    self.value = value
  }

  /// Reads `path=JSON` or `path=nothing`, or returns nil if the text has neither form.
  public init?(_ text: String) {
    guard let sign = Self.sign(in: text), let path = TracePath(String(text[..<sign])) else {
      return nil
    }
    let json = String(text[text.utf8.index(after: sign)...])
    if json == "nothing" {
      self.init(path: path, value: nil)
    } else {
      guard let value = try? TraceValue(json: json) else { return nil }
      self.init(path: path, value: value)
    }
  }

  /// The first `=` that is not within the quotation marks of a name: `pages["a=b"]=1`.
  private static func sign(in text: String) -> String.Index? {
    var (last, isQuoted, isEscaped) = (UInt8(0), false, false)
    for (index, byte) in zip(text.utf8.indices, text.utf8) {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = byte == UInt8(ascii: "\\")
        isQuoted = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "=") {
        return index
      } else {
        isQuoted = byte == UInt8(ascii: "\"") && last == UInt8(ascii: "[")
      }
      last = byte
    }
    return nil
  }

  /// True if the condition is true for a state.
  public func holds(in state: TraceValue) -> Bool { holds(for: state[path: path]) }

  /// True if a part of a state has the value.
  func holds(for part: TraceValue?) -> Bool {
    guard let value, let part else { return part == nil && value ?? .null == .null }
    return part.isEqualByValue(to: value)
  }

  /// The condition in the form that ``init(_:)`` reads.
  public var description: String { "\(path)=\(value?.json ?? "nothing")" }
}

extension TraceValue {
  /// True if the values are equal.
  ///
  /// Numbers are compared by value, not by their digits.
  fileprivate func isEqualByValue(to other: TraceValue) -> Bool {
    switch (self, other) {
    case (.number(let mine), .number(let others)): Self.isSame(mine, others)
    case (.array(let mine), .array(let others)):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.isEqualByValue(to: $1) }
    case (.object(let mine), .object(let others)):
      mine.count == others.count
        && mine.allSatisfy { name, value in
          others[name].map { value.isEqualByValue(to: $0) } ?? false
        }
    default: self == other
    }
  }

  /// True if two numbers are equal.
  ///
  /// Whole numbers are compared by their digits, because a `Double` cannot represent all of them.
  /// `-0` is equal to 0.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one == "-0" ? "0" : one, other == "-0" ? "0" : other)
    if one == other { return true }
    func isWhole(_ digits: String) -> Bool { !digits.contains { ".eE".contains($0) } }
    if isWhole(one) && isWhole(other) { return false }
    guard let value = Double(one), value.isFinite else { return false }
    return value == Double(other)
  }
}

/// The result of a search: few actions of a trace that lead to a value.
struct Bisection: Sendable {
  /// The maximum number of runs of the reducer for one search.
  ///
  /// With most reducers, such a search takes seconds.
  static let mostRuns = 5_000_000

  /// The actions and the first state.
  let trace: Trace
  /// The path of the part, and the value to which the actions lead, as the state encodes it.
  let condition: TraceCondition
  /// True if no single action can be left out.
  ///
  /// False if the search ended before this was known.
  let isLeast: Bool

  /// True if no action is needed, because the first state has the value already.
  var isTrueAtFirst: Bool { trace.lines.isEmpty }

  /// A message for the user if no action is needed or if the search ended early, or nil.
  var note: String? {
    if isTrueAtFirst { return "\(condition) is true in the first state already." }
    return isLeast
      ? nil
      : "The search ended after \(Self.mostRuns) runs of the reducer: fewer actions can be enough."
  }
}
