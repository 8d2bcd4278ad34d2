// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TextData

/// A service that stores the animals in memory, for tests and for an app without a server.
public actor MemoryAnimals: AnimalsService {
  private var animals: EntityTable<Animal>
  private var revision = 1
  private var revisionId: String
  private var answers: [String: (request: [AnimalsMutation], made: [AnimalsAnswer.Made])] = [:]

  private let makeID: @Sendable () -> String

  /// Creates a service with animals.
  ///
  /// - Parameters:
  ///   - animals: The animals.
  ///   - makeID: Returns the identifier of a new revision, which is random by default.
  public init(
    _ animals: [Animal] = Animal.samples,
    makeID: @escaping @Sendable () -> String = { UUID().uuidString }
  ) {
    self.animals = EntityTable(animals)
    self.makeID = makeID
    revisionId = makeID()
  }

  /// Makes mutations and answers questions.
  ///
  /// The results of all keys are kept.
  public func send(
    _ request: AnimalsRequest, key: String?
  ) throws(ServiceProblem) -> AnimalsAnswer {
    let mutations = request.mutation ?? []
    var made: [AnimalsAnswer.Made]
    if let key, let there = answers[key] {
      guard there.request == mutations else { throw .refused(reason: Self.otherRequest) }
      made = there.made
    } else {
      made = mutations.enumerated().map { index, mutation in
        mutation.made(on: &animals, newID: "new-\(revision)-\(index)")
      }
      if !mutations.isEmpty { (revision, revisionId) = (revision + 1, makeID()) }
      if let key { answers[key] = (mutations, made) }
    }
    return AnimalsAnswer(
      revision: revision, revisionId: revisionId, mutation: made,
      query: request.told(animals.entities, revision: revision, id: revisionId))
  }

  /// The reason for refusing a key that was used before with other mutations.
  public static let otherRequest = "the idempotency key was used for another request"
}

extension AnimalsMutation {
  /// Makes the change on the animals of a service.
  ///
  /// - Parameters:
  ///   - animals: The animals.
  ///   - newID: The id for an animal that is added without an id.
  /// - Returns: The result.
  public func made(
    on animals: inout EntityTable<Animal>, newID: @autoclosure () -> String
  ) -> AnimalsAnswer.Made {
    do throws(Refusal) {
      switch self {
      case .addAnimal(let id, let name, let diet, let category):
        let animal = Animal(
          animalId: id ?? newID(), name: name.tidied, diet: diet, categoryId: category)
        try AnimalsMutation.add(animal).make(on: &animals)
        return .addAnimal(animal: animal)
      case .updateAnimal(let id, _, _, _):
        try make(on: &animals)
        return animals[id: id].map { .updateAnimal(animal: $0) }
          ?? .refused(error: .animalNotFound(animalId: id))
      case .deleteAnimal(let id):
        let animal = animals[id: id]
        try make(on: &animals)
        return animal.map { .deleteAnimal(animal: $0) }
          ?? .refused(error: .animalNotFound(animalId: id))
      case .reloadSampleData:
        try make(on: &animals)
        return .reloadSampleData
      }
    } catch {
      return .refused(error: error)
    }
  }
}

extension AnimalsRequest {
  /// Answers the questions.
  ///
  /// - Parameters:
  ///   - animals: The current animals.
  ///   - revision: The current revision.
  ///   - id: The identifier of this revision.
  /// - Throws: The error that `animals` throws.
  /// - Returns: The answers, or an empty array if the client already has this revision.
  public func told(
    _ animals: @autoclosure () throws -> [Animal], revision: Int, id: String
  ) rethrows -> [AnimalsAnswer.Told] {
    guard !knows(revision, id) else { return [] }
    return try (query ?? []).map { query in
      switch query {
      case .animals: .animals(animals: try animals())
      case .categories: .categories(categories: Animal.Category.samples)
      }
    }
  }
}
