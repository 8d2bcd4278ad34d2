// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A module with a type of its own name, types within types, and a feature of the main actor.
enum Depot {
  struct Cart: Codable {
    struct State: Codable, Sendable {
      struct Item: Codable, Sendable {
        var name: String
        var count: Int
      }

      var items: [Item] = []
      var total = 0
      @Redacted var card = ""
    }

    enum Action: Codable, Sendable {
      case add(State.Item)
      case remove(String)
      case pay(card: Redacted<String>)
    }
  }

  struct Empty: Error {}

  @MainActor static let feature = Feature<Cart.State, Cart.Action> { state, action in
    switch action {
    case .add(let item):
      state.items.append(item)
      state.total += item.count
    case .remove(let name):
      guard state.items.contains(where: { $0.name == name }) else { throw Empty() }
      // The fault: one is taken off, however many there were.
      state.items.removeAll { $0.name == name }
      state.total -= 1
    case .pay(let card): state.card = card.wrappedValue
    }
    return .none
  }
}
