// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The store of a desk: `DeskStore(initialState: DeskState(), feature: .desk(server.service))`.
public typealias DeskStore = Store<DeskState, DeskAction>

/// What belongs to one person, on all pages that the person has open.
///
/// It can be kept while the program does not run: the log-in, what is being typed, the changes that
/// have not been saved. The password is not a part of what is kept.
public struct DeskState: FormState, Equatable {
  /// The most changes that wait to be saved.
  public static let limit = 100

  /// The form of the log-in.
  public var logIn = LogInForm()
  /// The name of the person that is logged in.
  public var person: String?
  /// How bad the connection is.
  public var connection = Connection()
  /// The title of a card that is to be added, as it was typed.
  public var newTitle = ""
  /// What is being typed about cards.
  public var drafts: [Card.ID: CardDraft] = [:]
  /// The changes that have not been saved, in their order.
  public var changes: [UnsavedChange] = []
  /// What was deleted, and can be put back; the last one comes back first.
  public var deleted: [DeletedCard] = []

  /// The fields that are typed into, or switched.
  public static let fields = [
    FormField("name", \Self.logIn.name), FormField("password", secret: \.logIn.password),
    FormField("slow", \.connection.isSlow), FormField("failing", \.connection.isFailing),
    FormField("newTitle", \.newTitle),
  ]

  /// Creates a desk; without a name there is no person logged in.
  public init(person: String? = nil) {
    self.person = person
  }

  /// The changes that are being saved: of each card the first, unless it failed.
  public var saving: [CardChange] {
    var seen: Set<Card.ID> = []
    return changes.filter { seen.insert($0.change.card).inserted && $0.problem == nil }
      .map(\.change)
  }

  /// The changes of one card that have not been saved, in their order.
  public subscript(changesOf card: Card.ID) -> [UnsavedChange] {
    changes.filter { $0.change.card == card }
  }

  /// Whether something has been typed about a card and neither kept nor forgotten.
  public subscript(hasDraftOf card: Card.ID) -> Bool { drafts[card] != nil }

  /// Whether a card can be added.
  public var canAdd: Bool { hasRoomForChange && newTitle.hasVisibleText }

  /// Whether a log-out loses something: changes that are not saved, or what is being typed.
  public var hasUnsaved: Bool {
    !changes.isEmpty || !drafts.isEmpty || newTitle.hasVisibleText
  }

  /// Whether there is room for another change.
  public var hasRoomForChange: Bool { changes.count < Self.limit }
}

/// The form of the log-in.
public struct LogInForm: Equatable, Sendable {
  /// How it goes.
  public enum Status: Equatable, Sendable {
    /// It is being filled in.
    case editing
    /// The server has been asked.
    case waiting
    /// The server said no, or nothing.
    case failed(LogInProblem)
  }

  /// The name, as it was typed.
  public var name = ""
  /// The password, as it was typed.
  @Redacted public var password = ""
  /// How it goes.
  public var status = Status.editing

  /// Creates an empty form.
  public init() {}

  /// Whether it can be sent.
  public var canLogIn: Bool { !name.isEmpty && !password.isEmpty && status != .waiting }
}

/// A change that has not been saved.
public struct UnsavedChange: Equatable, Codable, Sendable {
  /// The change.
  public let change: CardChange
  /// Why it could not be saved; nil: it is being saved, or waits for those before it.
  public var problem: SaveProblem?

  /// Creates a change that is to be saved.
  public init(_ change: CardChange, problem: SaveProblem? = nil) {
    self.change = change
    self.problem = problem
  }
}

/// A card that was deleted, as it was.
public struct DeletedCard: Equatable, Codable, Sendable {
  /// The board that it was on.
  public let board: BoardState.ID
  /// The card.
  public let card: Card

  /// Creates a note of a card that was deleted.
  public init(board: BoardState.ID, card: Card) {
    self.board = board
    self.card = card
  }
}

extension DeskState: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, person, connection, newTitle, drafts, changes, deleted
  }

  /// Reads what was kept.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    logIn.name = try container.decode(String.self, forKey: .name)
    person = try container.decodeIfPresent(String.self, forKey: .person)
    connection = try container.decode(Connection.self, forKey: .connection)
    newTitle = try container.decode(String.self, forKey: .newTitle)
    drafts = try container.decode([Card.ID: CardDraft].self, forKey: .drafts)
    changes = try container.decode([UnsavedChange].self, forKey: .changes)
    deleted = try container.decode([DeletedCard].self, forKey: .deleted)
  }

  /// Writes what is kept: all but the password, and whether the server was asked about it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(logIn.name, forKey: .name)
    try container.encodeIfPresent(person, forKey: .person)
    try container.encode(connection, forKey: .connection)
    try container.encode(newTitle, forKey: .newTitle)
    try container.encode(drafts, forKey: .drafts)
    try container.encode(changes, forKey: .changes)
    try container.encode(deleted, forKey: .deleted)
  }
}
