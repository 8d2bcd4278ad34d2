// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A service that stores the animals: in a file, on a server, or in the memory of a test.
///
/// It has one operation, which first makes the mutations of a request and then answers its
/// questions. Requests are atomic: no other request runs between these steps. After an error either
/// none or all of the mutations were handled, because an answer can be lost on its way.
public protocol AnimalsService: Sendable {
  /// Makes mutations and answers questions.
  ///
  /// - Parameters:
  ///   - request: The mutations and the questions.
  ///   - key: Identifies the mutations. If a request with the same key was made before, its
  ///     mutations are not made again, and their first results are returned.
  /// - Throws: ``ServiceProblem``.
  /// - Returns: The answer.
  func send(_ request: AnimalsRequest, key: String?) async throws(ServiceProblem) -> AnimalsAnswer
}

/// The reason why there is no answer.
public enum ServiceProblem: Error, Hashable, Codable, Sendable {
  /// The service is unavailable. Another attempt with the same key can succeed later.
  case away(reason: String)
  /// The service will never accept this request.
  case refused(reason: String)
}

/// A request, encoded as `{"mutation":[{"addAnimal":{…}}],"query":[{"animals":{}}]}`.
public struct AnimalsRequest: Hashable, Codable, Sendable {
  /// A question.
  public enum Query: Hashable, Codable, Sendable {
    /// Asks for all animals.
    case animals
    /// Asks for all categories.
    case categories
  }

  /// The maximum number of mutations in a request, and also of questions.
  public static let limit = 100

  /// The mutations, which are made in this order, or nil.
  public var mutation: [AnimalsMutation]?
  /// The questions, which are answered after the mutations, or nil.
  public var query: [Query]?
  /// The revision that the client has.
  ///
  /// If it is still the current one, no question is answered.
  public var after: Int?
  /// The `revisionId` of the revision that the client has, or nil if only the number is compared.
  public var afterId: String?

  /// Creates a request.
  public init(
    mutation: [AnimalsMutation]? = nil, query: [Query]? = nil, after: Int? = nil,
    afterId: String? = nil
  ) {
    self.mutation = mutation
    self.query = query
    self.after = after
    self.afterId = afterId
  }

  /// True if the client already has this revision.
  func knows(_ revision: Int, _ id: String?) -> Bool {
    revision == after && (afterId == nil || id == nil || afterId == id)
  }
}

/// The answer to a request: one result per mutation and one per question.
public struct AnimalsAnswer: Hashable, Codable, Sendable {
  /// The result of a mutation.
  public enum Made: Hashable, Codable, Sendable {
    /// The animal was added.
    case addAnimal(animal: Animal)
    /// The animal was changed. The value is the animal after the change.
    case updateAnimal(animal: Animal)
    /// The animal was deleted. The value is the animal before that.
    case deleteAnimal(animal: Animal)
    /// All animals were replaced with the sample data.
    case reloadSampleData
    /// The mutation was not made, and never will be.
    case refused(error: Refusal)
  }

  /// The answer to a question.
  public enum Told: Hashable, Codable, Sendable {
    /// The animals.
    case animals(animals: [Animal])
    /// The categories.
    case categories(categories: [Animal.Category])
  }

  /// The revision of the data.
  ///
  /// It increases with each request that makes mutations.
  public var revision: Int
  /// The random identifier of the revision, or nil if the server is older than this field.
  ///
  /// If the data of the server are replaced, for example by a backup, a number can come again with
  /// other animals. Then it has another identifier.
  public var revisionId: String?
  /// The result of each mutation.
  public var mutation: [Made]
  /// The answer to each question, or empty if the client already has the current revision.
  public var query: [Told]

  /// Creates an answer.
  public init(
    revision: Int, revisionId: String? = nil, mutation: [Made] = [], query: [Told] = []
  ) {
    self.revision = revision
    self.revisionId = revisionId
    self.mutation = mutation
    self.query = query
  }

  /// True if the answer matches a request: it has one result for each mutation and, unless the
  /// client already has this revision, one answer for each question.
  ///
  /// - Parameter request: The request.
  /// - Returns: Whether the answer matches. If not, it is unknown whether the mutations were made.
  public func answers(_ request: AnimalsRequest) -> Bool {
    let asked = request.mutation ?? []
    let isKnown = query.isEmpty && request.knows(revision, revisionId)
    return mutation.count == asked.count
      && zip(asked, mutation).allSatisfy { $1.isAnswer(to: $0) }
      && (isKnown || query.count == request.query?.count ?? 0)
  }

  /// The animals, or nil if the answer does not contain them.
  public var animals: [Animal]? {
    for case .animals(let animals) in query { return animals }
    return nil
  }

  /// The categories, or nil if the answer does not contain them.
  public var categories: [Animal.Category]? {
    for case .categories(let categories) in query { return categories }
    return nil
  }
}

extension AnimalsAnswer.Made {
  /// True if the value is a possible result of a mutation.
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
