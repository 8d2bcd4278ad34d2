// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct FeatureAttachmentsTests {
  private let gate = Gate()

  private func store(
    _ lift: (LedgerMiddleware) -> Feature<Shop, ShopAction>
  ) -> ShopStore {
    ChildSupport.store(lift(ChildSupport.loading(gate)))
  }

  private func row(
    _ child: LedgerMiddleware
  ) -> some Middleware<LedgerAction, LedgerAction, ShopRow> {
    child.lift(action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
  }

  /// Loads for two elements, then removes and restocks all, then loads for one.
  private func exercise(
    _ store: ShopStore, _ action: (Int, LedgerAction) -> ShopAction, _ notes: (Int) -> [String]?
  ) async {
    store.dispatch(action(1, .write(4)))
    #expect(notes(1) == ["now 4 of 0"])
    #expect(notes(0) == [])
    let receipts = [store.dispatch(action(0, .add(1))), store.dispatch(action(1, .add(2)))]
    store.dispatch(.reset)
    store.dispatch(action(1, .write(5)))
    store.dispatch(.branch(.count(0)))
    let last = store.dispatch(action(1, .add(3)))
    await gate.open()
    for receipt in receipts + [last] { await receipt.finish() }
    #expect(notes(0) == [])
    #expect(notes(1) == ["3"])
  }

  @Test func elementsOfAnArrayByPosition() async {
    let store = store { $0.forEach(action: \.listed, state: \Shop.listed) }
    await exercise(store, ShopAction.listed) { store.state.listed[$0].notes }
  }

  @Test func valuesOfADictionaryByKey() async {
    let store = store {
      $0.forEach(action: ShopAction.casePaths.named, state: \Shop.named)
    }
    await exercise(store) {
      .named("\($0)", $1)
    } _: {
      store.state.named["\($0)"]?.notes
    }
  }

  @Test func entitiesOfATableById() async {
    let store = store {
      Feature(middleware: row($0)).forEach(action: \.row, state: \Shop.rows)
    }
    await exercise(store) {
      .row(id: $0, action: $1)
    } _: {
      store.state.rows[id: $0]?.ledger.notes
    }
  }

  @Test func entitiesByALabelledCasePath() async {
    let store = store {
      Feature(middleware: row($0)).forEach(action: ShopAction.casePaths.row, state: \Shop.rows)
    }
    await exercise(store) {
      .row(id: $0, action: $1)
    } _: {
      store.state.rows[id: $0]?.ledger.notes
    }
  }

  @Test func aReducerHasNone() {
    let ledger = Reducer<Ledger, LedgerAction>.ledger
    let lifted: [Feature<Shop, ShopAction>] = [
      ledger.ifLet(action: \.detail, state: \.detail),
      ledger.forEach(action: \.named, state: \.named),
      ledger.lift(action: \.ledger, state: \.ledger),
    ]
    #expect(lifted.map { $0.attachments == nil } == [true, true, true])
    let feature: Feature<Shop, ShopAction> = Feature(middleware: ChildSupport.loading(gate))
      .ifLet(action: \.detail, state: \.detail)
    #expect(feature.attachments?.hasChildren == true)
  }

  /// Places are compared by identity, so the next one must not get the address of a released one.
  @Test func theChecksHoldThePlacesThatTheyAreFoundBy() {
    typealias Attachments = FeatureAttachments<Shop?, KeyedAction<SingleChildKey, ShopAction>>
    weak var weakly: LiftID?
    func attachments() -> Attachments {
      let lift = ChildLift("ifLet", fileID: "A/B.swift", line: 1)
      weakly = lift
      return Attachments(of: Feature { _, _ in .none }, within: .wrapped, lift)
    }
    let kept = attachments()
    #expect(weakly != nil)
    withExtendedLifetime(kept) {}
  }
}
