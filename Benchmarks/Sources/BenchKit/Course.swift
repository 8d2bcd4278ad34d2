// SPDX-License-Identifier: Apache-2.0

/// Measures scenarios one after the other, and again those whose time breaks a promise.
@MainActor
public struct Course {
  private let promises: [Promise]
  private let sampler: Sampler
  private let attempts: Int

  /// Creates a course.
  ///
  /// - Parameters:
  ///   - promises: What is checked.
  ///   - sampler: How each scenario is measured.
  ///   - attempts: How often a scenario may be measured until its times keep the promises.
  public init(promises: [Promise], sampler: Sampler, attempts: Int = 3) {
    self.promises = promises
    self.sampler = sampler
    self.attempts = attempts
  }

  /// One row for each scenario: of several attempts, the one that came closest to its promises.
  ///
  /// Only times are measured again; counts are exact.
  ///
  /// - Parameters:
  ///   - scenarios: What to measure.
  ///   - report: Hears what is going to be measured.
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
