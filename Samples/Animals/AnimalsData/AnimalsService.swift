// SPDX-License-Identifier: Apache-2.0

import Millrace

/// Where the animals are: a file, a server, or the memory of a test.
///
/// There is one verb: mutations are made first, then questions are answered, all of it or nothing.
public protocol AnimalsService: Sendable {
  /// Makes mutations and answers questions.
  ///
  /// - Parameters:
  ///   - request: What to make and to tell.
  ///   - key: Names the mutations. What comes again with the same key is not made again: it is
  ///     answered as it was the first time.
  /// - Throws: ``ServiceProblem``.
  /// - Returns: The answer.
  func send(_ request: AnimalsRequest, key: String?) async throws(ServiceProblem) -> AnimalsAnswer
}

/// Why there is no answer.
public enum ServiceProblem: Error, Hashable, Codable, Sendable {
  /// It may be there later: try again with the same key.
  case away(reason: String)
  /// It will never answer this request.
  case refused(reason: String)
}

/// What is asked, coded as `{"mutation":[{"addAnimal":{…}}],"query":[{"animals":{}}]}`.
public struct AnimalsRequest: Hashable, Codable, Sendable {
  /// A question.
  public enum Query: Hashable, Codable, Sendable {
    /// Which animals are there?
    case animals
    /// Which categories are there?
    case categories
  }

  /// The most mutations and the most questions of a request.
  public static let limit = 100

  /// What is made, in this order; nil: nothing.
  public var mutation: [AnimalsMutation]?
  /// What is told, after the mutations; nil: nothing.
  public var query: [Query]?
  /// The revision that the client knows: if there is no other, questions are not answered.
  public var after: Int?

  /// Creates a request.
  public init(mutation: [AnimalsMutation]? = nil, query: [Query]? = nil, after: Int? = nil) {
    self.mutation = mutation
    self.query = query
    self.after = after
  }
}

/// What is answered: the mirror of the request.
public struct AnimalsAnswer: Hashable, Codable, Sendable {
  /// What became of a mutation.
  public enum Made: Hashable, Codable, Sendable {
    /// It was added, and is this now.
    case addAnimal(animal: Animal)
    /// It was changed, and is this now.
    case updateAnimal(animal: Animal)
    /// It was deleted, and was this.
    case deleteAnimal(animal: Animal)
    /// The sample data is there.
    case reloadSampleData
    /// It was not made, and will not be.
    case refused(error: Refusal)
  }

  /// What a question is answered.
  public enum Told: Hashable, Codable, Sendable {
    /// The animals.
    case animals(animals: [Animal])
    /// The categories.
    case categories(categories: [Animal.Category])
  }

  /// Counts the changes; another one says that something has changed.
  public var revision: Int
  /// What became of each mutation.
  public var mutation: [Made]
  /// The answer of each question; empty if the client knows it.
  public var query: [Told]

  /// Creates an answer.
  public init(revision: Int, mutation: [Made] = [], query: [Told] = []) {
    self.revision = revision
    self.mutation = mutation
    self.query = query
  }

  /// Whether it says of each mutation of a request what became of it, and answers its questions.
  ///
  /// - Parameter request: The request.
  /// - Returns: Whether it does; otherwise the answer proves nothing.
  public func answers(_ request: AnimalsRequest) -> Bool {
    let asked = request.mutation ?? []
    let isKnown = revision == request.after && query.isEmpty
    return mutation.count == asked.count
      && zip(asked, mutation).allSatisfy { $1.isAnswer(to: $0) }
      && (isKnown || query.count == request.query?.count ?? 0)
  }

  /// The animals, if they are told.
  public var animals: [Animal]? {
    for case .animals(let animals) in query { return animals }
    return nil
  }

  /// The categories, if they are told.
  public var categories: [Animal.Category]? {
    for case .categories(let categories) in query { return categories }
    return nil
  }
}

extension AnimalsAnswer.Made {
  /// Whether it can be what became of a mutation.
  fileprivate func isAnswer(to mutation: AnimalsMutation) -> Bool {
    switch (mutation, self) {
    case (_, .refused), (.reloadSampleData, .reloadSampleData): true
    case (.addAnimal(let id, _, _, _), .addAnimal(let animal)): id == nil || id == animal.id
    case (.updateAnimal(let id, _, _, _), .updateAnimal(let animal)),
      (.deleteAnimal(let id), .deleteAnimal(let animal)):
      id == animal.id
    default: false
    }
  }
}
