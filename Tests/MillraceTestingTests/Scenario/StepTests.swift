// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct StepTests {
  @Test func failingStepsReportTheirOwnLinesAndLaterStepsRun() async {
    let line: UInt = #line
    let steps: [Step<Ledger, LedgerAction>] = [
      .send(.add(1)),
      .send(.add(1)) { $0.count = 2 },
      .receive(.add(9)),
      .receive(where: { _ in true }),
      .send(.add(1)) { $0.count = 4 },
      .skipReceivedActions(),
      .skipInFlightEffects(),
      .send(.add(1), throws: LedgerError()),
      .send(.add(1), throws: LedgerError.self),
    ]
    let store = TestStore(initialState: Ledger(), reducer: .ledger)
    let reports = await Reports.of { await store.perform(steps) }
    #expect(reports.all.map { $0.line - line } == [2, 4, 5, 6, 7, 8, 9, 10])
    #expect(reports.all.allSatisfy { $0.fileID.hasSuffix("/StepTests.swift") })
    #expect(store.state.count == 5)
  }

  @Test func theStepsOfABuilderFailAtTheirOwnLinesToo() async {
    let line: UInt = #line
    let reports = await Reports.of {
      await scenario(initialState: Ledger(), feature: Reducer.ledger.feature) {
        Send(.add(1))
        for _ in 0..<2 {
          Send(.setOther(1))
            .expect { $0.other = 2 }
        }
        Receive(.add(9))
        Receive(where: { _ in true }).expect { $0.count = 1 }
        Send(.add(1), throws: LedgerError())
        Send(.add(1), throws: LedgerError.self)
        SideEffect { throw LedgerError() }
      }
    }
    #expect(reports.all.map { $0.line - line } == [3, 5, 5, 8, 9, 10, 11, 12])
    #expect(reports.all.allSatisfy { $0.fileID.hasSuffix("/StepTests.swift") })
  }

  @Test func expectReplacesTheChangeOfAStep() async {
    let store = TestStore.search()
    await store.perform {
      Send(.type("s")).expect { $0.text = "s" }
      Advance(by: .seconds(1))
      Receive(\.search, timeout: .seconds(1)).expect { $0.isSearching = true }
      Receive(where: { $0.is(\.found) }).expect {
        $0.isSearching = false
        $0.hits = ["s", "s"]
      }
    }
    await store.finish()
  }
}
