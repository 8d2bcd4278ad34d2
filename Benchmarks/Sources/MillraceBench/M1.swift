// SPDX-License-Identifier: Apache-2.0

#if canImport(MillraceMonitor)
  import BenchKit
  import Millrace
  import MillraceMonitor

  /// A store that is monitored: it has a timeline, a probe and the subscriptions of the monitor.
  ///
  /// At 10,000 actions a second, 10 µs per action are a tenth of the time.
  enum M1 {
    @MainActor
    static let scenarios = [
      Scenario(name: "M1") { sampler in
        let samples = try await sampler.measure(
          [("ours", monitored()), ("baseline", plain())], scenario: "M1",
          now: Stopwatch.processor.now)
        return Row(
          name: "M1", operation: "an action of a store that is monitored", value: samples[0].median,
          unit: "ns", ratio: samples[0].ratio(to: samples[1]))
      }
    ]

    @MainActor
    private static func monitored() -> Trial {
      let store = Store(initialState: R1.State(), reducer: Reducer(R1.reduce))
      let monitor = Monitor()
      monitor.add(store, named: "M1")
      return trial(store, monitor)
    }

    @MainActor
    private static func plain() -> Trial {
      trial(Store(initialState: R1.State(), reducer: Reducer(R1.reduce)), nil)
    }

    @MainActor
    private static func trial(_ store: Store<R1.State, R1.Action>, _ monitor: Monitor?) -> Trial {
      Trial { count in
        for number in 0..<count { store.dispatch(.add(number)) }
        withExtendedLifetime(monitor) {}
      } problem: {
        Trial.difference("handled", is: store.state.handled, expected: $0)
      }
    }
  }
#endif
