// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The unsaved edits of a person, and the errors in them.
public struct PersonDraft: FormState, Equatable, Codable {
  /// The maximum length of a name or a city.
  public static let limit = TextLimit(60)

  /// The id of the person.
  public let id: Person.ID
  /// The name exactly as typed.
  public var name: String
  /// The city exactly as typed.
  public var city: String
  /// Whether a save was attempted.
  ///
  /// Before that no error is shown.
  public var isChecked = false

  /// The fields of the form.
  public static let fields = [FormField("name", \Self.name), FormField("city", \.city)]

  /// Creates a draft with the current name and city of a person.
  public init(_ person: Person) {
    id = person.id
    name = person.name
    city = person.city
  }

  /// The error in the name and how to correct it, or nil if the name is valid.
  public var nameProblem: String? { Self.problem(with: name, field: "name") }

  /// The error in the city and how to correct it, or nil if the city is valid.
  public var cityProblem: String? { Self.problem(with: city, field: "city") }

  /// Whether the draft can be saved.
  public var isValid: Bool { nameProblem == nil && cityProblem == nil }

  private static func problem(with text: String, field: String) -> String? {
    let text = text.tidied
    if !text.hasVisibleText { return "The \(field) is empty. Type at least one letter." }
    // Before the limit, which refuses U+0000 too: to shorten the text would not help then.
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return """
        The \(field) contains an invisible control character. Delete the text and type it again.
        """
    }
    if let problem = limit.problem(with: text, field: field) { return "\(problem) Shorten it." }
    if !text.contains(where: \.isLetter) {
      return "The \(field) contains no letter. Type at least one."
    }
    return nil
  }
}
