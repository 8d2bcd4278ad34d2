// SPDX-License-Identifier: Apache-2.0

/// Repeats trials and measures the time of each repeat.
///
/// The trials of one scenario run alternately, so that a busy machine affects all of them. The
/// result of every repeat is checked.
@MainActor
public struct Sampler {
  /// The number of repeats of each trial after the warm-up.
  public let repeats: Int
  /// The intended duration of one repeat in nanoseconds.
  public let span: Double

  /// Creates a sampler.
  ///
  /// The minimum of `repeats` is five.
  public init(repeats: Int, span: Double) {
    self.repeats = max(5, repeats)
    self.span = span
  }

  /// Measures the nanoseconds per operation of every trial, once for each repeat.
  ///
  /// - Parameters:
  ///   - trials: The trials to run, with their names.
  ///   - scenario: The name of the scenario for messages.
  ///   - now: Returns the current time in nanoseconds.
  /// - Returns: The times in the order of `trials`, and the total number of operations of each.
  /// - Throws: ``TrialFailure`` as soon as a trial has a wrong state.
  public func measure(
    _ trials: [(side: String, trial: Trial)], scenario: String, now: () -> UInt64
  ) async throws -> [Samples] {
    var samples: [Samples] = []
    for (side, trial) in trials {
      samples.append(try await warmUp(Samples(scenario, side, trial), now))
    }
    for index in 0..<repeats {
      let order = index.isMultiple(of: 2) ? Array(trials.indices) : trials.indices.reversed()
      for position in order {
        let time = try await samples[position].run(samples[position].batch, now)
        samples[position].times.append(time / Double(samples[position].batch))
      }
    }
    return samples
  }

  /// Runs a trial with an increasing number of operations, until they take about one span.
  private func warmUp(_ samples: Samples, _ now: () -> UInt64) async throws -> Samples {
    var samples = samples
    while true {
      let time = try await samples.run(samples.batch, now)
      let factor = span / max(time, 1)
      // The last two runs have about the same size, so that caches and branch predictors are warm.
      if factor < 1.5 { break }
      samples.batch = max(samples.batch + 1, Int(Double(samples.batch) * min(factor, 10)))
    }
    _ = try await samples.run(samples.batch, now)
    return samples
  }
}

/// The repeats of one trial.
@MainActor
public struct Samples {
  private let scenario: String
  private let side: String
  private let trial: Trial
  /// The number of operations in one repeat.
  public internal(set) var batch = 1
  /// The total number of operations.
  public private(set) var total = 0
  /// The nanoseconds per operation in each repeat.
  public internal(set) var times: [Double] = []

  init(_ scenario: String, _ side: String, _ trial: Trial) {
    self.scenario = scenario
    self.side = side
    self.trial = trial
  }

  /// The median time.
  public var median: Double { times.median }

  /// Returns the median of the ratios of this trial's times to those of another trial in the same
  /// repeat.
  public func ratio(to other: Samples) -> Double {
    zip(times, other.times).map { $0 / $1 }.median
  }

  /// The copies of the state per operation, over all operations, or nil if they are not counted.
  var copies: Double? { trial.copies.map { Double($0()) / Double(total) } }

  /// Runs operations, checks the result, and returns the duration.
  mutating func run(_ count: Int, _ now: () -> UInt64) async throws -> Double {
    let start = now()
    await trial.run(count)
    let time = Double(now() - start)
    try check(after: count)
    return time
  }

  private mutating func check(after count: Int) throws {
    total += count
    if let problem = trial.problem(total) {
      throw TrialFailure(scenario: scenario, side: side, operations: total, problem: problem)
    }
  }

  /// Returns the number of allocated objects per operation, or nil if they are not counted.
  ///
  /// It runs an additional repeat whose time is not measured.
  mutating func allocations() async throws -> Double? {
    let count = Swift.min(batch, 10_000)
    guard AllocationCounter.start() else { return nil }
    await trial.run(count)
    let allocations = AllocationCounter.stop()
    try check(after: count)
    return Double(allocations) / Double(count)
  }
}
