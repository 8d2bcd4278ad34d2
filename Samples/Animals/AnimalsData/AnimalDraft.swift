// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// What is being typed about an animal.
public struct AnimalDraft: FormState, Identifiable, Hashable, Codable {
  /// The fields that are typed into, or chosen.
  public static let fields = [
    FormField("name", \Self.name), FormField("diet", \.diet),
    FormField("category", \.categoryId),
  ]

  /// The animal as it was when the typing began; nil: a new one.
  public let animal: Animal?
  /// The name, as it was typed.
  public var name = ""
  /// What it eats; nil: not chosen yet.
  public var diet: Animal.Diet?
  /// The category; nil: not chosen yet.
  public var categoryId: Animal.Category.ID?
  /// Names the draft, so that it is saved once; empty before anything was typed.
  public internal(set) var key = ""

  /// The id of the animal; empty for a new one.
  public var id: Animal.ID { animal?.id ?? "" }

  /// Begins a new animal.
  ///
  /// - Parameter category: The category that is chosen at first.
  public init(in category: Animal.Category.ID? = nil) {
    animal = nil
    categoryId = category
  }

  /// Begins with what an animal is.
  public init(_ animal: Animal) {
    self.animal = animal
    name = animal.name
    diet = animal.diet
    categoryId = animal.categoryId
  }

  /// What is wrong and how to repair it, or nil.
  public var problem: String? {
    let name = name.tidied
    if !name.hasVisibleText { return "The name is empty. Type at least one letter." }
    if let problem = Animal.nameLimit.problem(with: name, called: "name") { return problem }
    if diet == nil { return "Choose what it eats." }
    if categoryId == nil { return "Choose a category." }
    return nil
  }

  /// The change that the draft makes; nil if there is a problem, or nothing was changed.
  ///
  /// It has only the fields that were typed into: what another client changes meanwhile stays.
  public var mutation: AnimalsMutation? {
    guard problem == nil, let diet, let categoryId else { return nil }
    guard let animal else {
      return .addAnimal(animalId: nil, name: name.tidied, diet: diet, categoryId: categoryId)
    }
    return .update(
      animal,
      to: Animal(
        animalId: animal.id, name: name.tidied, diet: diet, categoryId: categoryId))
  }
}
