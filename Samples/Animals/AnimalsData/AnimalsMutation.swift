// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// A change of the animals.
///
/// The client makes it on what it shows, at once; the server makes it on what there is, later. Its
/// coding is what stands in a request: `{"deleteAnimal":{"animalId":"Dog"}}`.
public enum AnimalsMutation: Hashable, Codable, Sendable {
  /// Adds an animal; the server makes an id if there is none.
  case addAnimal(
    animalId: Animal.ID?, name: String, diet: Animal.Diet, categoryId: Animal.Category.ID)
  /// Changes an animal; nil leaves a field as it is, so that two clients may change two fields.
  case updateAnimal(
    animalId: Animal.ID, name: String?, diet: Animal.Diet?, categoryId: Animal.Category.ID?)
  /// Deletes an animal.
  case deleteAnimal(animalId: Animal.ID)
  /// Puts the sample data in the place of all animals.
  case reloadSampleData

  /// The most animals that there may be.
  public static let limit = 1_000

  /// What makes a row what it became; nil if it is what it was.
  public init?(_ row: EntityTable<Animal>.Difference.Row) {
    switch (row.before, row.after) {
    case (nil, let new?): self = .add(new)
    case (let old?, nil): self = .deleteAnimal(animalId: old.id)
    case (let old?, let new?):
      guard let update = Self.update(old, to: new) else { return nil }
      self = update
    case (nil, nil): return nil
    }
  }

  /// Adds an animal with the id that it has.
  public static func add(_ animal: Animal) -> AnimalsMutation {
    .addAnimal(
      animalId: animal.id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId)
  }

  /// What makes one animal the other; nil if they are equal.
  public static func update(_ old: Animal, to new: Animal) -> AnimalsMutation? {
    guard old != new else { return nil }
    return .updateAnimal(
      animalId: old.id, name: old.name == new.name ? nil : new.name,
      diet: old.diet == new.diet ? nil : new.diet,
      categoryId: old.categoryId == new.categoryId ? nil : new.categoryId)
  }

  /// The animal that is changed, if it is one.
  public var animalId: Animal.ID? {
    switch self {
    case .addAnimal(let id, _, _, _): id
    case .updateAnimal(let id, _, _, _), .deleteAnimal(let id): id
    case .reloadSampleData: nil
    }
  }

  /// What it does, for menus and messages.
  ///
  /// - Parameter name: The name of the animal, if it is known.
  /// - Returns: A few words.
  public func title(_ name: String? = nil) -> String {
    switch self {
    case .addAnimal(_, let name, _, _): "Add \(name)"
    case .updateAnimal: "Change \(name ?? "Animal")"
    case .deleteAnimal: "Delete \(name ?? "Animal")"
    case .reloadSampleData: "Reload Sample Data"
    }
  }

  /// Makes the change, by the rules that hold for the client and the server.
  ///
  /// Complexity: O(1); O(number of animals) for the sample data.
  ///
  /// - Parameter animals: The animals; they are as they were if it throws.
  /// - Throws: Why it cannot be made.
  public func make(on animals: inout EntityTable<Animal>) throws(Refusal) {
    switch self {
    case .addAnimal(let id, let name, let diet, let category):
      guard let id, !id.isEmpty, Animal.nameLimit.fits(id) else { throw .badID }
      if animals.contains(id: id) { throw .animalExists(animalId: id) }
      if animals.count >= Self.limit { throw .full }
      let animal = Animal(
        animalId: id, name: name.tidied, diet: diet, categoryId: category)
      try animal.check()
      animals.addOne(animal)
    case .updateAnimal(let id, let name, let diet, let category):
      guard var animal = animals[id: id] else { throw .animalNotFound(animalId: id) }
      animal.name = name?.tidied ?? animal.name
      animal.diet = diet ?? animal.diet
      animal.categoryId = category ?? animal.categoryId
      try animal.check()
      animals.setOne(animal)
    case .deleteAnimal(let id):
      guard animals.removeOne(id) != nil else { throw .animalNotFound(animalId: id) }
    case .reloadSampleData:
      animals.setAll(Animal.samples)
    }
  }
}

extension Animal {
  fileprivate func check() throws(Refusal) {
    if let problem = AnimalDraft(self).problem { throw .badName(reason: problem) }
    if !Animal.Category.samples.contains(where: { $0.id == categoryId }) {
      throw .categoryNotFound(categoryId: categoryId)
    }
  }
}

/// Why a mutation is not made, now or later; coded as `{"animalNotFound":{"animalId":"Dog"}}`.
public enum Refusal: Error, Hashable, Codable, Sendable {
  /// There is no such animal, or no more.
  case animalNotFound(animalId: Animal.ID)
  /// There is one with this id.
  case animalExists(animalId: Animal.ID)
  /// There is no such category.
  case categoryNotFound(categoryId: Animal.Category.ID)
  /// The name cannot be one.
  case badName(reason: String)
  /// The id is empty or too long.
  case badID
  /// There are as many animals as there may be.
  case full
  /// As many mutations wait for the server as may wait.
  case tooManyWaiting
  /// The server cannot read the request.
  case badRequest(reason: String)

  /// What happened.
  public var message: String {
    switch self {
    case .animalNotFound: "The animal has been deleted."
    case .animalExists: "There is an animal with this id already."
    case .categoryNotFound(let id): "There is no category “\(id)”."
    case .badName(let reason): reason
    case .badID:
      """
      The id of an animal has between 1 and \(Animal.nameLimit.characters) characters, and at most \
      \(Animal.nameLimit.bytes) bytes, none of them zero.
      """
    case .full: "There are \(AnimalsMutation.limit) animals, which is the most. Delete one first."
    case .tooManyWaiting:
      "\(AnimalsState.limit) changes wait for the server. Wait until it is there again."
    case .badRequest(let reason): "The server does not understand this program: \(reason)"
    }
  }
}
