// SPDX-License-Identifier: Apache-2.0

import BenchKit

/// The time of one action against the number of observers.
enum ObserverPlot {
  static let counts = [0, 1, 10, 100, 1_000, 10_000]

  /// Measures S2 for all numbers of observers: with a store, with a loop that checks every
  /// observer, and with a dictionary of observers.
  @MainActor
  static func measure(_ sampler: Sampler, report: (String) -> Void) async throws -> Chart {
    var times: [[Double]] = [[], [], []]
    for count in counts {
      report("the plot, \(count.grouped) observers")
      let samples = try await sampler.measure(
        [
          ("ours", S2.changes(observers: count)),
          ("polling", PolledByHand.changes(observers: count)),
          ("by hand", KeyedByHand.changes(observers: count)),
        ], scenario: "the plot", now: Stopwatch.processor.now)
      for index in times.indices { times[index].append(samples[index].median) }
    }
    let names = ["Millrace", "a loop that checks every observer", "a handwritten dictionary"]
    return Chart(
      title: "One of 10,000 entities changes: time per action",
      xLabel: "observers, each of another entity", yLabel: "time per action",
      counts: counts,
      series: zip(names, times).map { Chart.Series(name: $0, times: $1) })
  }
}
