// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// An action that does not change any value that the 10,000 observers watch.
enum S2x {
  @MainActor
  static let scenarios = [
    Scenario(
      name: "S2x", operation: "change what none of 10,000 observers watches",
      ours: { ours(observers: S2.size) }, baseline: baseline,
      simpler: { ours(observers: 1) })
  ]

  @MainActor
  private static func ours(observers count: Int) -> Trial {
    let tally = Tally()
    let (store, subscriptions) = S2.makeStore(observers: count, tally)
    return Trial { operations in
      for _ in 0..<operations { send(.tick, to: store) }
    } problem: { total in
      withExtendedLifetime(subscriptions) {
        problem(store.state.elsewhere, tally, total)
      }
    }
  }

  @MainActor
  private static func baseline() -> Trial {
    let tally = Tally()
    let model = KeyedByHand.make(observers: S2.size, tally)
    return Trial { operations in
      for _ in 0..<operations { model.dispatch(.tick) }
    } problem: { total in
      problem(model.state.elsewhere, tally, total)
    }
  }

  private static func problem(_ value: Int, _ tally: Tally, _ total: Int) -> String? {
    Trial.difference("the counter", is: value, expected: total)
      ?? Trial.difference("calls of observers", is: tally.calls, expected: 0)
  }
}
