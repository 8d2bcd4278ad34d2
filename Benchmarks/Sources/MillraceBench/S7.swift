// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// An action that changes nothing that 1,000 observers look at, who ask after each commit.
enum S7 {
  struct State: Sendable {
    var count = 1
    var elsewhere = 0
  }

  enum Action: Sendable {
    case tick
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) { state.elsewhere += 1 }

  static let observers = 1_000

  @MainActor
  static let scenarios = [
    scenario("S7.dependency", "each with a dependency") { store, index, onChange in
      store.subscribe(
        to: StateSelector(
          dependencySelector: DependencySelector(\.count),
          outputSelector: OutputSelector { $0.count + index }), onChange: onChange)
    },
    scenario("S7.closure", "each with a closure") { store, index, onChange in
      store.subscribe(to: StateSelector { $0.count + index }, onChange: onChange)
    },
    scenario("S7.derived", "each with three levels") { store, index, onChange in
      let first = createSelector(StateSelector(\State.elsewhere)) { $0 + index }
      let second = createSelector(first) { $0 * 2 }
      return store.subscribe(to: createSelector(second) { $0 / 2 % 1 }, onChange: onChange)
    },
  ]

  @MainActor
  private static func scenario(
    _ name: String, _ operation: String,
    subscribe:
      @escaping @MainActor (Store<State, Action>, Int, @escaping (Int) -> Void) -> StoreSubscription
  ) -> Scenario {
    Scenario(
      name: name, operation: "nothing changed for 1,000 observers, \(operation)",
      ours: {
        let tally = Tally()
        let store = Store(initialState: State(), reducer: Reducer(reduce))
        let subscriptions = (0..<observers).map { index in
          subscribe(store, index) { tally.hear($0) }
        }
        return Trial { operations in
          for _ in 0..<operations { send(.tick, to: store) }
        } problem: { _ in
          withExtendedLifetime(subscriptions) {
            Trial.difference("calls of observers", is: tally.calls, expected: 0)
          }
        }
      },
      baseline: { ByHand.ticks() })
  }

  /// A loop over closures, each with the value that it had.
  private final class ByHand {
    var state = State()
    var watches: [(read: (State) -> Int, last: Int)] = []

    @inline(never)
    func dispatch(_ tally: Tally) {
      state.elsewhere += 1
      for index in watches.indices {
        let value = watches[index].read(state)
        if value == watches[index].last { continue }
        watches[index].last = value
        tally.hear(value)
      }
    }

    @MainActor
    static func ticks() -> Trial {
      let tally = Tally()
      let model = ByHand()
      model.watches = (0..<observers).map { index in ({ $0.count + index }, 1 + index) }
      return Trial { operations in
        for _ in 0..<operations { model.dispatch(tally) }
      } problem: { _ in
        Trial.difference("calls of observers", is: tally.calls, expected: 0)
      }
    }
  }
}
