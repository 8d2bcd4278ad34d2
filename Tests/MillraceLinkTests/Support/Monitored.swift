// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport

import MillraceLink

typealias CartMonitor = LocalStore<Cart, CartAction>

@MainActor func monitored(_ store: CartStore, maxAge: Int = 1_000) -> CartMonitor {
  LocalStore(
    store, id: 1, name: "Cart", maxAge: maxAge, coding: StoreCoding(codable: ()))
}
