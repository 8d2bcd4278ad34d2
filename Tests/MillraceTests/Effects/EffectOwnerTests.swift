// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectOwnerTests {
  private let gate = Gate()

  /// The ways to lift to a child that may be missing.
  private func detail(_ form: Int) -> Feature<Shop, ShopAction> {
    let child = Feature(middleware: ChildSupport.loading(gate))
    return form == 0
      ? child.ifLet(action: ShopAction.casePaths.detail, state: \Shop.detail)
      : child.ifLet(action: \.detail, state: \Shop.detail)
  }

  @Test(arguments: 0..<2)
  func itHandlesTheActionsOfAChildThatIsThere(form: Int) {
    let store = ChildSupport.store(detail(form))
    store.dispatch(.detail(.write(7)))
    store.dispatch(.ledger(.write(7)))
    #expect(store.state.detail?.notes == ["now 7 of 0"])
  }

  @Test(arguments: 0..<2)
  func nothingHappensForAMissingChild(form: Int) {
    let store = ChildSupport.store(detail(form))
    store.dispatch(.reset)
    store.dispatch(.detail(.write(7)))
    #expect(store.state == Shop())
  }

  @Test(arguments: 0..<2)
  func itsEffectsEndWithIt(form: Int) async {
    let store = ChildSupport.store(detail(form))
    let receipt = store.dispatch(.detail(.add(1)))
    store.dispatch(.reset)
    store.dispatch(.branch(.count(0)))
    let again = store.dispatch(.detail(.add(2)))
    await gate.open()
    await receipt.finish()
    await again.finish()
    #expect(store.state.detail?.notes == ["2"])
  }

  @Test(arguments: [true, false])
  func theWindowOfAThrottleEndsWithItsChild(isSynchronous: Bool) async {
    let clock = TestClock()
    let child = LedgerMiddleware { action, _, _ in
      guard case .add = action else { return .none }
      let note = LedgerAction.note("a")
      return (isSynchronous ? Effect.just(note) : .task { note })
        .throttle(id: 1, for: .seconds(1), latest: !isSynchronous)
    }
    let store = ShopStore(
      initialState: .stocked(),
      feature: ChildSupport.reducer
        <> child.forEach(action: \.named, state: \Shop.named), clock: clock)
    await store.dispatch(.named("0", .add(1))).finish()
    #expect(store.held.windows == 1)
    store.dispatch(.reset)
    #expect(!store.engine.effects.nodes.contains { !$0.isCancelled })
    await until { store.held.effects == 0 }
    #expect(store.held.windows == 0 && store.held.effectIDs == 0)
  }

  @Test(arguments: [0, 1])
  func aCaseOfAnEnumIsSuchAChild(form: Int) async {
    let page = Feature(middleware: ChildSupport.loading(gate)).ifCase(
      action: CasePath<LedgerAction, LedgerAction>.identity, state: Shop.Page.ledgerPath)
    let store = ChildSupport.store(
      form == 0
        ? page.lift(action: ShopAction.casePaths.page, state: \Shop.page)
        : page.lift(action: \.page, state: \Shop.page))
    let receipt = store.dispatch(.page(.add(1)))
    store.dispatch(.reset)
    store.dispatch(.page(.write(1)))
    #expect(store.state.page == .home)
    store.dispatch(.branch(.count(0)))
    store.dispatch(.page(.write(2)))
    await gate.open()
    await receipt.finish()
    #expect(store.state.page == .ledger(Ledger(notes: ["now 2 of 0"])))
  }

  @Test func aMissingChildIsReportedOnceForEachLiftInDebugBuilds() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let child = LedgerMiddleware { _, _, _ in .none }
        let store = ShopStore(
          initialState: Shop(),
          feature: Feature(middleware: child).ifLet(
            action: \.detail, state: \Shop.detail, fileID: "App/Detail.swift", line: 3)
            <> Feature(middleware: child).forEach(
              action: \.named, state: \Shop.named, fileID: "App/Names.swift", line: 4))
        for _ in 0..<3 {
          store.dispatch(.detail(.fail))
          store.dispatch(.named("a", .fail))
        }
      }
    }
    let output = reports(inStandardError: result?.standardErrorContent)
    #if DEBUG
      #expect(output.split(separator: "Millrace: ").count == 2)
      #expect(output.contains("App/Detail.swift:3 ifLet: there is no value in Optional<Ledger>"))
      #expect(output.contains("App/Names.swift:4 forEach: there is no element a in Dictionary"))
      #expect(output.contains("The feature did not run."))
    #else
      #expect(!output.contains("Millrace"))
    #endif
  }
}
