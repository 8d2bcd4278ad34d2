// SPDX-License-Identifier: Apache-2.0

import TextData

/// One animal.
public struct Animal: Identifiable, Hashable, Codable, Sendable {
  /// What an animal eats.
  public enum Diet: String, CaseIterable, Hashable, Codable, Sendable {
    /// Plants.
    case herbivore = "Herbivore"
    /// Meat.
    case carnivore = "Carnivore"
    /// Both.
    case omnivore = "Omnivore"
  }

  /// How long a name or an id may be.
  public static let nameLimit = TextLimit(80)

  /// Names the animal for good.
  public let animalId: String
  /// The name, which may change.
  public var name: String
  /// What it eats.
  public var diet: Diet
  /// The category that it belongs to.
  public var categoryId: Category.ID

  /// Creates an animal.
  public init(animalId: String, name: String, diet: Diet, categoryId: Category.ID) {
    self.animalId = animalId
    self.name = name
    self.diet = diet
    self.categoryId = categoryId
  }

  /// Its id.
  public var id: String { animalId }
}

extension Animal {
  /// A category of animals.
  public struct Category: Identifiable, Hashable, Codable, Sendable {
    /// Names the category for good.
    public let categoryId: String
    /// The name.
    public let name: String

    /// Creates a category.
    public init(categoryId: String, name: String) {
      self.categoryId = categoryId
      self.name = name
    }

    /// Its id.
    public var id: String { categoryId }
  }
}

extension Animal {
  /// The animals that there are at first.
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
  /// The categories; no mutation changes them.
  public static let samples = [
    "Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile",
  ].map { Animal.Category(categoryId: $0, name: $0) }
}
