// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting

/// A cart with a limit of items, for tests of recordings and invariants.
struct Cart: Equatable, Codable, Sendable {
  var items: [String] = []
  var total = 0

  struct Full: Error, Equatable {}

  /// At most three items; the price of an item is the length of its name.
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

  /// Adds the third item without its price.
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
  /// The recording of a reducer that handles these actions.
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
