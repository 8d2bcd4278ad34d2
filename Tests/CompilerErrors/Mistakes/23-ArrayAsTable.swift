// SPDX-License-Identifier: Apache-2.0
// An array literal instead of a table.

import Millrace

struct Item: Identifiable, Equatable, Sendable {
  let id: Int
}

struct ItemState: Equatable, Sendable {
  var items = EntityTable<Item>()
}

func change(_ state: inout ItemState) {
  // error: A literal has no sort order. Write EntityTable([...]) for a new table
  state.items = []
  // error: A literal has no sort order. Write EntityTable([...]) for a new table
  state.items = [Item(id: 1)]
  // error: A literal has no sort order. Write EntityTable([...]) for a new table
  state = ItemState(items: [Item(id: 1)])
  state.items = EntityTable([Item(id: 1)])
  state.items.setAll([Item(id: 1)])
  state = ItemState(items: EntityTable<Item>([]))
}
