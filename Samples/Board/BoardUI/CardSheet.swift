// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// The editor of the open card, or a message if the card does not exist.
struct CardSheet: View {
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk
  @Environment(PlaceStore.self) private var place
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    if let id = place.route.card {
      let changes = desk.read(StateSelector(\.[changesOf: id]))
      if let card = Card.shown(board.cards[id], changes) {
        CardEditor(card: card, changes: changes)
      } else {
        VStack {
          ContentUnavailableView(
            "Card Not Found", systemImage: "questionmark.circle",
            description: Text("It was deleted, or there never was a card at this address."))
          Button("Close", role: .cancel) { dismiss() }
        }
      }
    }
  }
}

/// The form that edits a card.
///
/// The texts change only when they are saved, the column at once.
struct CardEditor: View {
  let card: Card
  let changes: [UnsavedChange]
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    let draft = draft
    let hasRoom = desk.hasRoomForChange
    Form {
      Text("Card").font(.title3)
      TextField("Title", text: text(\.title, card.title))
      TextField("Description", text: text(\.detail, card.detail), axis: .vertical)
      if let problem = draft?.problem { Text(problem).foregroundStyle(.red) }
      Picker("Column", selection: column) {
        ForEach(Column.allCases, id: \.self) { Text($0.title) }
      }
      .disabled(!hasRoom)
      Text("Last changed by \(card.changedBy).").font(.footnote).foregroundStyle(.secondary)
      SaveLine(title: card.title, card: card.id, changes: changes)
      NoRoomLine()
      HStack {
        Button("Save") { save() }
          .disabled(draft?.problem != nil || !isDifferent(draft) || !hasRoom)
        Button("Cancel", role: .cancel) {
          desk.dispatch(.forget(card.id))
          dismiss()
        }
        Spacer()
        Button("Delete", role: .destructive) {
          desk.dispatch(.delete(card, on: board.state.id))
          dismiss()
        }
        .disabled(!hasRoom)
      }
    }
    .onSubmit { save() }
  }

  private func save() {
    let draft = desk.state.drafts[card.id]
    if draft?.problem != nil { return }
    let isDifferent = isDifferent(draft)
    // The draft stays until there is room.
    if isDifferent && !desk.state.hasRoomForChange { return }
    desk.dispatch(isDifferent ? .keep(card.id, on: board.state.id) : .forget(card.id))
    dismiss()
  }

  private func isDifferent(_ draft: CardDraft?) -> Bool { draft?.isDifferent(from: card) ?? false }

  private var draft: CardDraft? { desk.read(StateSelector(\.drafts[card.id])) }

  private func text(
    _ field: WritableKeyPath<CardDraft, String?> & Sendable, _ saved: String
  ) -> Binding<String> {
    Binding(
      get: { draft?[keyPath: field] ?? saved },
      set: { desk.dispatch(.write(Edit(field, $0), about: card)) })
  }

  private var column: Binding<Column> {
    Binding(
      get: { card.spot.column },
      set: { column in
        let spot = shownCards(board, desk).end(of: column)
        desk.dispatch(.move(card, to: spot, on: board.state.id))
      })
  }
}
