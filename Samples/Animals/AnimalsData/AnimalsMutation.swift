// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// A change of the animals.
///
/// The client applies it at once to the animals that it shows. The server applies it later to the
/// animals that it stores. In a request it is encoded as `{"deleteAnimal":{"animalId":"Dog"}}`.
public enum AnimalsMutation: Hashable, Codable, Sendable {
  /// Adds an animal. The server makes an id if there is none.
  case addAnimal(
    animalId: Animal.ID?, name: String, diet: Animal.Diet, categoryId: Animal.Category.ID)
  /// Changes an animal. A field that is nil is not changed, so two clients can change two fields.
  case updateAnimal(
    animalId: Animal.ID, name: String?, diet: Animal.Diet?, categoryId: Animal.Category.ID?)
  /// Deletes an animal.
  case deleteAnimal(animalId: Animal.ID)
  /// Replaces all animals with the sample data.
  case reloadSampleData

  /// The maximum number of animals.
  public static let limit = 1_000

  /// Creates the mutation that makes the change of a row, or nil if the row did not change.
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

  /// Returns the mutation that adds an animal with its own id.
  public static func add(_ animal: Animal) -> AnimalsMutation {
    .addAnimal(
      animalId: animal.id, name: animal.name, diet: animal.diet, categoryId: animal.categoryId)
  }

  /// Returns the mutation that changes `old` to `new`, or nil if the two are equal.
  public static func update(_ old: Animal, to new: Animal) -> AnimalsMutation? {
    guard old != new else { return nil }
    return .updateAnimal(
      animalId: old.id, name: old.name == new.name ? nil : new.name,
      diet: old.diet == new.diet ? nil : new.diet,
      categoryId: old.categoryId == new.categoryId ? nil : new.categoryId)
  }

  /// The id of the affected animal.
  ///
  /// It is nil for `reloadSampleData`, and for a new animal without an id.
  public var animalId: Animal.ID? {
    switch self {
    case .addAnimal(let id, _, _, _): id
    case .updateAnimal(let id, _, _, _), .deleteAnimal(let id): id
    case .reloadSampleData: nil
    }
  }

  /// Describes the mutation for menus and messages.
  ///
  /// - Parameter name: The name of the animal, or nil if it is unknown.
  /// - Returns: A few words.
  public func title(_ name: String? = nil) -> String {
    switch self {
    case .addAnimal(_, let name, _, _): "Add \(name)"
    case .updateAnimal: "Change \(name ?? "Animal")"
    case .deleteAnimal: "Delete \(name ?? "Animal")"
    case .reloadSampleData: "Reload Sample Data"
    }
  }

  /// Makes the change.
  ///
  /// The client and the server both use this function.
  ///
  /// Complexity: O(1); O(number of animals) for a deletion and for the sample data.
  ///
  /// - Parameter animals: The animals. They are unchanged if the function throws.
  /// - Throws: The reason why the change cannot be made.
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

/// The reason why a mutation is not made.
///
/// It is final: the mutation is not tried again.
///
/// It is encoded as `{"animalNotFound":{"animalId":"Dog"}}`.
public enum Refusal: Error, Hashable, Codable, Sendable {
  /// The animal does not exist, or was deleted.
  case animalNotFound(animalId: Animal.ID)
  /// An animal with this id exists already.
  case animalExists(animalId: Animal.ID)
  /// The category does not exist.
  case categoryNotFound(categoryId: Animal.Category.ID)
  /// The name is not allowed.
  case badName(reason: String)
  /// The id is missing, empty or too long, or it contains U+0000.
  case badID
  /// The maximum number of animals is reached.
  case full
  /// The maximum number of pending mutations is reached.
  case tooManyWaiting
  /// The server refuses the whole request, for example because it cannot read it.
  case badRequest(reason: String)

  /// Describes what happened, for people.
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
    case .full:
      "There are \(AnimalsMutation.limit) animals, which is the maximum. Delete one first."
    case .tooManyWaiting:
      """
      \(AnimalsState.limit) changes wait for the server. Wait until the server is available \
      again.
      """
    case .badRequest(let reason): "The server refused the request: \(reason)"
    }
  }
}
