// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting

/// A basket of things with a limit, to be recorded and to be broken.
struct Cart: Equatable, Codable, Sendable {
  var items: [String] = []
  var total = 0

  struct Full: Error, Equatable {}

  /// At most three things; each costs as much as its name is long.
  static let reducer = Reducer<Cart, CartAction> {
    (cart: inout Cart, action: CartAction) throws in
    switch action {
    case .add(let item):
      cart.items.append(item)
      cart.total += item.count
      if cart.items.count > 3 { throw Full() }
    case .removeFirst:
      guard !cart.items.isEmpty else { return }
      cart.total -= cart.items.removeFirst().count
    case .clear: cart = Cart()
    }
  }

  /// Gives the third thing away.
  static let generousReducer = Reducer<Cart, CartAction> {
    (cart: inout Cart, action: CartAction) throws in
    let total = cart.total
    try Cart.reducer(&cart, action)
    if case .add = action, cart.items.count == 3 { cart.total = total }
  }
}

enum CartAction: Equatable, Codable, Sendable {
  case add(String)
  case removeFirst
  case clear
}

extension Recording where State == Cart, Action == CartAction {
  /// What a reducer makes of actions.
  static func of(
    _ actions: [CartAction], reducer: Reducer<Cart, CartAction> = Cart.reducer
  ) -> Recording {
    var cart = Cart()
    return Recording(
      initialState: cart,
      entries: actions.map { action in
        var next = cart
        do {
          try reducer(&next, action)
          cart = next
          return Entry(action: action, source: .shop, state: cart)
        } catch {
          return Entry(action: action, source: .shop, state: cart, rejection: "Cart.Full()")
        }
      })
  }
}

extension ActionSource {
  fileprivate static let shop = ActionSource(
    recordedFileID: "Shop/Shop.swift", function: "buy()", line: 7)
}
