// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace

/// A counter with a reducer that can throw.
///
/// The reducer works on a copy of the state, which is discarded if there is an error.
enum S1t {
  @Sendable
  private static func reduce(_ state: inout S1.State, _ action: S1.Action) throws {
    if state.counter < 0 { throw Negative() }
    S1.reduce(&state, action)
  }

  private struct Negative: Error {}

  @MainActor
  static let scenarios = [
    Scenario(
      name: "S1t", operation: "count, reducer that can throw",
      ours: {
        let store = makeStore()
        var trial = Trial { count in
          for _ in 0..<count { send(.tick, to: store) }
        } problem: {
          Trial.difference("the counter", is: store.state.counter, expected: $0)
        }
        trial.copies = { store.counters.statesCopied }
        return trial
      },
      baseline: {
        let model = makePlain()
        return Trial { count in
          for _ in 0..<count { send(.tick, to: model) }
        } problem: {
          Trial.difference("the counter", is: model.state.counter, expected: $0)
        }
      })
  ]

  @MainActor @inline(never)
  private static func makeStore() -> Store<S1.State, S1.Action> {
    Store(initialState: S1.State(), reducer: Reducer(reduce))
  }

  /// Runs the same closure on a copy of the state, which then replaces the state.
  @inline(never)
  private static func makePlain() -> Plain<S1.State, S1.Action> {
    let reduce: (inout S1.State, S1.Action) throws -> Void = reduce
    return Plain(S1.State()) { state, action in
      var next = state
      do {
        try reduce(&next, action)
        state = next
      } catch {}
    }
  }
}
