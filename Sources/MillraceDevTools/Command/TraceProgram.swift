// SPDX-License-Identifier: Apache-2.0

public import Millrace
public import MillraceTrace

/// What a program knows and its traces do not: its types and its reducer.
///
/// ```swift
/// @main struct CartTrace {
///   static func main() {
///     TraceCommand(TraceProgram(cart, named: "cart")).main()
///   }
/// }
/// ```
public struct TraceProgram: Sendable {
  /// Runs a trace again and compares the states; returns how many were compared.
  let replay: @Sendable (Trace) throws(TraceError) -> Int
  /// Makes the state after an action.
  let state: @Sendable (Trace, UInt64) throws(TraceError) -> TraceValue
  /// Compares the types of a trace's actions with the program's.
  let check: @Sendable (Trace) -> TraceCheck
  /// Finds few actions that lead to a value, of which none can be spared.
  let bisect: @Sendable (Trace, TraceCondition) throws(TraceError) -> Bisection
  /// The types and the feature as they are written in code.
  let code: TraceCode

  /// Creates it for a feature of the program.
  ///
  /// - Parameters:
  ///   - feature: Its feature or reducer.
  ///   - name: How the feature is written in code, for tests that are made of traces: `till`, or
  ///     `Shop.till`. Without it a test has a place to fill in.
  ///   - modules: What such a test imports besides the modules of the two types: that of the
  ///     feature, if it is another one.
  public init<State: Codable & Sendable, Action: Codable & Sendable>(
    _ feature: some FeatureType<State, Action>, named name: String? = nil,
    importing modules: [String] = []
  ) {
    let reducer = Reducer(dropping: feature.feature)
    code = TraceCode(state: State.self, action: Action.self, feature: name, importing: modules)
    check = { $0.check(against: Action.self) }
    replay = { trace throws(TraceError) in try trace.compared(with: reducer).count }
    state = { trace, number throws(TraceError) in
      var (state, actions) = try trace.decoded(State.self, Action.self)
      let first = trace.keyframes.first?.number
      guard number == first || trace.index(of: number) != nil else {
        throw .unknownNumber(number)
      }
      for dispatched in actions where dispatched.source.number ?? 0 <= number {
        reducer.step(&state, dispatched.action)
      }
      return try Self.picture(of: state, after: number)
    }
    bisect = { trace, condition throws(TraceError) in
      let (first, actions) = try trace.decoded(State.self, Action.self)
      // The shortest beginning after which the condition holds; each action encodes the part once.
      var found: (end: Int, condition: TraceCondition)?
      var state = first
      for (index, dispatched) in actions.enumerated() {
        reducer.step(&state, dispatched.action)
        let part: TraceValue?
        do { part = try TraceValue.part(at: condition.path, of: state) } catch {
          throw .unreadableState(after: dispatched.source.number ?? 0, reason: "\(error)")
        }
        if condition.holds(for: part) {
          found = (index, TraceCondition(path: condition.path, value: part))
          break
        }
      }
      guard let found else { throw .conditionNeverHolds(condition.description) }
      let (kept, isLeast) = fewest(Array(0...found.end), from: first, runs: Bisection.mostRuns) {
        reducer.step(&$0, actions[$1].action)
      } fails: { state in
        // A state that cannot be written has no such part, and is not without it either.
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

  /// Writes a test that fails as long as the reducer leads to a value; see ``TraceCommand``.
  package func test(
    of trace: Trace, _ condition: TraceCondition
  ) throws(TraceError) -> String {
    let few = try bisect(trace, condition)
    let test = code.test(of: few.trace, few.condition)
    return few.note.map { "// \($0)\n\(test)" } ?? test
  }

  private static func picture(
    of state: some Encodable, after number: UInt64
  ) throws(TraceError) -> TraceValue {
    do { return try TraceValue(encoding: state) } catch {
      throw .unreadableState(after: number, reason: "\(error)")
    }
  }
}

/// A part of a state and the value that it has: `total=-3`.
///
/// How a number is written does not matter: `total=-3.0` says the same. Two conditions are equal if
/// they are written alike.
public struct TraceCondition: Sendable, Hashable, CustomStringConvertible {
  /// The part.
  public let path: TracePath
  /// The value; nil for a part that is not there.
  public let value: TraceValue?

  /// Creates a condition.
  public init(path: TracePath, value: TraceValue?) {
    self.path = path
    self.value = value
  }

  /// Reads `path=JSON`, or `path=nothing`; nil if the text is neither.
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

  /// Whether the condition holds in a state.
  public func holds(in state: TraceValue) -> Bool { holds(for: state[path: path]) }

  /// Whether a part of a state has the value.
  func holds(for part: TraceValue?) -> Bool {
    guard let value, let part else { return value == nil && part == nil }
    return part.says(value)
  }

  /// The condition in the form that ``init(_:)`` reads.
  public var description: String { "\(path)=\(value?.json ?? "nothing")" }
}

extension TraceValue {
  /// Whether it is the same value, in whatever digits its numbers are written.
  fileprivate func says(_ other: TraceValue) -> Bool {
    switch (self, other) {
    case (.number(let mine), .number(let others)): Self.isSame(mine, others)
    case (.array(let mine), .array(let others)):
      mine.count == others.count && zip(mine, others).allSatisfy { $0.says($1) }
    case (.object(let mine), .object(let others)):
      mine.count == others.count
        && mine.allSatisfy { name, value in others[name].map { value.says($0) } ?? false }
    default: self == other
    }
  }

  /// Whether two numbers are the same: whole ones by their digits, as a `Double` cannot hold all of
  /// them; `-0` is 0.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (one == "-0" ? "0" : one, other == "-0" ? "0" : other)
    if one == other { return true }
    func isWhole(_ digits: String) -> Bool { !digits.contains { ".eE".contains($0) } }
    if isWhole(one) && isWhole(other) { return false }
    guard let value = Double(one), value.isFinite else { return false }
    return value == Double(other)
  }
}

/// Few actions of a trace that lead to a value: none can be spared, unless the search ended early.
struct Bisection: Sendable {
  /// The most runs of the reducer for one search: seconds, for most reducers.
  static let mostRuns = 5_000_000

  /// The actions and the first state.
  let trace: Trace
  /// The part and the value to which they lead, as the state writes it.
  let condition: TraceCondition
  /// Whether no action can be left out alone; false if the search ended before that was known.
  let isLeast: Bool

  /// What a user is told about a search that ended early; nil for any other.
  var note: String? {
    isLeast
      ? nil : "After \(Self.mostRuns) runs of the reducer the search ended: fewer may be enough."
  }
}

/// Leaves elements out as long as the rest still fails, until none can be left out alone.
///
/// It takes out halves first, then smaller and smaller pieces (delta debugging, after Zeller). The
/// state before the piece is kept, so that a test runs only what comes after it.
///
/// Complexity: O(k log n) tests where few of the n elements matter, k of them; O(n²) at worst.
///
/// - Parameters:
///   - elements: The elements.
///   - first: The state before the first one.
///   - runs: The most runs of `step`.
///   - step: Makes the next state.
///   - fails: Whether the last state is the one that is looked for.
/// - Returns: The elements that are left, and whether none of them can be left out alone; false if
///   the runs were used up before that was known.
func fewest<Element, State>(
  _ elements: [Element], from first: State, runs: Int, step: (inout State, Element) -> Void,
  fails: (State) -> Bool
) -> (kept: [Element], isLeast: Bool) {
  var kept = elements
  var left = runs
  var size = max(1, kept.count / 2)
  while !kept.isEmpty {
    var (start, before, hasShrunk) = (0, first, false)
    while start < kept.count {
      let end = min(start + size, kept.count)
      left -= kept.count - start
      guard left >= 0 else { return (kept, false) }
      var state = before
      for element in kept[end...] { step(&state, element) }
      if fails(state) {
        kept.removeSubrange(start..<end)
        hasShrunk = true
      } else {
        for element in kept[start..<end] { step(&before, element) }
        start = end
      }
    }
    if size == 1 {
      if !hasShrunk { return (kept, true) }
    } else {
      size = max(1, size / 2)
    }
  }
  return (kept, true)
}
