// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import TextData

/// A simulated server inside the program.
///
/// It has boards and the accounts of the people who can change them. Each person can make their own
/// connection slow, or make it fail.
@MainActor
public final class BoardServer {
  /// The boards, in the order of the list.
  public let boards: [BoardStore]
  private let clock: any Clock<Duration>
  private let jitter: @MainActor () -> Duration
  private let archive: BoardArchive?
  /// The number of changes that were made.
  private var changes = 0
  /// The number of each person's requests over a failing connection.
  private var failing: [String: Int] = [:]

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - boards: The boards. A board that is in the archive is read from there instead.
  ///   - archive: The archive in which boards are saved, or nil.
  ///   - clock: The clock for the delay of answers.
  ///   - jitter: Returns the additional delay of a slow answer.
  /// - Throws: ``BoardArchive/Unreadable`` if the file of a board exists but cannot be read. The
  ///   file is unchanged.
  public convenience init(
    boards: [BoardState] = BoardState.samples, archive: BoardArchive?,
    clock: any Clock<Duration> = ContinuousClock(),
    jitter: @escaping @MainActor () -> Duration = { .milliseconds(.random(in: 0..<1_000)) }
  ) throws {
    let kept = try boards.map { board in try archive?.read(board) ?? board }
    self.init(boards: kept, writing: archive, clock: clock, jitter: jitter)
  }

  /// Creates a server whose boards are only in memory.
  ///
  /// - Parameters:
  ///   - boards: The boards.
  ///   - clock: The clock for the delay of answers.
  ///   - jitter: Returns the additional delay of a slow answer.
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
      // The page of the person shows a refused change. So rejections need no other report.
      store.onRejection = { _ in }
      return store
    }
    self.archive = archive
    self.clock = clock
    self.jitter = jitter
  }

  /// Returns the board with this id, or nil.
  public func board(_ id: BoardState.ID) -> BoardStore? { boards.first { $0.state.id == id } }

  /// The names and passwords of all accounts.
  ///
  /// They are not secret: the log-in page shows them.
  public nonisolated static let accounts = ["Ada": "lovelace", "Ben": "franklin", "Cleo": "nile"]

  /// The service that desks use.
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

  /// Waits for the delay of the connection.
  ///
  /// Returns false if there is no answer.
  private func answers(_ person: String, over connection: Connection) async -> Bool {
    let delay = connection.isSlow ? .milliseconds(2_500) + jitter() : Duration.milliseconds(150)
    do { try await clock.sleep(for: delay) } catch { return false }
    guard connection.isFailing, Self.accounts[person] != nil else { return true }
    failing[person, default: 0] += 1
    return failing[person, default: 0].isMultiple(of: 2)
  }

  /// Makes a change.
  ///
  /// It returns only after the board has been written to the archive. If that fails, it throws
  /// `noAnswer`, and the board has the change nevertheless.
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

/// Saves the cards of each board in a file of a folder. It writes outside the main actor.
public actor BoardArchive {
  private let folder: URL
  /// For each board, the number of the change after which it was written last.
  private var written: [BoardState.ID: Int] = [:]

  /// Creates an archive.
  ///
  /// The first write creates the folder if it does not exist.
  public init(folder: URL) {
    self.folder = folder
  }

  private nonisolated func file(_ board: BoardState) -> URL {
    folder.appendingPathComponent("board-\(board.id).json")
  }

  /// The file of a board exists but cannot be read.
  public struct Unreadable: Error, CustomStringConvertible {
    /// The path of the file.
    public let file: String
    /// The reason.
    public let reason: String

    /// Describes what happened and what to do.
    public var description: String {
      "The board in \(file) cannot be read (\(reason)). The file is not overwritten. Repair it, or "
        + "move it away to start with a new board."
    }
  }

  /// Returns the board with its saved cards, or nil if it was never written.
  ///
  /// - Throws: ``Unreadable`` if there is a file from which no board can be read.
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

  /// Writes a board atomically.
  ///
  /// Does nothing if a later version was already written.
  ///
  /// - Parameters:
  ///   - board: The board.
  ///   - change: The number of the last change in it, counted over all boards.
  /// - Throws: An error of the file system. The file is then unchanged.
  public func write(_ board: BoardState, after change: Int) throws {
    guard change > written[board.id, default: 0] else { return }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(board.cards.entities).write(to: file(board), options: .atomic)
    written[board.id] = change
  }
}
