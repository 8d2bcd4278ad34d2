// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

/// The store of all windows: `AnimalsStore(initialState: …, feature: .animals(service))`.
public typealias AnimalsStore = Store<AnimalsState, AnimalsAction>

/// The animals that are shown, and the mutations that the server has not made yet.
///
/// The shown animals are the last answer of the server with the mutations of the outbox applied. A
/// journal stores the whole state. So the outbox and the undo history survive a `kill -9`.
public struct AnimalsState: UndoableState, Equatable, Codable {
  /// A pending mutation.
  ///
  /// The server makes it only once, because it has a key.
  public struct Waiting: Identifiable, Hashable, Codable, Sendable {
    /// The key: the identifier of the client and a number.
    public let id: String
    /// The pending mutation.
    public let mutation: AnimalsMutation
    /// The description of the mutation, with the name of the animal at that time.
    public let title: String
  }

  /// A mutation that the server will not make.
  public struct Refused: Identifiable, Hashable, Codable, Sendable {
    /// The key of the mutation.
    public let id: String
    /// The description of the mutation.
    public let title: String
    /// The reason of the server.
    public let reason: String
  }

  /// The state of the connection to the server.
  public enum Link: Hashable, Codable, Sendable {
    /// No request has been answered and none has failed.
    case unknown
    /// The last request was answered.
    case there
    /// The last request failed, for this reason. The request is repeated.
    case away(String)
  }

  /// The maximum number of pending mutations.
  public static let limit = 100
  /// The maximum number of keys in `saved`.
  ///
  /// A key is needed only until its draft is removed: directly after the change is written or, if
  /// the program was killed before that, when it has started again. Far fewer drafts are saved in
  /// that time.
  public static let savedLimit = 1_000

  /// The identifier of this store, with which its keys and the ids of its new animals begin.
  ///
  /// It is empty before the action `begin`.
  public internal(set) var client = ""
  /// The number of mutations that this store has made.
  public internal(set) var count = 0
  /// The animals that are shown.
  public internal(set) var animals = EntityTable<Animal>()
  /// The animals in the last answer of the server.
  public internal(set) var told: [Animal] = []
  /// The categories.
  public internal(set) var categories: [Animal.Category] = []
  /// The revision in the last answer of the server, or nil before the first answer.
  public internal(set) var revision: Int?
  /// The identifier of this revision, or nil if it is unknown.
  public internal(set) var revisionId: String?
  /// The keys of the saved drafts, at most `savedLimit` of them, the newest last.
  public internal(set) var saved: [String] = []
  /// The mutations that the server has not made yet, in the order in which they were made here.
  public internal(set) var outbox: [Waiting] = []
  /// The mutations that the server refused and that no person has dismissed yet, at most the last
  /// `limit` of them.
  public internal(set) var refused: [Refused] = []
  /// The state of the connection to the server.
  public internal(set) var link = Link.unknown
  /// The number of `tryNow` actions.
  public internal(set) var attempt = 0
  /// The steps that each person can undo and redo.
  public internal(set) var history = UndoHistory<AnimalsState>()

  /// The history covers the animals.
  ///
  /// An undo keeps the changes that another client has made since then to other fields of the same
  /// animal.
  public static let undoable: [UndoField<Self>] = [
    .table("animals", \.animals, merging: \.name, \.diet, \.categoryId)
  ]

  /// Creates the state of a store that has not contacted the server.
  public init() {}

  /// True before the first answer of the server.
  public var isLoading: Bool { revision == nil }

  /// True if a pending mutation changes the animal.
  public subscript(isWaiting id: Animal.ID) -> Bool {
    outbox.contains { $0.mutation.animalId == id || $0.mutation == .reloadSampleData }
  }

  /// The title of the next step that a person can undo, or nil.
  public subscript(undoTitleOf person: String) -> String? { history.undoTitle(by: person) }

  /// The title of the next step that a person can redo, or nil.
  public subscript(redoTitleOf person: String) -> String? { history.redoTitle(by: person) }

  /// The ids of the animals in a category, sorted by the animals' names.
  public subscript(idsIn category: Animal.Category.ID) -> [Animal.ID] {
    animals.filter { $0.categoryId == category }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
      .map(\.id)
  }
}

extension AnimalsState {
  /// The current request to the server: it sends the first pending mutation, or checks for changes.
  ///
  /// There is one request at a time. Therefore answers arrive in the order of the requests.
  struct Request: Hashable, Sendable {
    let waiting: Waiting?
    let revision: Int?
    let revisionId: String?
    let attempt: Int
  }

  /// The current request, or nil before the action `begin`.
  var request: Request? {
    client.isEmpty
      ? nil
      : Request(
        waiting: outbox.first, revision: revision, revisionId: revisionId, attempt: attempt)
  }

  /// Applies a mutation to the shown animals and adds it to the outbox.
  ///
  /// - Throws: The reason why the mutation cannot be made. The state is then unchanged.
  mutating func make(_ mutation: AnimalsMutation) throws(Refusal) {
    if outbox.count >= Self.limit { throw .tooManyWaiting }
    var mutation = mutation
    if case .addAnimal(nil, let name, let diet, let category) = mutation {
      // The client makes the id, so the animal has the same id before and after the request.
      mutation = .addAnimal(
        animalId: "\(client)-\(count + 1)", name: name, diet: diet, categoryId: category)
    }
    let name = name(of: mutation.animalId)
    try mutation.make(on: &animals)
    post(mutation, name)
  }

  /// Makes the mutation of a draft, unless a draft with this key was saved before.
  ///
  /// A draft without edits has an empty key. Its mutation is always made.
  ///
  /// - Throws: The reason why the mutation cannot be made. The state is then unchanged.
  mutating func save(_ mutation: AnimalsMutation, _ draft: String) throws(Refusal) {
    if draft.isEmpty { return try make(mutation) }
    if saved.contains(draft) { return }
    try make(mutation)
    saved.append(draft)
    if saved.count > Self.savedLimit { saved.removeFirst() }
  }

  /// Adds a mutation to the outbox.
  ///
  /// The key contains a number and nothing random. So a replay of the journal makes the same keys.
  private mutating func post(_ mutation: AnimalsMutation, _ name: String?) {
    count += 1
    let id = "\(client)-\(count)"
    outbox.append(Waiting(id: id, mutation: mutation, title: mutation.title(name)))
  }

  /// Stores an answer of the server, and removes the mutation with this key from the outbox.
  mutating func take(_ answer: AnimalsAnswer, to key: String?) {
    link = .there
    (revision, revisionId) = (answer.revision, answer.revisionId)
    told = answer.animals ?? told
    if let categories = answer.categories, categories != self.categories {
      self.categories = categories
    }
    if let key { settle(key, as: answer.mutation.first) }
    // An unchanged row costs one comparison, and its observers are not called.
    animals.setAll(rebased)
  }

  /// Removes a mutation that the server will never make, and shows it as refused.
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

  /// The last animals of the server with the mutations of the outbox applied.
  ///
  /// A mutation that is no longer possible is skipped. The server will refuse it.
  var rebased: EntityTable<Animal> {
    var table = EntityTable(told)
    for waiting in outbox { try? waiting.mutation.make(on: &table) }
    return table
  }

  /// Adds the mutation for a row that an undo or redo has changed to the outbox.
  mutating func post(_ row: EntityTable<Animal>.Difference.Row) {
    if let mutation = AnimalsMutation(row) { post(mutation, (row.before ?? row.after)?.name) }
  }

  /// The current name of an animal, or nil if there is no such animal.
  func name(of id: Animal.ID?) -> String? { id.flatMap { animals[id: $0]?.name } }
}
