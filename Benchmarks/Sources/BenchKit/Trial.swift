// SPDX-License-Identifier: Apache-2.0

/// One piece of work that is repeated: ours, or the baseline that it is compared with.
@MainActor
public struct Trial {
  /// Does the work that many times.
  let run: @MainActor (Int) async -> Void
  /// Says what is wrong after that many operations in all, or nil.
  let problem: @MainActor (Int) -> String?
  /// How often the state was copied so far, if that is counted.
  public var copies: (@MainActor () -> Int)?

  /// A trial whose work is done when `run` returns.
  ///
  /// - Parameters:
  ///   - run: Does the work that many times. The loop is in there, so that the compiler sees it.
  ///   - problem: Looks at the final state and at the number of notifications after that many
  ///     operations since the trial was made, and says what is wrong with them.
  public init(
    run: @escaping @MainActor (Int) -> Void, problem: @escaping @MainActor (Int) -> String?
  ) {
    self.run = { run($0) }
    self.problem = problem
  }

  /// A trial whose work is asynchronous.
  public init(
    run: @escaping @MainActor (Int) async -> Void,
    problem: @escaping @MainActor (Int) -> String?
  ) {
    self.run = run
    self.problem = problem
  }
}

extension Trial {
  /// A sentence for ``Trial/init(run:problem:)``: nil if both numbers are the same.
  public nonisolated static func difference(
    _ what: String, is value: Int, expected: Int
  ) -> String? {
    value == expected ? nil : "\(what) is \(value), expected \(expected)"
  }
}

/// A trial ended in another state than it should have.
public struct TrialFailure: Error, Equatable, CustomStringConvertible {
  /// The scenario, which side of it, and what is wrong.
  public let description: String

  init(scenario: String, side: String, operations: Int, problem: String) {
    description = """
      \(scenario) did not do its work: \(side), after \(operations) operations: \(problem). \
      Its times mean nothing. Likely cause: the store or the scenario changed; repair it first.
      """
  }
}
