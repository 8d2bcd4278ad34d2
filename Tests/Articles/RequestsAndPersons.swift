// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of RequestsAndPersons.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillraceUI
import MillraceViews
import MillraceWeb

struct Board: Sendable {}

actor Boards {
  func find(_ id: String) async throws -> Board? { nil }
}

struct BoardContent: View {
  let board: Board
  var body: some View { Text("Board") }
}

func example1(boards: Boards) -> Page {
  // block 1
}

struct DeskState: Codable, Sendable {}

enum DeskAction: Sendable { case loggedIn(String), imported(at: URL) }

typealias DeskStore = Store<DeskState, DeskAction>

extension Feature where State == DeskState, Action == DeskAction {
  static let desk = Feature { _, _ in .none }
}

struct DeskContent: View {
  @Environment(DeskStore.self) private var store
  var body: some View { Text("Desk") }
}

func example2() -> Page {
  // block 2
}

@MainActor func example3(pages: [Page]) throws {
  // block 3
}

struct BoardState: Sendable {}

enum BoardAction: Sendable { case rename(String) }

extension Feature where State == BoardState, Action == BoardAction {
  static let board = Feature { _, _ in .none }
}

struct BoardPage: View {
  @Environment(Store<BoardState, BoardAction>.self) private var board
  @Environment(DeskStore.self) private var desk
  var body: some View { Text("Board") }
}

@MainActor func example4() {
  // block 4
}

enum Outcome { case wrong, right }

actor Accounts {
  func check(_ name: String, _ password: String) async throws -> Bool { false }
}

@MainActor func logIn(
  _ name: String, _ password: String, accounts: Accounts, session: PersonSession, store: DeskStore
) async throws -> Outcome {
  // block 5
  return .right
}

struct Importer: View {
  @State private var isImporting = false
  let store: DeskStore

  var body: some View {
    // block 6
  }
}
