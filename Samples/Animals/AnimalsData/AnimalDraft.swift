// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The unsaved input of the form that adds or changes an animal.
public struct AnimalDraft: FormState, Identifiable, Hashable, Codable {
  /// The fields of the form.
  public static let fields = [
    FormField("name", \Self.name), FormField("diet", \.diet),
    FormField("category", \.categoryId),
  ]

  /// The animal when the draft was created, or nil for a new animal.
  public let animal: Animal?
  /// The name exactly as typed.
  public var name = ""
  /// The chosen diet, or nil.
  public var diet: Animal.Diet?
  /// The chosen category, or nil.
  public var categoryId: Animal.Category.ID?
  /// The key of the draft, which is empty before the first edit.
  ///
  /// The store makes the change of a key only once.
  public internal(set) var key = ""

  /// The id of the animal, or the empty string for a new animal.
  public var id: Animal.ID { animal?.id ?? "" }

  /// Creates a draft of a new animal.
  ///
  /// - Parameter category: The initial choice of the category.
  public init(in category: Animal.Category.ID? = nil) {
    animal = nil
    categoryId = category
  }

  /// Creates a draft that changes an animal.
  ///
  /// The fields start with the values of the animal.
  public init(_ animal: Animal) {
    self.animal = animal
    name = animal.name
    diet = animal.diet
    categoryId = animal.categoryId
  }

  /// The first error in the input and how to correct it, or nil if the input is valid.
  public var problem: String? {
    let name = name.tidied
    if !name.hasVisibleText { return "The name is empty. Type at least one letter." }
    if let problem = Animal.nameLimit.problem(with: name, field: "name") { return problem }
    if diet == nil { return "Choose what it eats." }
    if categoryId == nil { return "Choose a category." }
    return nil
  }

  /// The mutation that saves the draft, or nil if there is a problem or no field differs.
  ///
  /// An update contains only the fields that differ from the animal at the start of the draft. So
  /// it does not overwrite the changes that another client makes to the other fields.
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
