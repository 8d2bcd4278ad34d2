// SPDX-License-Identifier: Apache-2.0

/// One operation to measure.
@MainActor
public struct Scenario {
  /// The short name, such as `S2.n100`.
  public let name: String
  /// Measures the operation once.
  public let measure: @MainActor (Sampler) async throws -> Row

  /// Creates a scenario with a custom measurement.
  public init(name: String, measure: @escaping @MainActor (Sampler) async throws -> Row) {
    self.name = name
    self.measure = measure
  }

  /// Creates a scenario that alternately measures the time of our trial and of the baseline.
  ///
  /// - Parameters:
  ///   - name: The short name.
  ///   - operation: The description of the operation.
  ///   - stopwatch: The clock.
  ///   - countsAllocations: Whether allocated objects are counted. ``AllocationCounter`` explains
  ///     when this is not possible.
  ///   - ours: Creates the trial of the library.
  ///   - baseline: Creates the trial in plain code.
  ///   - simpler: Creates a simpler trial of the library, for the row's growth.
  public init(
    name: String, operation: String, stopwatch: Stopwatch = .processor,
    countsAllocations: Bool = true,
    ours: @escaping @MainActor () -> Trial, baseline: @escaping @MainActor () -> Trial,
    simpler: (@MainActor () -> Trial)? = nil
  ) {
    self.init(name: name) { sampler in
      var trials = [("ours", ours()), ("baseline", baseline())]
      if let simpler { trials.append(("the simpler case", simpler())) }
      var samples = try await sampler.measure(trials, scenario: name, now: stopwatch.now)
      let allocations = countsAllocations ? try await samples[0].allocations() : nil
      return Row(
        name: name, operation: operation, value: samples[0].median, unit: "ns",
        ratio: samples[0].ratio(to: samples[1]),
        growth: simpler == nil ? nil : samples[0].ratio(to: samples[2]),
        allocations: allocations, copies: samples[0].copies)
    }
  }
}
