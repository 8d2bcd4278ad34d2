// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct StorePublisherEffectTests {
  private let store = LedgerStore(initialState: Ledger(), reducer: .ledger)

  @Test func anAddedPublisherDispatchesAsLongAsItLives() async {
    let subject = PassthroughSubject<LedgerAction, Never>()
    let receipt = store.addEffect(subject)
    subject.send(.add(1))
    #expect(store.state.count == 1)
    subject.send(completion: .finished)
    await receipt.finish()
  }

  @Test func aFunctionOfActionsRunsInTheSameTurn() {
    store.addEffect { actions in
      actions.filter { $0 == .add(1) }.map { _ in .note("one") }
    }
    store.dispatch(.add(1))
    store.dispatch(.add(2))
    #expect(store.state == Ledger(notes: ["one"], count: 3))
  }

  @Test func withoutDispatchItOnlyDoesWhatItDoes() {
    var seen: [LedgerAction] = []
    store.addEffect(dispatch: false) { actions in
      actions.handleEvents(receiveOutput: { seen.append($0) })
    }
    store.dispatch(.add(1))
    #expect(seen == [.add(1)] && store.state.count == 1)
  }

  @Test func allEffectsSeeTheActionsInTheOrderOfTheirCommits() {
    var seen: [String] = []
    store.addEffect { actions in actions.filter { $0 == .add(1) }.map { _ in .add(2) } }
    store.addEffect(dispatch: false) { actions in
      actions.handleEvents(receiveOutput: { seen.append("\($0)") })
    }
    store.dispatch(.add(1))
    #expect(seen == ["add(1)", "add(2)"])
  }

  @Test func aCircleOfEffectsIsReportedAsARunaway() async {
    var report: DispatchedAction<LedgerAction>.Runaway?
    store.chainLimit = 50
    store.onRunaway = { report = $0 }
    store.addEffect { actions in actions.prefix(120).map { _ in .add(1) } }
    store.dispatch(.add(1))
    #expect(report?.count == 50 && store.state.count < 120)
    await until { store.state.count == 121 }
  }

  @Test func effectsEndWithTheStoreAndDoNotKeepItAlive() {
    let log = Log()
    var mortal: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let weakStore = Weak(mortal)
    mortal?.addEffect { actions in
      actions.handleEvents(receiveCancel: { log.append("cancelled") })
        .filter { _ in false }
    }
    if let store = mortal {
      store.addEffect(
        store.updates(on: \.count).handleEvents(receiveCancel: { log.append("cancelled") })
          .map { .setOther($0) })
    }
    mortal?.dispatch(.add(1))
    #expect(mortal?.state.other == 1)
    mortal = nil
    #expect(weakStore.object == nil)
    #expect(log.lines == ["cancelled", "cancelled"])
  }

  @Test func aBoundPublisherBecomesActionsInTheSameTurn() {
    let other = LedgerStore(initialState: Ledger(count: 5), reducer: .ledger)
    store.bind(to: other.publisher(for: \.count)) { .setOther($0) }
    #expect(store.state.other == 5)
    other.dispatch(.add(1))
    #expect(store.state.other == 6)
  }
}
