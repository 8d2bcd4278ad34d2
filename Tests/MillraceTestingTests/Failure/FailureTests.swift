// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
  @Test func aFailureBelongsToTheLineOfItsStep() async {
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      line = #line + 1
      await store.send(.add(1))
      await store.receive(.add(2))
      await store.skipReceivedActions()
      await store.skipInFlightEffects()
    }
    #expect(reports.all.map(\.line) == [line, line + 1, line + 2, line + 3])
    #expect(reports.all.allSatisfy { $0.fileID == #fileID && !$0.isWarning })
  }

  @Test func aFailureFailsATestOfSwiftTesting() async {
    await withKnownIssue {
      await TestStore(initialState: Ledger(), reducer: .ledger).send(.add(1))
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("Expected `LedgerAction.add(1)`") == true
        && issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test func aTestGoesOnAsIfTheStepHadBeenRight() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      await store.send(.add(1)) { $0.count = 5 }
      await store.send(.add(1)) { $0.count = 2 }
      await store.finish()
    }
    #expect(reports.all.count == 1)
  }

  @Test func statesWithoutEqualityAreComparedByWhatCanBeSeen() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      await store.send(.type("s")) { $0.text = "x" }
      await store.send(.type("")) { $0.text = "" }
    }
    #expect(reports.all.count == 1)
    #expect(reports.texts.first?.contains("−   text: \"x\",") == true)
    #expect(reports.texts.first?.contains("+   text: \"s\",") == true)
  }
}
