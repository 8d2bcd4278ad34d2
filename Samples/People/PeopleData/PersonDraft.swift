// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// What is being typed about a person, and what is wrong with it.
public struct PersonDraft: FormState, Equatable, Codable {
  /// How long a name or a city may be.
  public static let limit = TextLimit(60)

  /// The person.
  public let id: Person.ID
  /// The name, as it was typed.
  public var name: String
  /// The city, as it was typed.
  public var city: String
  /// Whether a save was attempted; before that, no problem is shown.
  public var isChecked = false

  /// The fields that are typed into.
  public static let fields = [FormField("name", \Self.name), FormField("city", \.city)]

  /// Begins with what the person is.
  public init(_ person: Person) {
    id = person.id
    name = person.name
    city = person.city
  }

  /// What is wrong with the name and how to repair it, or nil.
  public var nameProblem: String? { Self.problem(with: name, field: "name") }

  /// What is wrong with the city and how to repair it, or nil.
  public var cityProblem: String? { Self.problem(with: city, field: "city") }

  /// Whether the draft can be saved.
  public var isValid: Bool { nameProblem == nil && cityProblem == nil }

  private static func problem(with text: String, called what: String) -> String? {
    let text = text.tidied
    if !text.hasVisibleText { return "The \(what) is empty. Type at least one letter." }
    if let problem = limit.problem(with: text, called: what) { return "\(problem) Shorten it." }
    if !text.contains(where: \.isLetter) {
      return "The \(what) contains no letter. Type at least one."
    }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "The \(what) contains an invisible control character. Delete the text and type it again."
    }
    return nil
  }
}
