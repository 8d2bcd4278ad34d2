// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceTrace

/// The trace of 1,000 actions on a state of 20,000 rows, with the changes by each action.
///
/// The baseline is one encoding of the state.
enum R5 {
  private static let actions = 1_000

  @MainActor
  static let scenarios = [
    Scenario(name: "R5") { sampler in
      let samples = try await sampler.measure(
        [("ours", trace()), ("baseline", encoding())], scenario: "R5",
        now: Stopwatch.processor.now)
      return Row(
        name: "R5", operation: "a trace of 1,000 actions; baseline: one encoding of the state",
        value: samples[0].median, unit: "ns", ratio: samples[0].ratio(to: samples[1]))
    }
  ]

  @MainActor
  private static func trace() -> Trial {
    let store = Crowd.store()
    let recorder = TraceRecorder(store)
    for number in 0..<actions { store.dispatch(Crowd.action(number)) }
    let history = recorder.history
    var changes = 0
    return Trial { count in
      for _ in 0..<count {
        let lines = (try? history.trace().lines) ?? []
        changes += lines.count { $0.changed?.count == 2 && $0.hash != nil }
      }
    } problem: {
      Trial.difference("changes", is: changes, expected: $0 * actions)
    }
  }

  @MainActor
  private static func encoding() -> Trial {
    let state = Crowd.State(count: Crowd.count)
    var written = 0
    return Trial { count in
      for _ in 0..<count {
        if (try? TraceValue(encoding: state).hash) != nil { written += 1 }
      }
    } problem: {
      Trial.difference("states", is: written, expected: $0)
    }
  }
}
