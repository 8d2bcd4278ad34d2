// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// One board: its columns, the last deleted card, failed changes, and the open card.
struct BoardScreen: View {
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk
  @Environment(PlaceStore.self) private var place

  var body: some View {
    let shown = ShownCards(
      board.read(.all(of: \.cards)), changes: desk.changes, on: board.id)
    VStack(alignment: .leading) {
      PeopleHere()
      NewCard()
      NoRoomLine()
      UndoBar()
      LostChanges(changes: shown.lost)
      ScrollView {
        LazyVGrid(
          columns: [GridItem(.adaptive(minimum: 240, maximum: 380), spacing: 16, alignment: .top)],
          alignment: .leading, spacing: 16
        ) {
          ForEach(Column.allCases, id: \.self) { column in
            BoardColumn(column: column, ids: shown.ids(in: column, matching: place.query))
          }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
    }
    .searchable(text: place.binding(\.query) { .search($0) }, prompt: "Search cards")
    .sheet(isPresented: place.binding(\.isCardOpen) { _ in .show(.board(board.state.id)) }) {
      CardSheet()
    }
    .navigationTitle(board.title)
  }
}

/// The people who have the board open, and the last change.
struct PeopleHere: View {
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk
  @State private var visit: String?

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      Text("Here: \(board.people.joined(separator: ", "))")
      if let change = board.lastChange {
        Text(change.sentence).font(.footnote).foregroundStyle(.secondary)
      }
    }
    .onAppear { come() }
    .onDisappear { if let visit { board.dispatch(.go(visit)) } }
  }

  private func come() {
    guard let person = desk.state.person else { return }
    let visit = String.newID()
    self.visit = visit
    board.dispatch(.come(visit, person))
  }
}

/// The field for the title of a new card, and the button that adds the card.
struct NewCard: View {
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk

  var body: some View {
    HStack(alignment: .bottom) {
      TextField("New card", text: desk.binding(\.newTitle))
      Button("Add") { add() }.disabled(!desk.canAdd)
    }
    .onSubmit { add() }
  }

  private func add() {
    desk.dispatch(.add(at: shownCards(board, desk).end(of: .toDo), on: board.state.id))
  }
}

/// Offers to restore the card that was deleted last.
///
/// Cards that exist again are skipped.
struct UndoBar: View {
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk

  var body: some View {
    let id = board.id
    if let last = desk.deleted.last(where: { $0.board == id && isDeleted($0.card.id) }) {
      HStack {
        Text("“\(last.card.title)” was deleted.")
        Button("Undo") { desk.dispatch(.undoDelete(last.card.id, on: id)) }
        Button("Dismiss", role: .cancel) { desk.dispatch(.forgetDeleted(on: id)) }
      }
    }
  }

  /// Whether the desk shows no such card.
  ///
  /// A card in the list of deleted cards can exist again: its deletion has failed, or another
  /// person has added it again.
  private func isDeleted(_ card: Card.ID) -> Bool {
    Card.shown(board.cards[card], desk.read(StateSelector(\.[changesOf: card]))) == nil
  }
}

/// The drafts of cards that have been deleted by another person.
struct LostDrafts: View {
  let boards: [BoardStore]
  @Environment(DeskStore.self) private var desk

  var body: some View {
    let lost = desk.drafts.values.filter { isDeleted($0.card.id) }
    ForEach(lost.sorted { $0.card.id < $1.card.id }, id: \.card.id) { draft in
      VStack(alignment: .leading, spacing: 4) {
        Text("“\(draft.card.title)” was deleted by another person. This was typed about it:")
        if let title = draft.title { Text(title).bold() }
        if let detail = draft.detail { Text(detail) }
        Button("Discard", role: .destructive) { desk.dispatch(.forget(draft.card.id)) }
          .accessibilityLabel("Discard: \(draft.card.title)")
      }
    }
  }

  private func isDeleted(_ card: Card.ID) -> Bool {
    let changes = desk.read(StateSelector(\.[changesOf: card]))
    return boards.allSatisfy { Card.shown($0.cards[card], changes) == nil }
  }
}

/// The failed changes of cards that are not shown.
struct LostChanges: View {
  let changes: [UnsavedChange]
  @Environment(DeskStore.self) private var desk

  var body: some View {
    ForEach(changes, id: \.change.id) { lost in
      VStack(alignment: .leading, spacing: 4) {
        Text(lost.change.sentence)
        SaveLine(title: lost.change.title, card: lost.change.card, changes: [lost])
      }
    }
  }
}

/// A column with the cards that match the search.
struct BoardColumn: View {
  let column: Column
  let ids: [Card.ID]

  var body: some View {
    VStack(alignment: .leading) {
      Text("\(column.title) (\(ids.count))").font(.headline)
      ForEach(ids, id: \.self) { CardView(id: $0) }
      if ids.isEmpty { Text("No cards").foregroundStyle(.secondary) }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
  }
}

/// Returns the cards of a board that a desk shows now.
@MainActor func shownCards(_ board: BoardStore, _ desk: DeskStore) -> ShownCards {
  ShownCards(board.state.cards, changes: desk.state.changes, on: board.state.id)
}
