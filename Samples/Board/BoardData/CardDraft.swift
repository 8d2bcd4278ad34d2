// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The unsaved edits of a card.
///
/// A text that was not edited is nil. Then the form shows the current text of the card, even if
/// another person has changed it.
public struct CardDraft: FormState, Equatable, Codable {
  /// The card before the first edit.
  public let card: Card
  /// The title exactly as typed, or nil if it was not edited.
  public var title: String?
  /// The description exactly as typed, or nil if it was not edited.
  public var detail: String?

  /// The fields of the form.
  public static let fields = [FormField("title", \Self.title), FormField("detail", \.detail)]

  /// Creates a draft of a card without edits.
  public init(_ card: Card) {
    self.card = card
  }

  /// The first error in the input and how to correct it, or nil if the input is valid.
  public var problem: String? {
    if let title = title?.tidied {
      if !title.hasVisibleText { return "The title is empty. Type at least one letter." }
      if let problem = Card.titleLimit.problem(with: title, field: "title") { return problem }
    }
    return detail.flatMap { Card.detailLimit.problem(with: $0, field: "description") }
  }

  /// Whether an edited text differs from that of a card.
  public func isDifferent(from card: Card) -> Bool {
    title.map { $0.tidied != card.title } ?? false || detail.map { $0 != card.detail } ?? false
  }

  /// The kind of change that saves the draft.
  var kind: CardChange.Kind { .edit(title: title?.tidied, detail: detail) }
}
