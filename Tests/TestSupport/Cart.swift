// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A state for tests of the monitor and its link.
package struct Cart: Codable, Equatable, Sendable {
  package var items: [String: Int] = [:]
  package var total = 0
  @Redacted package var card = ""

  package init() {}
}

package enum CartAction: Codable, Equatable, Sendable {
  case add(String, price: Int)
  case remove(String)
  case look
  case refuse
  case pay(Redacted<String>)
  case chain(Int)
}

package struct OutOfStock: Error, CustomStringConvertible {
  package let description = "out of stock"
}

extension Reducer where State == Cart, Action == CartAction {
  package static var cart: Reducer {
    Reducer { cart, action in
      switch action {
      case .add(let name, let price):
        cart.items[name, default: 0] += 1
        cart.total += price
      case .remove(let name): cart.items[name] = nil
      case .look, .chain: break
      case .refuse: throw OutOfStock()
      case .pay(let card): cart.card = card.wrappedValue
      }
    }
  }
}

package typealias CartStore = Store<Cart, CartAction>
@MainActor package func cartStore() -> CartStore {
  let store = CartStore(
    initialState: Cart(),
    feature: Feature(
      Reducer<Cart, CartAction>.cart,
      middleware: ChainMiddleware()))
  store.onRejection = { _ in }
  return store
}

/// Sends the next action of a chain, until its number is 0.
package struct ChainMiddleware: Middleware {
  package func handle(
    _ action: CartAction, from source: ActionSource, state: StateReader<Cart>
  ) -> Effect<CartAction> {
    if case .chain(let left) = action, left > 0 { .just(.chain(left - 1)) } else { .none }
  }
}
