// SPDX-License-Identifier: Apache-2.0

/// Measures scenarios one after the other.
///
/// A scenario whose time breaks a promise is measured again.
@MainActor
public struct Course {
  private let promises: [Promise]
  private let sampler: Sampler
  private let attempts: Int

  /// Creates a course.
  ///
  /// - Parameters:
  ///   - promises: The promises to check.
  ///   - sampler: The sampler that measures each scenario.
  ///   - attempts: The maximum number of measurements of a scenario.
  public init(promises: [Promise], sampler: Sampler, attempts: Int = 3) {
    self.promises = promises
    self.sampler = sampler
    self.attempts = attempts
  }

  /// Measures the scenarios, and returns one row for each.
  ///
  /// Of several attempts, the row is the one that is closest to its promises.
  ///
  /// Only broken promises about times cause another attempt, because a busy machine does not change
  /// other quantities.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios to measure.
  ///   - report: Is called before each measurement with a description of it.
  /// - Returns: The rows, in the order of the scenarios.
  /// - Throws: ``TrialFailure`` if a scenario does not do its work.
  public func run(_ scenarios: [Scenario], report: (String) -> Void) async throws -> [Row] {
    var rows: [Row] = []
    for scenario in scenarios {
      var best: (row: Row, excess: Double)?
      for attempt in 1...attempts {
        report(attempt == 1 ? scenario.name : "\(scenario.name), attempt \(attempt)")
        let row = try await scenario.measure(sampler)
        let broken = promises.verdicts(on: [row], only: [row.name]).filter(\.isWorthAnotherTry)
        let excess = broken.map(\.excess).max() ?? 0
        if best.map({ excess < $0.excess || $0.excess.isNaN }) ?? true { best = (row, excess) }
        if broken.isEmpty { break }
      }
      if let best { rows.append(best.row) }
    }
    return rows
  }
}
