// SPDX-License-Identifier: Apache-2.0

/// One piece of work that is repeated: our code, or the baseline for it.
@MainActor
public struct Trial {
  /// Does the work this number of times.
  let run: @MainActor (Int) async -> Void
  /// Returns the error after this total number of operations, or nil.
  let problem: @MainActor (Int) -> String?
  /// Returns the number of copies of the state so far.
  ///
  /// It is nil if they are not counted.
  public var copies: (@MainActor () -> Int)?

  /// Creates a trial whose work is complete when `run` returns.
  ///
  /// - Parameters:
  ///   - run: Does the work this number of times. The closure contains the loop, so that the
  ///     compiler can optimize it.
  ///   - problem: Checks the state and the number of notifications after this total number of
  ///     operations, and returns the error or nil.
  public init(
    run: @escaping @MainActor (Int) -> Void, problem: @escaping @MainActor (Int) -> String?
  ) {
    self.run = { run($0) }
    self.problem = problem
  }

  /// Creates a trial whose work is asynchronous.
  public init(
    run: @escaping @MainActor (Int) async -> Void,
    problem: @escaping @MainActor (Int) -> String?
  ) {
    self.run = run
    self.problem = problem
  }
}

extension Trial {
  /// Returns nil if both numbers are equal, otherwise an error for the closure `problem` of a
  /// trial.
  public nonisolated static func difference(
    _ what: String, is value: Int, expected: Int
  ) -> String? {
    value == expected ? nil : "\(what) is \(value), expected \(expected)"
  }
}

/// A trial has ended in a wrong state.
public struct TrialFailure: Error, Equatable, CustomStringConvertible {
  /// The scenario, the side, and the error.
  public let description: String

  init(scenario: String, side: String, operations: Int, problem: String) {
    description = """
      \(scenario) did not do its work: \(side), after \(operations) operations: \(problem). \
      Its times mean nothing. Likely cause: the store or the scenario changed; repair it first.
      """
  }
}
