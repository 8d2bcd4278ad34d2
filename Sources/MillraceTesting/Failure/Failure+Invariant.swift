// SPDX-License-Identifier: Apache-2.0

extension Failure {
  /// The way to a state that breaks an invariant.
  struct Trail {
    let start: String
    let steps: [(action: String, change: String)]
    let end: String
    /// Whether its end breaks the invariant.
    let isBroken: Bool
    /// What the invariant threw.
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
        lines.append("Of this the invariant says:")
        lines.append(breach.indented)
      }
      return lines.joined(separator: "\n")
    }
  }

  /// The same actions break an invariant in one run and not in another.
  static func impure(_ trail: Trail, seed: UInt64, length: Int) -> Failure {
    Failure(
      headline: """
        Expected the reducer to make the same of the same actions, but \
        \(counted(trail.steps.count, "action")) of the seed \(seed) broke the invariant in one run \
        and did not in the next:
        """,
      detail: trail.text,
      cause: """
        the reducer is not pure: it reads the time, a random number or a variable, or goes through \
        a set or a dictionary in its order. Or the invariant does.
        """,
      remedy: """
        give the action what the reducer reads, so that the middleware makes it; \
        `LawTests.check` finds where it differs. Then run again with `seed: \(seed), runs: 1, \
        length: \(length)`.
        """)
  }

  /// Actions break an invariant.
  static func broken(_ trail: Trail, tried: Int, seed: UInt64, length: Int) -> Failure {
    let count = trail.steps.count
    let origin = count == tried ? "of" : "cut down from \(tried) random ones of"
    return Failure(
      headline: """
        Expected the invariant to hold after every action, but it is broken by \
        \(counted(count, "action")), \(origin) the seed \(seed):
        """,
      detail: trail.text,
      cause: count == 1
        ? "the reducer does not keep to the invariant in this action."
        : """
        the reducer does not keep to the invariant in the last of these actions, or the others \
        have led to a state that it does not expect.
        """,
      remedy: """
        run again with `seed: \(seed), runs: 1, length: \(length)` while you correct the reducer, \
        and keep \(count == 1 ? "the action" : "these actions") as a test; or let the invariant \
        allow for the last state.
        """)
  }

  /// The first state breaks the invariant.
  static func brokenAtStart(_ state: some Any, _ breach: String?) -> Failure {
    Failure(
      headline: """
        Expected the invariant to hold after every action, but the first state breaks it already:
        """,
      detail: text(of: state) + (breach.map { "\n\nThe invariant says:\n\($0.indented)" } ?? ""),
      cause: "the invariant asks for something that is so only after the first actions.",
      remedy: "begin with a state that is in order, or let the invariant allow for this one.")
  }

  /// There was nothing to check.
  static func nothingGenerated(runs: Int, length: Int) -> Failure {
    Failure(
      headline: """
        Expected random actions, but none was made in \(counted(runs, "run")) of at most \
        \(counted(length, "action")).
        """,
      cause: "the generator returns nil for the first state, or has nothing to choose from.",
      remedy: """
        let at least one of its choices fit the first state, and ask for at least one run of one \
        action.
        """)
  }

  /// What an action has made of a state, in words.
  static func change<Value>(from before: Value, to after: Value) -> String {
    difference(from: before, to: after) ?? "changes nothing"
  }
}
