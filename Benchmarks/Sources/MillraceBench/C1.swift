// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceCombine

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

/// An action that notifies 100 subscribers of publishers.
///
/// The baseline uses observers of the core.
///
/// The difference, divided by 100, is the additional cost of a publisher per delivered value.
enum C1 {
  private static let size = 100

  private enum Action: Sendable {
    case tick
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "C1", operation: "100 subscribers of a property",
      ours: {
        trial { store, tally in store.updates(on: \.counter).sink { tally.record($0) } }
      },
      baseline: {
        trial { store, tally in store.subscribe(to: \.counter) { tally.record($0) } }
      }),
    Scenario(
      name: "C1.actions", operation: "100 subscribers of all actions",
      ours: {
        trial { store, tally in store.actionPublisher().sink { _ in tally.record(1) } }
      },
      baseline: {
        trial { store, tally in store.subscribeToActions { _ in tally.record(1) } }
      }),
  ]

  private struct State: Sendable {
    var counter = 0
  }

  @MainActor
  private static func trial<Kept>(
    _ watch: (Store<State, Action>, Tally) -> Kept
  ) -> Trial {
    let tally = Tally()
    let store = Store(
      initialState: State(), reducer: Reducer<State, Action> { state, _ in state.counter += 1 })
    let kept = (0..<size).map { _ in watch(store, tally) }
    return Trial { operations in
      for _ in 0..<operations { send(.tick, to: store) }
    } problem: { total in
      withExtendedLifetime(kept) {
        Trial.difference("the counter", is: store.state.counter, expected: total)
          ?? Trial.difference("calls of subscribers", is: tally.calls, expected: total * size)
      }
    }
  }
}
