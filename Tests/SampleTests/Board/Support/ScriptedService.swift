// SPDX-License-Identifier: Apache-2.0

import BoardData
import Millrace
import Synchronization

/// A server of boards whose answers a test gives.
final class ScriptedService: Sendable {
  /// A change that waits to be saved.
  struct Save: Sendable {
    let change: CardChange
    let connection: Connection
    fileprivate let continuation: CheckedContinuation<Result<Void, SaveProblem>, Never>

    /// Answers that the change was saved.
    func accept() { continuation.resume(returning: .success(())) }

    /// Answers that the change was not saved.
    func fail(_ problem: SaveProblem = .noAnswer) {
      continuation.resume(returning: .failure(problem))
    }
  }

  /// A log-in that waits for its answer.
  struct LogIn: Sendable {
    let name: String
    let password: String
    fileprivate let continuation: CheckedContinuation<Result<String, LogInProblem>, Never>

    func accept() { continuation.resume(returning: .success(name)) }

    func fail(_ problem: LogInProblem) { continuation.resume(returning: .failure(problem)) }
  }

  private let waiting = Mutex<(saves: [Save], logIns: [LogIn])>(([], []))

  var service: BoardService {
    BoardService { name, password, _ throws(LogInProblem) in
      try await withCheckedContinuation { continuation in
        self.waiting.withLock {
          $0.logIns.append(LogIn(name: name, password: password, continuation: continuation))
        }
      }.get()
    } save: { change, connection throws(SaveProblem) in
      try await withCheckedContinuation { continuation in
        self.waiting.withLock {
          $0.saves.append(Save(change: change, connection: connection, continuation: continuation))
        }
      }.get()
    }
  }

  /// Takes the changes that wait to be saved, by their ids.
  func saves() -> [Save] {
    waiting.withLock { waiting in
      defer { waiting.saves = [] }
      return waiting.saves.sorted { $0.change.id < $1.change.id }
    }
  }

  /// Takes the log-ins that wait.
  func logIns() -> [LogIn] {
    waiting.withLock { waiting in
      defer { waiting.logIns = [] }
      return waiting.logIns
    }
  }
}

/// Ids in their order: `n1`, `n2`, and so on.
final class NumberedIDs: Sendable {
  private let last = Mutex(0)

  @Sendable func next() -> String {
    last.withLock {
      $0 += 1
      return "n\($0)"
    }
  }
}

extension Card {
  /// A card for tests.
  static func test(
    _ id: String, _ title: String = "Card", detail: String = "", in column: Column = .toDo,
    rank: String = "i"
  ) -> Card {
    guard let rank = Rank(rank) else { preconditionFailure("\(rank) is not a rank") }
    return Card(
      id: id, title: title, detail: detail, spot: Spot(column, rank), changedBy: "Cleo")
  }
}

extension CardChange {
  /// A change for tests.
  static func test(
    _ id: String, _ card: Card, _ kind: Kind, by person: String = "Ada", on board: String = "b"
  ) -> CardChange {
    CardChange(id: id, board: board, card: card, kind: kind, by: person)
  }
}
