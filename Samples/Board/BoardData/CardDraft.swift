// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// What is being typed about a card; a text that was not typed into stays that of the card, also
/// when another person changes it meanwhile.
public struct CardDraft: FormState, Equatable, Codable {
  /// The card, as it was when the first letter was typed.
  public let card: Card
  /// The title, as it was typed.
  public var title: String?
  /// The description, as it was typed.
  public var detail: String?

  /// The fields that are typed into.
  public static let fields = [FormField("title", \Self.title), FormField("detail", \.detail)]

  /// Begins with what a card is.
  public init(_ card: Card) {
    self.card = card
  }

  /// What is wrong and how to repair it, or nil.
  public var problem: String? {
    if let title = title?.tidied {
      if !title.hasVisibleText { return "The title is empty. Type at least one letter." }
      if let problem = Card.titleLimit.problem(with: title, field: "title") { return problem }
    }
    return detail.flatMap { Card.detailLimit.problem(with: $0, field: "description") }
  }

  /// Whether something was typed that is not what a card says already.
  public func isDifferent(from card: Card) -> Bool {
    title.map { $0.tidied != card.title } ?? false || detail.map { $0 != card.detail } ?? false
  }

  /// The change that the draft makes.
  var kind: CardChange.Kind { .edit(title: title?.tidied, detail: detail) }
}
