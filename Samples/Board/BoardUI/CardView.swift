// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// One card of a column.
///
/// A change of another card does not run this body.
struct CardView: View {
  let id: Card.ID
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk
  @Environment(PlaceStore.self) private var place

  var body: some View {
    let changes = desk.read(StateSelector(\.[changesOf: id]))
    if let card = Card.shown(board.cards[id], changes) {
      GroupBox {
        VStack(alignment: .leading, spacing: 4) {
          Button {
            place.dispatch(.show(.card(id, on: board.state.id)))
          } label: {
            Text(card.title).bold().multilineTextAlignment(.leading)
          }
          .buttonStyle(.plain)
          if !card.detail.isEmpty {
            Text(card.detail).lineLimit(2).font(.footnote).foregroundStyle(.secondary)
          }
          if desk.read(StateSelector(\.[hasDraftOf: id])) {
            Text("Not finished: open the card to go on.").font(.footnote)
          }
          SaveLine(title: card.title, card: id, changes: changes)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
      }
      .contextMenu { CardActions(card: card) }
    }
  }
}

/// The buttons in the context menu of a card.
struct CardActions: View {
  let card: Card
  @Environment(BoardStore.self) private var board
  @Environment(DeskStore.self) private var desk

  var body: some View {
    ForEach(Column.allCases.filter { $0 != card.spot.column }, id: \.self) { column in
      Button("Move to \(column.title)") { move(to: shownCards(board, desk).end(of: column)) }
        .accessibilityLabel("Move to \(column.title): \(card.title)")
    }
    Button("Move Up") { move(to: shownCards(board, desk).spot(above: card)) }
      .accessibilityLabel("Move Up: \(card.title)")
    Button("Move Down") { move(to: shownCards(board, desk).spot(below: card)) }
      .accessibilityLabel("Move Down: \(card.title)")
    Button("Delete", role: .destructive) { desk.dispatch(.delete(card, on: board.state.id)) }
      .accessibilityLabel("Delete: \(card.title)")
  }

  private func move(to spot: Spot?) {
    if let spot { desk.dispatch(.move(card, to: spot, on: board.state.id)) }
  }
}

/// The reason why nothing can be changed while there are too many unsaved changes.
struct NoRoomLine: View {
  @Environment(DeskStore.self) private var desk

  var body: some View {
    if !desk.hasRoomForChange {
      Text(
        "\(DeskState.limit) changes are not saved yet. Wait, or discard one that was not saved, "
          + "then try again."
      )
      .foregroundStyle(.red)
    }
  }
}

/// The state of a card's unsaved changes, with buttons to retry or discard a failed one.
struct SaveLine: View {
  let title: String
  let card: Card.ID
  let changes: [UnsavedChange]
  @Environment(DeskStore.self) private var desk

  var body: some View {
    if let problem = changes.first?.problem {
      VStack(alignment: .leading, spacing: 4) {
        Text("Not saved. \(problem.message)").font(.footnote).foregroundStyle(.red)
        HStack {
          Button("Retry") { desk.dispatch(.retry(card)) }.accessibilityLabel("Retry: \(title)")
          Button("Discard", role: .destructive) { desk.dispatch(.discard(card)) }
            .accessibilityLabel("Discard: \(title)")
        }
      }
    } else if !changes.isEmpty {
      Text("Saving…").font(.footnote).foregroundStyle(.secondary)
    }
  }
}
