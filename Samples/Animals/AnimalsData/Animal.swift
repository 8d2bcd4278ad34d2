// SPDX-License-Identifier: Apache-2.0

import TextData

/// One animal.
public struct Animal: Identifiable, Hashable, Codable, Sendable {
  /// The diets of animals.
  public enum Diet: String, CaseIterable, Hashable, Codable, Sendable {
    /// Plants.
    case herbivore = "Herbivore"
    /// Meat.
    case carnivore = "Carnivore"
    /// Both.
    case omnivore = "Omnivore"
  }

  /// The maximum length of a name or an id.
  public static let nameLimit = TextLimit(80)

  /// The identifier of the animal, which never changes.
  public let animalId: String
  /// The name, which can change.
  public var name: String
  /// The diet of the animal.
  public var diet: Diet
  /// The id of the category of the animal.
  public var categoryId: Category.ID

  /// Creates an animal.
  public init(animalId: String, name: String, diet: Diet, categoryId: Category.ID) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }

  /// The same as `animalId`.
  public var id: String { animalId }
}

extension Animal {
  /// A category of animals.
  public struct Category: Identifiable, Hashable, Codable, Sendable {
    /// The identifier of the category, which never changes.
    public let categoryId: String
    /// The name.
    public let name: String

    /// Creates a category.
    public init(categoryId: String, name: String) {
      self.categoryId = categoryId
      self.name = name
    }

    /// The same as `categoryId`.
    public var id: String { categoryId }
  }
}

extension Animal {
  /// The initial animals of a new service.
  public static let samples = [
    Animal(animalId: "Dog", name: "Dog", diet: .carnivore, categoryId: "Mammal"),
    Animal(animalId: "Cat", name: "Cat", diet: .carnivore, categoryId: "Mammal"),
    Animal(animalId: "Kangaroo", name: "Red kangaroo", diet: .herbivore, categoryId: "Mammal"),
    Animal(animalId: "Gibbon", name: "Southern gibbon", diet: .herbivore, categoryId: "Mammal"),
    Animal(animalId: "Sparrow", name: "House sparrow", diet: .omnivore, categoryId: "Bird"),
    Animal(animalId: "Newt", name: "Newt", diet: .carnivore, categoryId: "Amphibian"),
  ]
}

extension Animal.Category {
  /// All categories.
  ///
  /// No mutation changes them.
  public static let samples = [
    "Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile",
  ].map { Animal.Category(categoryId: $0, name: $0) }
}
