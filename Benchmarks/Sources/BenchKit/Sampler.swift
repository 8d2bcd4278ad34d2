// SPDX-License-Identifier: Apache-2.0

/// Repeats trials in turn and takes the time of each repeat.
///
/// The trials of one scenario take turns, so that a slow moment of the machine hits all of them.
/// Every repeat is checked.
@MainActor
public struct Sampler {
  /// How often each trial is repeated after the warm-up.
  public let repeats: Int
  /// How many nanoseconds one repeat should take.
  public let span: Double

  /// A sampler of `repeats` repeats, five at least.
  public init(repeats: Int, span: Double) {
    self.repeats = max(5, repeats)
    self.span = span
  }

  /// Nanoseconds per operation: for every trial, one number for each repeat.
  ///
  /// - Parameters:
  ///   - trials: What to run, with the name of each.
  ///   - scenario: The name for messages.
  ///   - now: The time in nanoseconds.
  /// - Returns: The times in the order of `trials`, and how often each one was run in all.
  /// - Throws: ``TrialFailure`` as soon as a trial is in a wrong state.
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

  /// Runs a trial with more and more operations, until they take about one span.
  private func warmUp(_ samples: Samples, _ now: () -> UInt64) async throws -> Samples {
    var samples = samples
    while true {
      let time = try await samples.run(samples.batch, now)
      let factor = span / max(time, 1)
      // Twice the same size in the end, so that caches and branches have seen it.
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
  /// How many operations one repeat has.
  public internal(set) var batch = 1
  /// How many operations there were in all.
  public private(set) var total = 0
  /// Nanoseconds per operation of each repeat.
  public internal(set) var times: [Double] = []

  init(_ scenario: String, _ side: String, _ trial: Trial) {
    self.scenario = scenario
    self.side = side
    self.trial = trial
  }

  /// The median time.
  public var median: Double { times.median }

  /// The median of how much longer this trial took than the other one in the same repeat.
  public func ratio(to other: Samples) -> Double {
    zip(times, other.times).map { $0 / $1 }.median
  }

  /// Copies of the state per operation, over all operations; nil where they are not counted.
  var copies: Double? { trial.copies.map { Double($0()) / Double(total) } }

  /// Runs operations, checks what they left behind, and tells how long they took.
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

  /// Objects allocated per operation, in a repeat whose time is not taken; nil if not counted.
  mutating func allocations() async throws -> Double? {
    let count = Swift.min(batch, 10_000)
    guard AllocationCounter.start() else { return nil }
    await trial.run(count)
    let allocations = AllocationCounter.stop()
    try check(after: count)
    return Double(allocations) / Double(count)
  }
}
