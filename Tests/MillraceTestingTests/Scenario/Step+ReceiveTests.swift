// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepReceiveTests {
  private let echo = LedgerMiddleware { action, _, _ in
    action == .note("go") ? .sequence(.add(1), .add(2), .setOther(3)) : .none
  }

  private func run(
    @ScenarioBuilder<Ledger, LedgerAction> _ steps: @MainActor () -> [Step<Ledger, LedgerAction>]
  ) async {
    await scenario(
      initialState: Ledger(), feature: Reducer.ledger.feature, middleware: echo, steps: steps)
  }

  @Test func actionsAreReceivedByValueAndByCondition() async {
    await run {
      Send(.note("go")).expect { $0.notes = ["go"] }
      Receive(.add(1)).expect { $0.count = 1 }
      Receive(where: { if case .add = $0 { true } else { false } }).expect { $0.count = 3 }
      Receive(.setOther(3)).expect { $0.other = 3 }
    }
  }

  @Test func actionsAreReceivedByCase() async {
    await scenario(
      initialState: Search(), feature: Search.reducer.feature,
      middleware: Search.middleware { [$0] },
      steps: [
        .send(.type("s")) { $0.text = "s" },
        .advance(by: .seconds(1)),
        .receive(where: { $0.is(\.search) }) { $0.isSearching = true },
        .receive(\.found) {
          $0.isSearching = false
          $0.hits = ["s"]
        },
      ])
  }

  @Test func anotherActionFailsTheStepWithTheDifference() async {
    let line: UInt = #line + 4
    let reports = await Reports.of {
      await run {
        Send(.note("go")).expect { $0.notes = ["go"] }
        Receive(.add(7)).expect { $0.count = 7 }
        Receive(.add(2)).expect { $0.count = 3 }
        Receive(.setOther(3)).expect { $0.other = 3 }
      }
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Expected to receive `LedgerAction.add(7)`, but another action arrived:

            − LedgerAction.add(7)
            + LedgerAction.add(1)

            (Expected: −, Actual: +)

        Probably: the effect sends a different action, or actions arrive in a different order.

        What to do: receive the action that arrived; or, if this test does not check it, set \
        `exhaustivity = .off` to skip it.
        """
      ])
  }
}
