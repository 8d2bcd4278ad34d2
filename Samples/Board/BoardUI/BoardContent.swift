// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Boards with cards that several people change at the same time.
public struct BoardContent: View {
  private let boards: [BoardStore]
  @Environment(DeskStore.self) private var desk
  @Environment(PlaceStore.self) private var place

  /// Creates the view.
  ///
  /// The environment must have a ``DeskStore`` and a ``PlaceStore``.
  ///
  /// - Parameter boards: The boards, which all desks share.
  public init(boards: [BoardStore]) {
    self.boards = boards
  }

  /// The log-in page, or the view of the address if a person is logged in.
  public var body: some View {
    Group {
      if desk.person == nil {
        LogInPage()
      } else {
        Boards(boards: boards)
      }
    }
    .pageAddress(place.binding(\.address) { .visit(BoardPlace($0)) }, isKnown: isKnown)
  }

  /// Whether the address has a view.
  ///
  /// A card must be on the board or in a change of this desk.
  private var isKnown: Bool {
    let route = place.route
    guard route.isKnown(boards.map(\.id)) else { return false }
    guard let card = route.card, let board = boards.first(where: { $0.id == route.board }) else {
      return true
    }
    let changes = desk.read(StateSelector(\.[changesOf: card]))
    return board.cards.contains(id: card) || !changes.isEmpty
  }
}

/// The list of boards, and the open board on top of it.
struct Boards: View {
  let boards: [BoardStore]
  @Environment(PlaceStore.self) private var place

  var body: some View {
    VStack(alignment: .leading) {
      DeskBar()
      LostDrafts(boards: boards)
      if place.route.isKnown(boards.map(\.id)) {
        NavigationStack(path: path) {
          BoardList(boards: boards)
            .navigationDestination(for: String.self) { id in
              if let board = boards.first(where: { $0.id == id }) {
                BoardScreen().environment(board)
              }
            }
        }
      } else {
        NotFound()
      }
    }
  }

  private var path: Binding<[String]> {
    Binding(
      get: { place.route.board.map { [$0] } ?? [] },
      set: { place.dispatch(.show($0.last.map { .board($0) } ?? .boards)) })
  }
}

/// The view for an address of a board that does not exist.
struct NotFound: View {
  @Environment(PlaceStore.self) private var place

  var body: some View {
    VStack {
      ContentUnavailableView(
        "Page Not Found", systemImage: "questionmark.circle",
        description: Text("There is no board at this address."))
      Button("All Boards") { place.dispatch(.show(.boards)) }
    }
    .navigationTitle("Page Not Found")
  }
}

/// The list of boards, with the number of cards of each.
struct BoardList: View {
  let boards: [BoardStore]

  var body: some View {
    List {
      ForEach(boards, id: \.id) { board in
        NavigationLink(value: board.id) { BoardRow(board: board) }
      }
    }
    .navigationTitle("Boards")
  }
}

/// A row of the list of boards.
struct BoardRow: View {
  let board: BoardStore

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      Text(board.title).bold()
      Text(board.cards.count == 1 ? "1 card" : "\(board.cards.count) cards")
        .font(.footnote).foregroundStyle(.secondary)
    }
  }
}
