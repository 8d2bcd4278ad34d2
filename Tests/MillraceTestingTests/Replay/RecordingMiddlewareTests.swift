// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct RecordingMiddlewareTests {
  @Test func itRecordsARunOfAStore() {
    let recorder = RecordingMiddleware<Cart, CartAction>(initialState: Cart())
    let store = Store(
      initialState: Cart(), reducer: Cart.reducer, middleware: recorder)
    store.onRejection = { _ in }
    let line: UInt = #line + 1
    store.dispatch(.add("pen"))
    for item in ["ink", "paper", "glue"] { store.dispatch(.add(item)) }
    store.dispatch(.clear)
    let recording = recorder.recording
    #expect(recording.initialState == Cart())
    #expect(
      recording.entries.map(\.action) == [
        .add("pen"), .add("ink"), .add("paper"), .add("glue"), .clear,
      ])
    #expect(recording.entries.map(\.state.total) == [3, 6, 11, 11, 0])
    #expect(recording.entries.map { $0.rejection != nil } == [false, false, false, true, false])
    #expect(recording.entries[0].source.line == line)
    #expect(recording.entries[0].source.fileID.hasSuffix("/RecordingMiddlewareTests.swift"))
    recording.replay(reducer: Cart.reducer)
  }

  @Test func whatEffectsSendIsRecordedInItsOrder() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    let echo = LedgerMiddleware { action, _, _ in
      action == .note("go") ? .sequence(.add(1), .add(2)) : .none
    }
    let store = Store(initialState: Ledger(), reducer: .ledger, middleware: recorder <> echo)
    store.dispatch(.note("go"))
    store.dispatch(.setOther(3))
    #expect(
      recorder.recording.entries.map(\.action) == [.note("go"), .add(1), .add(2), .setOther(3)])
    #expect(recorder.recording.entries.map(\.state.count) == [0, 1, 3, 3])
    #expect(recorder.recording.finalState == store.state)
  }

  @Test func theFirstActionShowsTheStateThatTheStoreHad() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    #expect(recorder.recording.initialState.count == 0)
    let store = Store(
      initialState: Ledger(count: 5), reducer: .ledger, middleware: recorder)
    store.dispatch(.add(1))
    store.dispatch(.add(1))
    #expect(recorder.recording.initialState.count == 5)
  }

  @Test func theLastActionOfAStoreThatItsObserverEndsIsRecorded() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = Store(initialState: Ledger(), reducer: .ledger, middleware: recorder)
    parent?.addChild(store)
    let subscription = store.subscribe(to: \.other, initial: false) { _ in parent = nil }
    store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    store.dispatch(.add(1))
    #expect(recorder.recording.entries.map(\.action) == [.add(1), .setOther(1)])
    #expect(recorder.recording.finalState == Ledger(count: 1, other: 1))
    subscription.cancel()
  }

  @Test func theLastActionOfAStoreThatAnEarlierMiddlewareEndsIsRecorded() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let ending = LedgerMiddleware { action, _, _ in
      action == .setOther(1) ? .perform { _ in parent = nil } : .none
    }
    let store = Store(
      initialState: Ledger(), reducer: .ledger, middleware: ending <> recorder)
    parent?.addChild(store)
    store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    store.dispatch(.add(1))
    #expect(recorder.recording.entries.map(\.action) == [.add(1), .setOther(1)])
    #expect(recorder.recording.finalState == Ledger(count: 1, other: 1))
  }

  @Test func anActionBeforeWhoseCommitTheStoreEndsIsNotRecorded() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let ending = LedgerMiddleware { action, _, _ in
      if action == .setOther(1) { parent = nil }
      return .none
    }
    let store = Store(
      initialState: Ledger(), reducer: .ledger, middleware: recorder <> ending)
    parent?.addChild(store)
    store.dispatch(.add(1))
    store.dispatch(.setOther(1))
    #expect(recorder.recording.entries.map(\.action) == [.add(1)])
  }

  @Test func aRejectedActionAtWhichAnEarlierMiddlewareEndsTheStoreIsRecordedAsRejected() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let ending = LedgerMiddleware({ _, _, _ in .none }, didReject: { _, _, _ in parent = nil })
    let store = Store(
      initialState: Ledger(), reducer: .throwingLedger, middleware: ending <> recorder)
    store.onRejection = { _ in }
    parent?.addChild(store)
    store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(parent == nil)
    #expect(recorder.recording.entries.map(\.action) == [.add(1), .fail])
    #expect(recorder.recording.entries.map { $0.rejection != nil } == [false, true])
    #expect(recorder.recording.finalState == Ledger(count: 1))
  }

  /// The child has no state after such an action, also if another action adds a child.
  @Test func aReplacementBeforeAnActionThatIsNotRecordedIsNoneOfTheNextAction() {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    let detail = Feature(middleware: recorder)
      .ifLet(action: ShopAction.casePaths.detail, state: \Shop.detail)
    let feature = Feature<Shop, ShopAction> { shop, action in
      switch action {
      case .detail(.note("done")): shop.detail = nil
      case .reset: shop.detail = Ledger()
      default: break
      }
      return .none
    }
    var shop = Shop()
    shop.detail = Ledger()
    let store = Store(initialState: shop, feature: Feature.combine(detail, feature))
    store.dispatch(.detail(.add(1)))
    shop.detail = Ledger(count: 5)
    store.replaceState(with: shop)
    store.dispatch(.detail(.note("done")))
    store.dispatch(.reset)
    store.dispatch(.detail(.add(2)))
    #expect(recorder.recording.entries.map(\.action) == [.add(1), .add(2)])
    #expect(recorder.recording.entries.map(\.replacement) == [nil, nil])
  }

  @Test(arguments: [false, true])
  func anActionThatRemovesItsChildIsNotRecordedAtTheEndOfTheStore(addsChild: Bool) {
    let recorder = RecordingMiddleware<Ledger, LedgerAction>(initialState: Ledger())
    let detail = Feature(middleware: recorder)
      .ifLet(action: ShopAction.casePaths.detail, state: \Shop.detail)
    let feature = Feature<Shop, ShopAction> { shop, action in
      switch action {
      case .detail(.note("done")):
        shop.detail = nil
        return addsChild ? .just(.reset) : .none
      case .reset: shop.detail = Ledger()
      default: break
      }
      return .none
    }
    var shop = Shop()
    shop.detail = Ledger()
    var parent: LedgerStore? = LedgerStore(initialState: Ledger(), reducer: .ledger)
    let store = Store(initialState: shop, feature: Feature.combine(detail, feature))
    parent?.addChild(store)
    let subscription = store.subscribe(to: \.detail, initial: false) { detail in
      if (detail != nil) == addsChild { parent = nil }
    }
    store.dispatch(.detail(.add(1)))
    store.dispatch(.detail(.note("done")))
    #expect(parent == nil)
    #expect(recorder.recording.entries.map(\.action) == [.add(1)])
    subscription.cancel()
  }
}
