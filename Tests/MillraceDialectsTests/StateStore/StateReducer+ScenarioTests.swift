// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StateReducerScenarioTests {
  private enum Change: Equatable, Sendable {
    case add(Int)
  }

  private enum Work: Equatable, Sendable {
    case addLater(Int)
  }

  private static let reducer = StateReducer<Int, Change, Work> { count, change in
    switch change {
    case .add(let number): count += number
    }
    return nil
  } effect: { _, work in
    switch work {
    case .addLater(let number): .just(.mutating(.add(number))).delay(for: .seconds(1))
    }
  }

  @Test func mutatingAndEffectActionsAreTold() async {
    await scenario(initialState: 0, feature: Self.reducer.feature) {
      Send(.mutating(.add(1))).expect { $0 = 1 }
      Send(.effect(.addLater(2)))
      Advance(by: .seconds(1))
      Receive(.mutating(.add(2))).expect { $0 = 3 }
    }
  }

  @Test func theyAreToldByAnArrayToo() async {
    let seen = Seen()
    await scenario(
      initialState: 0, feature: Self.reducer.feature,
      middleware: AnyMiddleware { action, _, _ in
        seen.count += 1
        return .none
      },
      steps: [
        .send(.effect(.addLater(2))),
        .advance(by: .seconds(1)),
        .receive(.mutating(.add(2))) { $0 = 2 },
      ])
    #expect(seen.count == 2)
  }

  @Test func itIsTestedStepByStepWithItsCases() async {
    let store = TestStore(initialState: 0, feature: Self.reducer.feature)
    await store.send(.effect(.addLater(2)))
    await store.advance(by: .seconds(1))
    await store.receive(\.mutating, .add(2)) { $0 = 2 }
    await store.finish()
  }

  @MainActor
  private final class Seen {
    var count = 0
  }
}
