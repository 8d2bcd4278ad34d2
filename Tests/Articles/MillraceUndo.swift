// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceUndo.md needs; see bin/support/articles.py.

import Millrace
import MillraceTesting
import MillraceUI
import MillraceUndo
import MillraceViews

struct Card: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  var title = ""
}

// block 1

let board = Reducer<BoardState, BoardAction> { _, _ in }

func example2() {
  // block 2
}

@MainActor func example3(store: Store<BoardState, BoardAction>) -> some View {
  // block 3
}

@MainActor func example4(store: Store<BoardState, BoardAction>, person: String) -> some View {
  // block 4
}

extension BoardAction {
  var role: UndoRole? { if case .undo(let action) = self { .action(action) } else { nil } }
}

struct Server: Sendable {
  func save(_ rows: [EntityTable<Card>.Difference.Row]) async {}
}

func example5(server: Server) {
  // block 5
}

func example6(server: Server) {
  // block 6
}

// block 7 is in Samples/Animals/AnimalsData/AnimalsFeature.swift

func example8() {
  // block 8
}

// block 9 is in Tests/AppleSignatures/Programs/UndoInMenu.swift

@MainActor func example10(feature: Feature<BoardState, BoardAction>) async {
  // block 10
}

struct Note: Identifiable, Equatable, Codable, Sendable {
  let id: Int
  let owner: String
}

struct Wall: UndoableState {
  var notes = EntityTable<Note>()
  var history = UndoHistory<Wall>()
  static let undoable: [UndoField<Self>] = [.table("notes", \.notes)]
}

enum WallAction: Sendable { case erase(String), undo(UndoAction) }

let wall = Reducer<Wall, WallAction> { state, action in
  switch action {
  case .undo: break
  // block 11
  }
}
