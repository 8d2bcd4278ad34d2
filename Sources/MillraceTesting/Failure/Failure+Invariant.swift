// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// Actions that broke an invariant, with their changes and the first and last state, as text.
  struct Trail {
    let start: String
    let steps: [(action: String, change: String)]
    let end: String
    /// True if the last state breaks the invariant.
    ///
    /// It is false if the same actions broke the invariant only in an earlier run.
    let isBroken: Bool
    /// The error that the invariant threw, or nil if it returned false.
    let breach: String?

    var text: String {
      var lines = ["It begins with:", start.indented]
      for (index, step) in steps.enumerated() {
        lines.append("\(index + 1). \(step.action)")
        lines.append(step.change.indented)
      }
      lines.append("It ends with:")
      lines.append(end.indented)
      if let breach {
        lines.append("The invariant threw:")
        lines.append(breach.indented)
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The same actions break an invariant in one run and not in another.
  static func impure(_ trail: Trail, seed: UInt64, length: Int) -> Failure {
    Failure(
      headline: """
        Expected the reducer to give the same results for the same actions, but \
        \(counted(trail.steps.count, "action")) of the seed \(seed) broke the invariant in one run \
        and not in the next:
        """,
      detail: trail.text,
      cause: """
        the reducer or the invariant is not pure: it reads the time, a random number or a \
        variable, or it depends on the order of a set or a dictionary.
        """,
      remedy: """
        let the middleware read the value and put it into the action; `LawTests.check` finds the \
        difference. Then run again with `seed: \(seed), runs: 1, length: \(length)`.
        """)
  }

  /// Actions break an invariant.
  static func broken(_ trail: Trail, tried: Int, seed: UInt64, length: Int) -> Failure {
    let count = trail.steps.count
    let origin = count == tried ? "of" : "reduced from \(tried) random actions of"
    return Failure(
      headline: """
        Expected the invariant to hold after every action, but it is broken by \
        \(counted(count, "action")), \(origin) the seed \(seed):
        """,
      detail: trail.text,
      cause: count == 1
        ? "the reducer breaks the invariant in this action."
        : """
        the reducer breaks the invariant in the last of these actions, or the earlier actions have \
        led to a state that it does not expect.
        """,
      remedy: """
        run again with `seed: \(seed), runs: 1, length: \(length)` while you correct the reducer, \
        and keep \(count == 1 ? "the action" : "these actions") as a test; or change the invariant \
        to allow the last state.
        """)
  }

  /// The first state breaks the invariant.
  static func brokenAtStart(_ state: some Any, _ breach: String?) -> Failure {
    Failure(
      headline: """
        Expected the invariant to hold after every action, but the first state breaks it already:
        """,
      detail: text(of: state) + (breach.map { "\n\nThe invariant threw:\n\($0.indented)" } ?? ""),
      cause: "the invariant requires something that is true only after the first actions.",
      remedy: "begin with a valid state, or change the invariant to allow this state.")
  }

  /// The generator has created no action.
  static func nothingGenerated(runs: Int, length: Int) -> Failure {
    Failure(
      headline: """
        Expected random actions, but the generator created none in \(counted(runs, "run")) of at \
        most \(counted(length, "action")).
        """,
      cause: "the generator returns nil for the first state, or has no choices.",
      remedy: """
        add a choice that fits the first state, and request at least one run of one action.
        """)
  }

  /// The difference between the states before and after an action, as text.
  static func change<Value>(from before: Value, to after: Value) -> String {
    difference(from: before, to: after) ?? "no change"
  }
}
