// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreReceiveThrowingTests {
  /// A store whose effect sends actions, of which `.fail` is refused.
  private func store(
    sending actions: LedgerAction..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> TestStore<Ledger, LedgerAction> {
    .ledger(
      on: .note("go"), starting: .sequence(actions), reducer: .throwingLedger, fileID: fileID,
      line: line)
  }

  @Test func aRefusalIsToldByValueOrByTypeOfAnActionOrACondition() async {
    let store = store(sending: .fail, .add(1), .fail, .fail, .add(2), .fail)
    await store.send(.note("go")) { $0.notes = ["go"] }
    await store.receive(.fail, throws: LedgerError())
    await store.receive(.add(1)) { $0.count = 1 }
    await store.receive(.fail, throws: LedgerError.self)
    await store.receive(where: { $0 == .fail }, throws: LedgerError())
    await store.receive(.add(2)) { $0.count = 3 }
    await store.receive(where: { $0 == .fail }, throws: LedgerError.self)
    #expect(store.state == Ledger(notes: ["go"], count: 3))
    await store.finish()
  }

  @Test func anActionThatIsNotEquatableIsToldByItsCase() async {
    let store = TestStore(
      initialState: Search(), reducer: Search.reducer,
      middleware: AnyMiddleware<SearchAction, SearchAction, Search> { action, _, _ in
        guard case .tick = action else { return .none }
        return .just(.type("!"))
      })
    await store.send(.tick)
    await store.receive(where: { $0.is(\.type) }, throws: Search.Failure(reason: "no shouting"))
    await store.finish()
  }

  @Test func itIsWaitedForDuringWorkOutside() async {
    let gate = Gate()
    let store = TestStore.ledger(
      on: .note("go"),
      starting: .task {
        await gate.wait()
        return .fail
      }, reducer: .throwingLedger)
    await store.send(.note("go")) { $0.notes = ["go"] }
    Task.detached { await gate.open() }
    await store.receive(.fail, throws: LedgerError(), timeout: .seconds(60))
    await store.finish()
  }

  @Test func whereNotAllIsToldTheOthersAreSkipped() async {
    let store = store(sending: .add(1), .setOther(2), .fail, .add(3))
    store.exhaustivity = .off
    await store.send(.note("go"))
    await store.receive(.fail, throws: LedgerError())
    #expect(store.state == Ledger(notes: ["go"], count: 1, other: 2))
    await store.receive(.add(3)) { $0.count = 4 }
    await store.finish()
  }

  @Test func whereNotAllIsToldARefusalThatIsToldMustStillComeTrue() async {
    let reports = await Reports.of {
      let store = store(sending: .add(1), .fail)
      store.exhaustivity = .off
      await store.send(.note("go"))
      await store.receive(.add(1), throws: LedgerError())
      await store.receive(.fail, throws: Search.Failure.self)
      await store.receive(.fail, throws: LedgerError())
    }
    #expect(
      reports.texts.map { $0.prefix(while: { $0 != "," }) } == [
        "Expected `LedgerAction.add(1)` to be rejected with `LedgerError()`",
        "Expected `LedgerAction.fail` to be rejected with `Failure`",
        "Expected to receive `LedgerAction.fail`",
      ])
  }

  @Test func theTestGoesOnWithWhatTheReducerHasDone() async {
    let reports = await Reports.of {
      let store = store(sending: .add(1), .add(2))
      await store.send(.note("go")) { $0.notes = ["go"] }
      await store.receive(.add(1), throws: LedgerError())
      await store.receive(.add(2)) { $0.count = 3 }
      await store.finish()
    }
    #expect(reports.all.count == 1)
  }
}
