// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// The store of all windows: `AnimalsStore(initialState: …, feature: .animals(service))`.
public typealias AnimalsStore = Store<AnimalsState, AnimalsAction>

/// The animals as they are shown, and what the server has not made yet.
///
/// What is shown is what the server said last with the outbox on top. It is kept in a journal as a
/// whole, so that the outbox, and the history of what can be taken back, survive a `kill -9`.
public struct AnimalsState: UndoableState, Equatable, Codable {
  /// A mutation on its way, with the key by which the server makes it once.
  public struct Waiting: Identifiable, Hashable, Codable, Sendable {
    /// The key: the client and a number.
    public let id: String
    /// What is to be made.
    public let mutation: AnimalsMutation
    /// What it does, with the name that the animal had.
    public let title: String
  }

  /// A mutation that the server will not make.
  public struct Refused: Identifiable, Hashable, Codable, Sendable {
    /// The key that it had.
    public let id: String
    /// What was to be done.
    public let title: String
    /// Why it is not.
    public let reason: String
  }

  /// Whether the server answers.
  public enum Link: Hashable, Codable, Sendable {
    /// It has not been heard of.
    case unknown
    /// It answers.
    case there
    /// It does not, for this reason; it is asked again and again.
    case away(String)
  }

  /// The most mutations that wait.
  public static let limit = 100
  /// The most keys of drafts: more than are saved while a program that ended starts again.
  public static let savedLimit = 1_000

  /// Names this store to the server; empty before its first action.
  public internal(set) var client = ""
  /// How many mutations it has made.
  public internal(set) var count = 0
  /// The animals as they are shown.
  public internal(set) var animals = EntityTable<Animal>()
  /// The animals that the server told last.
  public internal(set) var told: [Animal] = []
  /// The categories.
  public internal(set) var categories: [Animal.Category] = []
  /// The revision of what the server told last; nil: it has told nothing yet.
  public internal(set) var revision: Int?
  /// The keys of the drafts that were saved last.
  public internal(set) var saved: [String] = []
  /// The mutations that the server has not made yet, in their order.
  public internal(set) var outbox: [Waiting] = []
  /// The mutations that it will not make, until a person has seen them.
  public internal(set) var refused: [Refused] = []
  /// Whether the server answers.
  public internal(set) var link = Link.unknown
  /// How often it was asked to try at once.
  public internal(set) var attempt = 0
  /// What each person can take back.
  public internal(set) var history = UndoHistory<AnimalsState>()

  /// The animals: what another client changes of one stays when a change is taken back.
  public static let undoable: [UndoField<Self>] = [
    .table("animals", \.animals, merging: \.name, \.diet, \.categoryId)
  ]

  /// Creates a state that knows nothing.
  public init() {}

  /// Whether there is nothing to show yet.
  public var isLoading: Bool { revision == nil }

  /// Whether mutations of an animal wait for the server.
  public subscript(isWaiting id: Animal.ID) -> Bool {
    outbox.contains { $0.mutation.animalId == id || $0.mutation == .reloadSampleData }
  }

  /// What a person takes back next, in words; nil: nothing.
  public subscript(undoTitleOf person: String) -> String? { history.undoTitle(by: person) }

  /// What a person makes again next, in words; nil: nothing.
  public subscript(redoTitleOf person: String) -> String? { history.redoTitle(by: person) }

  /// The categories with the number of their animals.
  public var counts: [Animal.Category.ID: Int] {
    animals.reduce(into: [:]) { $0[$1.categoryId, default: 0] += 1 }
  }

  /// The ids of the animals of a category, by their names.
  public subscript(idsIn category: Animal.Category.ID) -> [Animal.ID] {
    animals.filter { $0.categoryId == category }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      .map(\.id)
  }
}

extension AnimalsState {
  /// What the server is asked now: to make the first mutation that waits, or for news.
  ///
  /// There is one request at a time, so that no answer is older than the one before it.
  struct Request: Hashable, Sendable {
    let waiting: Waiting?
    let revision: Int?
    let attempt: Int
  }

  /// The request of this moment; nil while the store has no name.
  var request: Request? {
    client.isEmpty
      ? nil : Request(waiting: outbox.first, revision: revision, attempt: attempt)
  }

  /// Shows a mutation, and lets it wait for the server.
  ///
  /// - Throws: Why it cannot be made; nothing has changed then.
  mutating func make(_ mutation: AnimalsMutation) throws(Refusal) {
    if outbox.count >= Self.limit { throw .tooManyWaiting }
    var mutation = mutation
    if case .addAnimal(nil, let name, let diet, let category) = mutation {
      // Made here, so that the animal is the same before and after the server has heard of it.
      mutation = .addAnimal(
        animalId: "\(client)-\(count + 1)", name: name, diet: diet, categoryId: category)
    }
    let name = name(of: mutation.animalId)
    try mutation.make(on: &animals)
    post(mutation, name)
  }

  /// Makes the mutation of a draft, once; one that was not typed into has an empty key.
  ///
  /// - Throws: Why it cannot be made; nothing has changed then.
  mutating func save(_ mutation: AnimalsMutation, _ draft: String) throws(Refusal) {
    if draft.isEmpty { return try make(mutation) }
    if saved.contains(draft) { return }
    try make(mutation)
    saved.append(draft)
    if saved.count > Self.savedLimit { saved.removeFirst() }
  }

  /// A number and no random key: a replay of the journal makes the same ones.
  private mutating func post(_ mutation: AnimalsMutation, _ name: String?) {
    count += 1
    let id = "\(client)-\(count)"
    outbox.append(Waiting(id: id, mutation: mutation, title: mutation.title(name)))
  }

  /// Takes what the server says: what it told, and what became of a mutation.
  mutating func take(_ answer: AnimalsAnswer, to key: String?) {
    link = .there
    revision = answer.revision
    told = answer.animals ?? told
    if let categories = answer.categories, categories != self.categories {
      self.categories = categories
    }
    if let key { settle(key, as: answer.mutation.first) }
    // Rows that stay what they are cost a look, and no observer hears of them.
    animals.setAll(rebased)
  }

  /// Gives up a mutation that the server will never make.
  mutating func giveUp(_ key: String, _ reason: String) {
    settle(key, as: .refused(error: .badRequest(reason: reason)))
    animals.setAll(rebased)
  }

  private mutating func settle(_ key: String, as made: AnimalsAnswer.Made?) {
    guard let index = outbox.firstIndex(where: { $0.id == key }) else { return }
    let waiting = outbox.remove(at: index)
    guard case .refused(let error) = made else { return }
    refused.append(Refused(id: key, title: waiting.title, reason: error.message))
    if refused.count > Self.limit { refused.removeFirst() }
  }

  /// What the server told, with the outbox on top.
  ///
  /// A mutation that cannot be made any more is passed over: the server will refuse it.
  var rebased: EntityTable<Animal> {
    var table = EntityTable(told)
    for waiting in outbox { try? waiting.mutation.make(on: &table) }
    return table
  }

  /// Lets what a step of the history has changed of a row wait for the server too.
  mutating func post(_ row: EntityTable<Animal>.Difference.Row) {
    if let mutation = AnimalsMutation(row) { post(mutation, (row.before ?? row.after)?.name) }
  }

  /// The name that an animal has now.
  func name(of id: Animal.ID?) -> String? { id.flatMap { animals[id: $0]?.name } }
}
