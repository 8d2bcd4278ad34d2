// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreCheckTests {
  @Test func aTestThatDoesNotTellAllSkipsTheRest() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off
      await store.send(.type("s"))
      await store.advance(by: .seconds(1))
      await store.receive(\.found) { $0.hits = ["s", "s"] }
      await store.send(.tick)
    }
    #expect(reports.all == [])
  }

  @Test func aStateWithANumberThatIsNoneIsComparedByItsText() async {
    struct Gauge: Equatable, Sendable {
      var level = Double.nan
      var count = 0
    }
    let reducer = Reducer<Gauge, Int> { state, number in state.count += number }
    let reports = await Reports.of {
      let store = TestStore(initialState: Gauge(), reducer: reducer)
      await store.send(1) { $0.count = 1 }
      await store.send(0)
    }
    #expect(reports.texts == [])
    let wrong = await Reports.of {
      let store = TestStore(initialState: Gauge(), reducer: reducer)
      await store.send(1) { $0.count = 2 }
    }
    #expect(wrong.all.count == 1)
  }

  @Test func whatItTellsMustStillBeTrue() async {
    let reports = await Reports.of {
      let store = TestStore(initialState: Ledger(), reducer: .ledger)
      store.exhaustivity = .off
      await store.send(.add(1)) { $0.count = 2 }
      await store.receive(.add(2))
    }
    #expect(reports.all.count == 2)
    #expect(reports.texts.first?.contains("−   count: 2,") == true)
    #expect(reports.texts.first?.contains("gets the state after the action") == true)
    #expect(
      reports.texts.last?.hasPrefix("Expected to receive `LedgerAction.add(2)`, but no") == true)
  }

  @Test func whatIsSkippedIsMentionedOnDemand() async {
    let reports = await Reports.of {
      let store = TestStore.search()
      store.exhaustivity = .off(showSkipped: true)
      await store.send(.type("s"))
      await store.advance(by: .seconds(1))
      await store.receive(\.found)
      await store.send(.tick)
      await store.finish()
    }
    #expect(
      reports.texts == [
        """
        Skipped 1 action that arrived:

            - SearchAction.search
        """,
        """
        Skipped 1 effect that still runs:

            - started by `SearchAction.tick`, with the id ticks: it waits for its delay to end
        """,
      ])
    #expect(reports.all.allSatisfy { $0.isWarning })
  }

  // MARK: A state that is replaced between two steps

  private func ledger() -> TestStore<Ledger, LedgerAction> {
    TestStore(initialState: Ledger(), reducer: .ledger)
  }

  private static let replaced = "Expected only actions to change the state, but it was replaced"

  @Test func aReplacementFailsTheNextStep() async {
    let line: UInt = #line + 4
    let reports = await Reports.of {
      let store = ledger()
      store.store.replaceState(with: Ledger(count: 7))
      await store.send(.add(1)) { $0.count = 8 }
      await store.send(.add(1)) { $0.count = 9 }
      await store.finish()
    }
    #expect(reports.all.count == 1)
    #expect(reports.texts.first?.hasPrefix(Self.replaced) == true)
    #expect(reports.texts.first?.contains("+   count: 7,") == true)
    #expect(reports.all.first?.line == line)
  }

  @Test func aReplacementFailsTheEnd() async {
    let reports = await Reports.of {
      let store = ledger()
      await store.send(.add(1)) { $0.count = 1 }
      store.store.replaceState(with: Ledger(count: 7))
      await store.finish()
      await store.finish()
      await store.send(.add(1)) { $0.count = 8 }
    }
    #expect(reports.all.count == 1)
    #expect(reports.texts.first?.hasPrefix(Self.replaced) == true)
  }

  @Test func aReplacementFailsWhatIsReceivedAndWhatIsSkipped() async {
    let reports = await Reports.of {
      let store = ledger()
      store.store.replaceState(with: Ledger(count: 7))
      store.store.dispatch(.add(1))
      await store.receive(.add(1)) { $0.count = 8 }
      store.store.replaceState(with: Ledger(count: 1))
      store.store.dispatch(.add(1))
      await store.skipReceivedActions()
      await store.finish()
    }
    #expect(reports.all.count == 2)
    #expect(reports.texts.allSatisfy { $0.hasPrefix(Self.replaced) })
  }

  @Test func aReplacementBeforeOneByAStepFailsThatStep() async {
    let line: UInt = #line + 4
    let reports = await Reports.of {
      let store = ledger()
      store.store.replaceState(with: Ledger(count: 7))
      await store.replaceState(with: Ledger(count: 1))
      #expect(store.state.count == 1)
      await store.send(.add(1)) { $0.count = 2 }
      await store.finish()
    }
    #expect(reports.all.map(\.line) == [line])
    #expect(reports.texts.first?.hasPrefix(Self.replaced) == true)
    #expect(reports.texts.first?.contains("+   count: 7,") == true)
  }

  @Test func anActionThatWaitsIsNotTakenForAReplacement() async {
    let reports = await Reports.of {
      let store = ledger()
      store.store.dispatch(.add(1))
      store.store.replaceState(with: store.store.state)
      await store.replaceState(with: Ledger(count: 1))
      await store.receive(.add(1)) { $0.count = 1 }
      await store.finish()
    }
    #expect(reports.texts == [])
  }

  @Test func aReplacementByAStepAndOneByTheSameStateAreTold() async {
    let reports = await Reports.of {
      let store = ledger()
      #expect(await store.replaceState(with: Ledger(count: 7)))
      #expect(store.state.count == 7)
      await store.send(.add(1)) { $0.count = 8 }
      store.store.replaceState(with: store.state)
      await store.send(.add(1)) { $0.count = 9 }
      await store.finish()
    }
    #expect(reports.texts == [])
  }

  @Test func aReplacementIsPassedOverWhereNotAllIsTold() async {
    let reports = await Reports.of {
      let store = ledger()
      store.exhaustivity = .off
      store.store.replaceState(with: Ledger(count: 7))
      await store.send(.add(1)) { $0.count = 8 }
      store.exhaustivity = .off(showSkipped: true)
      store.store.replaceState(with: Ledger(count: 1))
      await store.finish()
    }
    #expect(reports.texts == ["Skipped a replacement of the state."])
    #expect(reports.all.allSatisfy { $0.isWarning })
  }
}
