// SPDX-License-Identifier: Apache-2.0

extension BoardState {
  /// The initial boards of a server.
  public static var samples: [BoardState] {
    [
      BoardState(
        id: "launch", title: "Launch",
        cards: cards(
          "l",
          (.toDo, "Write the announcement", "One page: what it is, and how to begin."),
          (.toDo, "Record the film", "Two minutes, with captions."),
          (.toDo, "Invite the testers", ""),
          (.doing, "Measure the first page", "On a telephone, over a bad connection."),
          (.doing, "Translate the help", "German and French are there."),
          (.done, "Choose a name", "It is short, and it was free."))),
      BoardState(
        id: "garden", title: "Garden",
        cards: cards(
          "g",
          (.toDo, "Paint the fence", "Green, as it was."),
          (.toDo, "Sow the carrots", ""),
          (.doing, "Mend the greenhouse", "Two panes are broken."),
          (.done, "Prune the apple tree", ""))),
    ]
  }

  private static func cards(
    _ letter: String, _ cards: (column: Column, title: String, detail: String)...
  ) -> [Card] {
    zip(cards, Rank.row(of: cards.count)).enumerated().map { index, pair in
      let (card, rank) = pair
      return Card(
        id: "\(letter)\(index + 1)", title: card.title, detail: card.detail,
        spot: Spot(card.column, rank), changedBy: "Ada")
    }
  }
}
