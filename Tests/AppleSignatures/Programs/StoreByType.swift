// SPDX-License-Identifier: Apache-2.0
// Expect: ok
// Flags: AS_IN_XCODE

// Stores that are found by their type in SwiftUI's environment, and tables whose rows are read one
// by one.

import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

nonisolated struct Card: Identifiable, Equatable, Sendable {
  var id: Int
  var title: String
}

nonisolated struct BoardState: Sendable {
  var cards = EntityTable<Card>()
  var name = ""
}

nonisolated enum BoardAction: Sendable { case rename(String) }

typealias BoardStore = Store<BoardState, BoardAction>

struct CardRow: View {
  @Environment(BoardStore.self) private var store
  let id: Card.ID
  var body: some View { Text(store.cards[id]?.title ?? "") }
}

struct Board: View {
  @Environment(BoardStore.self) private var store
  @Environment(StoreProjection<BoardState, BoardAction>.self) private var part:
    StoreProjection<BoardState, BoardAction>?
  @Selected(BoardStore.self, \.name) private var name
  @Selected(BoardStore.self, .count(of: \.cards)) private var count
  @Dispatcher(BoardStore.self) private var dispatcher

  var body: some View {
    Text("\(name): \(store.cards.count) of \(count), \(part?.cards.ids.count ?? 0)")
    ForEach(store.cards.ids, id: \.self) { CardRow(id: $0) }
    ForEach(store.cards) { Text($0.title) }
    Button("Rename") { dispatcher(.rename("x")) }
  }
}

@MainActor func page(_ store: BoardStore) -> some View {
  Board()
    .environment(store)
    .environment(store.projection(action: { (action: BoardAction) in action }, state: \.self))
}
