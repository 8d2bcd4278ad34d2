// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

/// Reducers with deliberate faults, and the actions that are found for them.
@MainActor
@Suite struct InvariantCheckTests {
  private let shopping = ActionGenerator<Cart, CartAction>.weighted(
    (
      4,
      ActionGenerator { generator, _ in
        .add(["pen", "ink", "glue"].randomElement(using: &generator) ?? "pen")
      }
    ),
    (2, ActionGenerator { _, cart in cart.items.isEmpty ? nil : .removeFirst }),
    (1, .always(.clear)))

  private func isInOrder(_ cart: Cart) -> Bool {
    cart.items.count <= 3 && cart.total == cart.items.reduce(0) { $0 + $1.count }
  }

  private func check(_ reducer: Reducer<Cart, CartAction>) async -> [CartAction]? {
    var found: [CartAction]?
    _ = await Reports.of {
      found = checkInvariant(
        seed: 1, initialState: Cart(), reducer: reducer, generate: shopping, invariant: isInOrder)
    }
    return found
  }

  @Test func aReducerThatIsRightPasses() async {
    #expect(await check(Cart.reducer) == nil)
  }

  @Test func aFaultAtTheThirdThingNeedsThreeThings() async throws {
    let found = try #require(await check(Cart.generousReducer))
    #expect(found.count == 3)
    #expect(found.allSatisfy { if case .add = $0 { true } else { false } })
  }

  @Test func aFaultOfOneActionAfterAnotherNeedsBoth() async throws {
    let forgetful = Reducer<Cart, CartAction> { (cart: inout Cart, action: CartAction) throws in
      let total = cart.total
      try Cart.reducer(&cart, action)
      if action == .removeFirst { cart.total = total }
    }
    let found = try #require(await check(forgetful))
    #expect(found.count == 2)
    #expect(found.last == .removeFirst)
  }

  @Test func aLimitThatIsOneTooHighIsFound() async {
    let roomy = Reducer<Cart, CartAction> { cart, action in
      switch action {
      case .add(let item):
        guard cart.items.count <= 3 else { return }
        cart.items.append(item)
        cart.total += item.count
      case .removeFirst: if !cart.items.isEmpty { cart.total -= cart.items.removeFirst().count }
      case .clear: cart = Cart()
      }
    }
    #expect(await check(roomy)?.count == 4)
  }

  /// The partial changes of a refused action must not be visible.
  @Test func aRefusedActionLeavesTheState() async {
    let half = Reducer<Cart, CartAction> { (cart: inout Cart, action: CartAction) throws in
      cart.total += 1
      throw Cart.Full()
    }
    #expect(await check(half) == nil)
  }
}
