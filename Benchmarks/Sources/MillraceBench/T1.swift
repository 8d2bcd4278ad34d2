// SPDX-License-Identifier: Apache-2.0

import BenchKit
import Millrace
import MillraceTesting

/// A test of ten steps: five actions, and the five actions that their effects send.
///
/// The baseline is the same test without a test store.
enum T1 {
  struct State: Equatable, Sendable {
    var asked = 0
    var answered = 0
  }

  enum Action: Equatable, Sendable {
    case ask
    case answer
  }

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .ask: state.asked += 1
    case .answer: state.answered += 1
    }
  }

  @MainActor
  static let scenarios = [
    Scenario(
      name: "T1", operation: "a test of ten steps", stopwatch: .wall, ours: ours,
      baseline: baseline)
  ]

  private static var answering: AnyMiddleware<Action, Action, State> {
    AnyMiddleware { action, _, _ in
      action == .ask ? .run { await $0(.answer) } : .none
    }
  }

  @MainActor
  private static func ours() -> Trial {
    var answered = 0
    return Trial { tests in
      for _ in 0..<tests {
        let store = TestStore(initialState: State(), reducer: reducer, middleware: answering)
        for number in 1...5 {
          await store.send(.ask) { $0.asked = number }
          await store.receive(.answer) { $0.answered = number }
        }
        await store.finish()
        answered += store.state.answered
      }
    } problem: {
      Trial.difference("answers", is: answered, expected: $0 * 5)
    }
  }

  @MainActor
  private static func baseline() -> Trial {
    var answered = 0
    return Trial { tests in
      for _ in 0..<tests {
        let store = Store(initialState: State(), reducer: reducer, middleware: answering)
        for number in 1...5 {
          await store.dispatch(.ask).finish()
          precondition(store.state == State(asked: number, answered: number))
        }
        answered += store.state.answered
      }
    } problem: {
      Trial.difference("answers", is: answered, expected: $0 * 5)
    }
  }
}
