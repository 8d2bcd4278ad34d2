// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TextData

/// A server that is a part of the program: boards, the people who may change them, and connections
/// that are slow or fail where a person has chosen that.
@MainActor
public final class BoardServer {
  /// The boards, in the order of the list.
  public let boards: [BoardStore]
  private let clock: any Clock<Duration>
  private let jitter: @MainActor () -> Duration
  private let archive: BoardArchive?
  /// How many changes were made.
  private var changes = 0
  /// The requests of each person over a connection that fails.
  private var failing: [String: Int] = [:]

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - boards: Its boards, if the archive has no others.
  ///   - archive: Where boards are kept while the program does not run; nil: nowhere.
  ///   - clock: By which answers are slow.
  ///   - jitter: How much longer than usual a slow answer takes.
  /// - Throws: ``BoardArchive/Unreadable``: the file of a board is there and cannot be read. It
  ///   stays as it is.
  public convenience init(
    boards: [BoardState] = BoardState.samples, archive: BoardArchive?,
    clock: any Clock<Duration> = ContinuousClock(),
    jitter: @escaping @MainActor () -> Duration = { .milliseconds(.random(in: 0..<1_000)) }
  ) throws {
    let kept = try boards.map { board in try archive?.read(board) ?? board }
    self.init(boards: kept, writing: archive, clock: clock, jitter: jitter)
  }

  /// Creates a server whose boards are kept nowhere.
  ///
  /// - Parameters:
  ///   - boards: Its boards.
  ///   - clock: By which answers are slow.
  ///   - jitter: How much longer than usual a slow answer takes.
  public convenience init(
    boards: [BoardState] = BoardState.samples, clock: any Clock<Duration> = ContinuousClock(),
    jitter: @escaping @MainActor () -> Duration = { .milliseconds(.random(in: 0..<1_000)) }
  ) {
    self.init(boards: boards, writing: nil, clock: clock, jitter: jitter)
  }

  private init(
    boards: [BoardState], writing archive: BoardArchive?, clock: any Clock<Duration>,
    jitter: @escaping @MainActor () -> Duration
  ) {
    self.boards = boards.map { board in
      let store = BoardStore(initialState: board, reducer: .board)
      // The page of the person whose change was refused shows that.
      store.onRejection = { _ in }
      return store
    }
    self.archive = archive
    self.clock = clock
    self.jitter = jitter
  }

  /// The board with an id.
  public func board(_ id: BoardState.ID) -> BoardStore? { boards.first { $0.state.id == id } }

  /// The people, and their passwords, which the page shows: nothing here is secret.
  public nonisolated static let accounts = ["Ada": "lovelace", "Ben": "franklin", "Cleo": "nile"]

  /// The server as desks see it.
  public nonisolated var service: BoardService {
    BoardService { [self] name, password, connection throws(LogInProblem) in
      let written = name.tidied.lowercased()
      let person = Self.accounts.keys.first { $0.lowercased() == written } ?? ""
      guard await answers(person, over: connection) else { throw .noAnswer }
      guard let expected = Self.accounts[person], expected == password else { throw .wrong }
      return person
    } save: { [self] change, connection throws(SaveProblem) in
      guard await answers(change.person, over: connection) else { throw .noAnswer }
      try await make(change)
    }
  }

  /// Waits as long as a connection takes; false if there is no answer.
  private func answers(_ person: String, over connection: Connection) async -> Bool {
    let delay = connection.isSlow ? .milliseconds(2_500) + jitter() : Duration.milliseconds(150)
    do { try await clock.sleep(for: delay) } catch { return false }
    guard connection.isFailing, Self.accounts[person] != nil else { return true }
    failing[person, default: 0] += 1
    return failing[person, default: 0].isMultiple(of: 2)
  }

  /// Makes a change; what is acknowledged has been archived.
  private func make(_ change: CardChange) async throws(SaveProblem) {
    guard let board = board(change.board) else { throw .refused }
    let receipt = board.dispatch(.change(change))
    if case .rejected(let error) = receipt.outcome {
      throw error as? SaveProblem ?? .refused
    }
    changes += 1
    do { try await archive?.write(board.state, after: changes) } catch { throw .noAnswer }
  }
}

/// Keeps the cards of boards in a folder, a file for each board; it writes outside the main actor.
public actor BoardArchive {
  private let folder: URL
  /// After how many changes each board was written last.
  private var written: [BoardState.ID: Int] = [:]

  /// Creates an archive; the folder is made if there is none.
  public init(folder: URL) {
    self.folder = folder
  }

  private nonisolated func file(_ board: BoardState) -> URL {
    folder.appendingPathComponent("board-\(board.id).json")
  }

  /// The file of a board that is there and cannot be read.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// What is wrong with it.
    public let reason: String

    /// What happened, and what can be done.
    public var description: String {
      "The board in \(file) cannot be read (\(reason)). The file is not overwritten. Repair the file, "
        + "or move it away to begin with a new board."
    }
  }

  /// The board as it was written last; nil if it was not.
  ///
  /// - Throws: ``Unreadable``: there is a file, and no board can be read from it.
  public nonisolated func read(_ board: BoardState) throws(Unreadable) -> BoardState? {
    let file = file(board)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      let cards = try JSONDecoder().decode([Card].self, from: Data(contentsOf: file))
      return BoardState(id: board.id, title: board.title, cards: cards)
    } catch {
      throw Unreadable(file: file.path, reason: "\(error)")
    }
  }

  /// Writes a board, all of it or nothing, unless it was written after a later change.
  ///
  /// - Parameters:
  ///   - board: The board.
  ///   - change: How many changes of boards were made before this one and with it.
  /// - Throws: An error of the file system; the board is as it was written last.
  public func write(_ board: BoardState, after change: Int) throws {
    guard change > written[board.id, default: 0] else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(board.cards.entities).write(to: file(board), options: .atomic)
    written[board.id] = change
  }
}
