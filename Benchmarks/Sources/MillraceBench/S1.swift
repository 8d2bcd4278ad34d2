// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// An action without observers: a counter, and one element of a large array.
enum S1 {
  struct State: Sendable {
    var counter = 0
    var payload = [Int](repeating: 0, count: 100_000)
  }

  enum Action: Sendable {
    case tick
    case write(Int)
  }

  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .tick: state.counter += 1
    case .write(let index): state.payload[index] += 1
    }
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "S1a", operation: "count, no observers",
      ours: {
        let store = makeStore()
        return Trial { count in
          for _ in 0..<count { send(.tick, to: store) }
        } problem: {
          Trial.difference("the counter", is: store.state.counter, expected: $0)
            ?? observerCalls(of: store)
        }
      },
      baseline: {
        let model = makePlain()
        return Trial { count in
          for _ in 0..<count { send(.tick, to: model) }
        } problem: {
          Trial.difference("the counter", is: model.state.counter, expected: $0)
        }
      }),
    Scenario(
      name: "S1b", operation: "write 1 of 100,000 elements",
      ours: {
        let store = makeStore()
        var cycle = Cycle(100_000)
        return Trial { count in
          for _ in 0..<count { send(.write(cycle.next()), to: store) }
        } problem: {
          Trial.difference("the sum", is: store.state.payload.reduce(0, +), expected: $0)
            ?? observerCalls(of: store)
        }
      },
      baseline: {
        let model = makePlain()
        var cycle = Cycle(100_000)
        return Trial { count in
          for _ in 0..<count { send(.write(cycle.next()), to: model) }
        } problem: {
          Trial.difference("the sum", is: model.state.payload.reduce(0, +), expected: $0)
        }
      }),
  ]

  @MainActor @inline(never)
  private static func makeStore() -> Store<State, Action> {
    Store(initialState: State(), reducer: Reducer(reduce))
  }

  @inline(never)
  private static func makePlain() -> Plain<State, Action> {
    Plain(State(), reduce)
  }

  @MainActor
  private static func observerCalls(of store: Store<State, Action>) -> String? {
    Trial.difference("calls of observers", is: store.counters.observersCalled, expected: 0)
  }
}
