// SPDX-License-Identifier: Apache-2.0

import Millrace
import TextData

/// The store of a desk: `DeskStore(initialState: DeskState(), feature: .desk(server.service))`.
public typealias DeskStore = Store<DeskState, DeskAction>

/// The state of one person, which is shared by all pages of the person.
///
/// It is `Codable`, so that a program can save it and load it again. The encoding contains
/// everything except the password and the status of the log-in form.
public struct DeskState: FormState, Equatable {
  /// The maximum number of unsaved changes, and of deleted cards that can be restored.
  public static let limit = 100

  /// The log-in form.
  public var logIn = LogInForm()
  /// The name of the person that is logged in, or nil.
  public var person: String?
  /// The simulated faults of the connection.
  public var connection = Connection()
  /// The title of the next new card, exactly as typed.
  public var newTitle = ""
  /// The unsaved edits of cards, by card.
  public var drafts: [Card.ID: CardDraft] = [:]
  /// The changes that have not been saved, the oldest first.
  public var changes: [UnsavedChange] = []
  /// The deleted cards that can be restored, the last deleted one last.
  public var deleted: [DeletedCard] = []

  /// The fields and switches of the forms.
  public static let fields = [
    FormField("name", \Self.logIn.name), FormField("password", secret: \.logIn.password),
    FormField("slow", \.connection.isSlow), FormField("failing", \.connection.isFailing),
    FormField("newTitle", \.newTitle),
  ]

  /// Creates a desk.
  ///
  /// If the name is nil, no person is logged in.
  public init(person: String? = nil) {
    self.person = person
  }

  /// The changes that are being saved: the first change of each card, unless it has failed.
  public var saving: [CardChange] {
    var seen: Set<Card.ID> = []
    return changes.filter { seen.insert($0.change.card).inserted && $0.problem == nil }
      .map(\.change)
  }

  /// The unsaved changes of one card, the oldest first.
  public subscript(changesOf card: Card.ID) -> [UnsavedChange] {
    changes.filter { $0.change.card == card }
  }

  /// Whether a card has a draft.
  public subscript(hasDraftOf card: Card.ID) -> Bool { drafts[card] != nil }

  /// Whether a card can be added: the title is not empty, and there is room for a change.
  public var canAdd: Bool { hasRoomForChange && newTitle.hasVisibleText }

  /// Whether a log-out would lose unsaved changes, drafts, or the title of a new card.
  public var hasUnsaved: Bool {
    !changes.isEmpty || !drafts.isEmpty || newTitle.hasVisibleText
  }

  /// Whether the number of unsaved changes is below the limit.
  public var hasRoomForChange: Bool { changes.count < Self.limit }
}

/// The log-in form.
public struct LogInForm: Equatable, Sendable {
  /// The status of a log-in.
  public enum Status: Equatable, Sendable {
    /// The person fills in the form.
    case editing
    /// The request was sent, and the answer is pending.
    case waiting
    /// The server refused the log-in, or did not answer.
    case failed(LogInProblem)
  }

  /// The name exactly as typed.
  public var name = ""
  /// The password exactly as typed.
  @Redacted public var password = ""
  /// The status of the log-in.
  public var status = Status.editing

  /// Creates an empty form.
  public init() {}

  /// Whether the form can be sent: it has a name and a password, and no request is pending.
  public var canLogIn: Bool { !name.isEmpty && !password.isEmpty && status != .waiting }
}

/// A change that has not been saved.
public struct UnsavedChange: Equatable, Codable, Sendable {
  /// The change.
  public let change: CardChange
  /// The reason why the change could not be saved.
  ///
  /// It is nil while the change is being saved, or while it waits for earlier changes of the same
  /// card.
  public var problem: SaveProblem?

  /// Creates an unsaved change.
  public init(_ change: CardChange, problem: SaveProblem? = nil) {
    self.change = change
    self.problem = problem
  }
}

/// A deleted card, in its state before the deletion.
public struct DeletedCard: Equatable, Codable, Sendable {
  /// The id of its board.
  public let board: BoardState.ID
  /// The card.
  public let card: Card

  /// Creates the entry of a deleted card.
  public init(board: BoardState.ID, card: Card) {
    self.board = board
    self.card = card
  }
}

extension DeskState: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, person, connection, newTitle, drafts, changes, deleted
  }

  /// Decodes a desk.
  ///
  /// The password is empty, and the status of the log-in is `editing`.
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

  /// Encodes everything except the password and the status of the log-in.
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
