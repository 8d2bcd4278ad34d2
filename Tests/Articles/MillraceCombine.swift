// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceCombine.md needs; see bin/support/articles.py.

import Millrace

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

struct Cart: Sendable {
  var query = ""
  var prices: [Int] = []
}

enum CartAction: Sendable {
  case search(String)
}

@MainActor func example1(store: Store<Cart, CartAction>, scheduler: some Scheduler) {
  let selectTotal = StateSelector { (cart: Cart) in cart.prices.reduce(0, +) }
  // block 1
}
