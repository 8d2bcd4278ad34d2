// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct StoreBindTests {
  private func store(count: Int = 0) -> LedgerStore {
    LedgerStore(initialState: Ledger(count: count), reducer: .ledger)
  }

  @Test func aChangeThereIsAnActionHereInTheSameTurn() {
    let (session, cart) = (store(count: 1), store())
    cart.bind(to: session, on: \.count) { .note("\($0)") }
    session.dispatch(.add(1))
    #expect(cart.state.notes == ["2"])
    session.dispatch(.setOther(1))
    session.dispatch(.add(0))
    #expect(cart.state.notes == ["2"])
  }

  @Test func thePresentValueCountsIfAskedFor() {
    let (session, cart) = (store(count: 1), store())
    cart.bind(to: session, on: \.count, initial: true) { .note("\($0)") }
    session.dispatch(.add(1))
    #expect(cart.state.notes == ["1", "2"])
  }

  @Test func aSelectorSaysItselfWhatCountsAsAChange() {
    let (session, cart) = (store(), store())
    cart.bind(to: session, on: createSelector(StateSelector(\.count)) { $0 / 10 }, initial: true) {
      .note("\($0)")
    }
    for _ in 0..<5 { session.dispatch(.add(5)) }
    #expect(cart.state.notes == ["0", "1", "2"])
  }

  @Test func cancellingTheSubscriptionEndsTheBinding() {
    let (session, cart) = (store(), store())
    let subscription = cart.bind(to: session, on: \.count) { .note("\($0)") }
    session.dispatch(.add(1))
    subscription.cancel()
    session.dispatch(.add(1))
    #expect(cart.state.notes == ["1"])
    #expect(cart.bindings.isEmpty)
    #expect(session.engine.observers.isEmpty)
  }

  @Test func lettingGoOfTheSubscriptionDoesNotEndTheBinding() {
    let (session, cart) = (store(), store())
    var subscription: StoreSubscription? = cart.bind(to: session, on: \.count) { .note("\($0)") }
    #expect(subscription != nil)
    subscription = nil
    session.dispatch(.add(1))
    #expect(cart.state.notes == ["1"])
  }

  @Test func nothingIsLeftOfManyShortLivedStores() {
    let cart = store()
    for _ in 0..<100 {
      let session = store()
      cart.bind(to: session, on: \.count) { .add($0) }
      let projection = session.projection(action: { LedgerAction.add($0) }, state: \.count)
      cart.bind(to: projection, on: \.self) { .add($0) }
      session.dispatch(.add(1))
      #expect(cart.bindings.count == 2)
    }
    #expect(cart.bindings.isEmpty)
    #expect(cart.count == 200)
  }

  @Test func aBindingEndsWithAStoreThatIsEndedByItsParent() {
    let (parent, session, cart) = (store(), store(), store())
    let late = store()
    for child in [session, late] { parent.addChild(child) }
    cart.bind(to: session, on: \.count) { .note("\($0)") }
    late.bind(to: cart, on: \.count) { .note("\($0)") }
    parent.end()
    #expect(cart.bindings.isEmpty)
    #expect(late.bindings.isEmpty)
    #expect(cart.engine.observers.isEmpty)
    // Nothing is bound any more to or from a store that has ended.
    cart.bind(to: session, on: \.count) { .note("\($0)") }
    late.bind(to: cart, on: \.count) { .note("\($0)") }.cancel()
    cart.dispatch(.add(1))
    #expect(cart.bindings.isEmpty && late.bindings.isEmpty)
    #expect(cart.engine.observers.isEmpty)
  }

  @Test func aProjectionIsAsGoodAsAStore() {
    let (session, cart) = (store(), store())
    let projection = session.projection(action: { LedgerAction.add($0) }, state: \.count)
    cart.bind(to: projection, on: \.self) { .note("\($0)") }
    session.dispatch(.add(3))
    #expect(cart.state.notes == ["3"])
  }

  @Test func storesMayBeBoundToEachOther() {
    let (one, two) = (store(), store())
    one.bind(to: two, on: \.other) { .setOther($0) }
    two.bind(to: one, on: \.other) { .setOther($0) }
    one.dispatch(.setOther(5))
    #expect(two.other == 5)
    two.dispatch(.setOther(6))
    #expect(one.other == 6)
  }

  @Test func aBindingKeepsNeitherAliveAndEndsWithTheStoreThatIsBound() {
    let session = store()
    var cart: LedgerStore? = store()
    let kept = Weak(cart)
    cart?.bind(to: session, on: \.count) { .note("\($0)") }
    cart = nil
    #expect(kept.object == nil)
    session.dispatch(.add(1))
    #expect(session.engine.observers.isEmpty)
  }

  @Test func aBindingEndsWithTheOtherStore() {
    let cart = store()
    var session: LedgerStore? = store()
    let kept = Weak(session)
    cart.bind(to: session!, on: \.count) { .note("\($0)") }
    session?.dispatch(.add(1))
    session = nil
    #expect(kept.object == nil)
    #expect(cart.state.notes == ["1"])
  }

  @Test func theSourceIsThePlaceOfTheBinding() {
    var lines: [UInt] = []
    let session = store()
    let cart = LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: LedgerMiddleware { _, source, _ in
        lines.append(source.line)
        return .none
      })
    let line: UInt = #line + 1
    cart.bind(to: session, on: \.count) { .add($0) }
    session.dispatch(.add(1))
    #expect(lines == [line])
  }
}
