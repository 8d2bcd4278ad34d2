// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct SingleChildKeyTests {
  private enum Page: Equatable {
    case home
    case row(ShopRow)

    static let rowPath = CasePath(case: Page.row) {
      if case .row(let row) = $0 { row } else { nil }
    }

    var row: ShopRow? {
      get { Self.rowPath.extract(from: self) }
      set { self = newValue.map(Page.row) ?? .home }
    }
  }

  private enum Action: Sendable {
    case child(LedgerAction)
    case show(Page)

    static let childPath = CasePath(case: Action.child) {
      if case .child(let action) = $0 { action } else { nil }
    }
  }

  private let gate = Gate()

  private func store(
    isCase: Bool, _ child: LedgerMiddleware? = nil
  ) -> Store<Page, Action> {
    let row = (child ?? ChildSupport.loading(gate)).lift(
      action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
    let child =
      isCase
      ? Feature(middleware: row).ifCase(action: Action.childPath, state: Page.rowPath)
      : Feature(middleware: row).ifLet(action: Action.childPath, state: \Page.row)
    return Store(
      initialState: .row(ShopRow(id: 1)),
      feature: child
        <> Reducer { state, action in
          switch action {
          case .show(let page): state = page
          // A child that fails is replaced.
          case .child(.fail): state = .row(ShopRow(id: 2))
          case .child(let action):
            guard case .row(var row) = state else { return }
            row.ledger.apply(action)
            state = .row(row)
          }
        })
  }

  private func row(_ id: Int, _ notes: String..., count: Int) -> Page {
    .row(ShopRow(id: id, ledger: Ledger(notes: notes, count: count)))
  }

  @Test(arguments: [true, false])
  func anotherIdIsAnotherChild(isCase: Bool) async {
    let store = store(isCase: isCase)
    let receipt = store.dispatch(.child(.add(1)))
    #expect(!store.runningEffects.isEmpty)
    store.dispatch(.show(.row(ShopRow(id: 2))))
    #expect(store.runningEffects.allSatisfy { $0.isCancelled })
    let again = store.dispatch(.child(.add(2)))
    await gate.open()
    await receipt.finish()
    await again.finish()
    #expect(store.state == row(2, "2", count: 2))
  }

  @Test(arguments: [true, false])
  func anEqualIdIsTheSameChild(isCase: Bool) async {
    let store = store(isCase: isCase)
    let receipt = store.dispatch(.child(.add(1)))
    store.dispatch(.show(.row(ShopRow(id: 1))))
    await gate.open()
    await receipt.finish()
    #expect(store.state == row(1, "1", count: 0))
  }

  @Test(arguments: [true, false])
  func whatTheOldChildSendsLateDoesNotReachTheNewOne(isCase: Bool) {
    var sends: [Send<LedgerAction>] = []
    let store = store(
      isCase: isCase, LedgerMiddleware { _, _, _ in Effect.perform { sends.append($0) } })
    func sendLate(_ text: String) {
      store.batch {
        sends[0].dispatch(.note(text))
        // The sent action runs before the dispatched one.
        store.dispatch(.child(.add(1)))
      }
    }
    store.dispatch(.child(.add(1)))
    sendLate("before")
    #expect(store.state == row(1, "before", count: 2))
    store.dispatch(.show(.row(ShopRow(id: 2))))
    sendLate("after")
    #expect(store.state == row(2, count: 1))
  }

  @Test(arguments: [true, false])
  func anIOWhoseActionPutAnotherChildInPlaceIsNotRun(isCase: Bool) {
    let log = Log()
    let child = LedgerMiddleware { action, _, _ in Effect.perform { _ in log.append("\(action)") } }
    let store = store(isCase: isCase, child)
    store.dispatch(.child(.add(1)))
    store.dispatch(.child(.fail))
    #expect(store.state == .row(ShopRow(id: 2)))
    // This one puts an equal child in its place, so its closure runs.
    store.dispatch(.child(.fail))
    #expect(log.lines == ["add(1)", "fail"])
  }

  @Test func withoutAnIdAChildThatIsSetAnewIsTheSame() async {
    let store = ChildSupport.store(
      ChildSupport.loading(gate).ifLet(action: \.detail, state: \Shop.detail))
    let receipt = store.dispatch(.detail(.add(1)))
    store.dispatch(.branch(.count(0)))
    #expect(store.state.detail?.count == 0)
    await gate.open()
    await receipt.finish()
    #expect(store.state.detail?.notes == ["1"])
  }

  @Test func anElementIsToldByItsKeyAlone() async {
    let element = ChildSupport.loading(gate).lift(
      action: CasePath<LedgerAction, LedgerAction>.identity, state: \ShopRow.ledger)
    let store = Store<[ShopRow], LedgerAction>(
      initialState: [ShopRow(id: 1)],
      feature: Feature(middleware: element).forEach(
        action: CasePath<LedgerAction, (Int, LedgerAction)>(
          embed: { $0.1 }, extract: { (0, $0) }),
        state: \[ShopRow].self)
        <> Reducer { state, action in
          if action == .fail { state[0] = ShopRow(id: 9) } else { state[0].ledger.apply(action) }
        })
    let receipt = store.dispatch(.add(1))
    store.dispatch(.fail)
    await gate.open()
    await receipt.finish()
    #expect(store.state == [ShopRow(id: 9, ledger: Ledger(notes: ["1"]))])
  }

  private struct Outer: Identifiable, Equatable {
    let id: Int
    var inner: Ledger? = Ledger()
  }

  @Test func childrenOfTheOldChildEndWithItAndThoseOfTheNewOneBeginAnew() async {
    let all = CasePath<LedgerAction, LedgerAction>.identity
    let inner = ChildSupport.loading(gate).ifLet(action: all, state: \Outer.inner)
    let store = Store<Outer?, LedgerAction>(
      initialState: Outer(id: 1),
      feature: inner.ifLet(action: all, state: \Outer?.self)
        <> Reducer { state, action in
          if action == .fail { state = Outer(id: 2) } else { state?.inner?.apply(action) }
        })
    let receipt = store.dispatch(.add(1))
    store.dispatch(.fail)
    #expect(store.runningEffects.allSatisfy { $0.isCancelled })
    let again = store.dispatch(.add(2))
    store.dispatch(.add(0))
    await gate.open()
    await receipt.finish()
    await again.finish()
    await until { store.runningEffects.isEmpty }
    #expect(store.state?.inner?.notes.sorted() == ["0", "2"])
  }

  @Test func keysOfChildrenAreToldByTheirIds() {
    let identify = SingleChildKey.identify(ShopRow.self)
    #expect(identify?(ShopRow(id: 1)) == identify?(ShopRow(id: 1, ledger: Ledger(count: 5))))
    #expect(identify?(ShopRow(id: 1)) != identify?(ShopRow(id: 2)))
    #expect(identify?(ShopRow(id: 1)) != SingleChildKey())
    #expect(SingleChildKey.identify(Ledger.self) == nil)
    #expect(MemoryLayout<SingleChildKey>.size == MemoryLayout<Int>.size)
  }
}
