// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
import MillraceTrace
import MillraceUndo
import Testing

/// An undo history is a part of the state: a journal recovers it from actions or from a snapshot.
@MainActor
struct UndoInJournalTests {
  struct Sheet: UndoableState, Codable, Equatable {
    var title = "first"
    var history = UndoHistory<Sheet>()
    static let undoable: [UndoField<Sheet>] = [.slice("title", \.title)]
  }

  enum SheetAction: Codable, Sendable {
    case name(String)
    case undo(UndoAction)
  }

  private let feature = Reducer<Sheet, SheetAction> { sheet, action in
    if case .name(let title) = action { sheet.title = title }
  }
  .undoable(\.history) { action in
    switch action {
    case .name(let title): .step("Name \(title)")
    case .undo(let action): .action(action)
    }
  }

  private func journal(on log: MemoryLog) -> Journal<Sheet, SheetAction> {
    Journal(on: log, of: Sheet.self, actions: SheetAction.self, hashes: 1)
  }

  private func store(
    _ journal: Journal<Sheet, SheetAction>, _ snapshot: SnapshotPolicy
  ) async throws -> Store<Sheet, SheetAction> {
    try await Store(
      recovering: journal, initialState: Sheet(), feature: feature, snapshot: snapshot,
      sync: .always)
  }

  @Test(arguments: [SnapshotPolicy.never, .every(1, keep: 1, dropsActions: true)])
  func historyIsRecoveredAndTakesBackWhatWasDoneBefore(snapshot: SnapshotPolicy) async throws {
    let log = MemoryLog()
    let firstJournal = journal(on: log)
    let first = try await store(firstJournal, snapshot)
    for title in ["second", "third"] { first.dispatch(.name(title)) }
    try await first.dispatch(.undo(.undo())).synced()
    #expect(first.state.title == "second")
    try await firstJournal.settle()
    log.losePower()

    let nextJournal = journal(on: log)
    let next = try await store(nextJournal, snapshot)
    #expect(next.state == first.state)
    #expect(next.state.history.undoTitle == "Name second")
    #expect(next.state.history.redoTitle == "Name third")
    next.dispatch(.undo(.redo()))
    #expect(next.state.title == "third")
    for _ in 0..<2 { next.dispatch(.undo(.undo())) }
    try await next.dispatch(.undo(.redo())).synced()
    #expect(next.state.title == "second")
    try await nextJournal.settle()
    log.losePower()
    #expect(try await store(journal(on: log), snapshot).state == next.state)
  }

  /// The state of the next version of a program: the title cannot be undone any more.
  struct LaterSheet: UndoableState, Codable, Equatable {
    var title = "first"
    var history = UndoHistory<LaterSheet>()
    static let undoable: [UndoField<LaterSheet>] = []
  }

  @Test func fieldCanLeaveTheHistoryWhenOldActionsWereDropped() async throws {
    let log = MemoryLog()
    let firstJournal = journal(on: log)
    let first = try await store(firstJournal, .every(2, keep: 1, dropsActions: true))
    for title in ["second", "third"] { try await first.dispatch(.name(title)).synced() }
    try await firstJournal.close()

    let later = Journal(on: log, of: LaterSheet.self, actions: SheetAction.self)
    let next = try await Store(
      recovering: later, initialState: LaterSheet(),
      reducer: Reducer<LaterSheet, SheetAction> { _, _ in })
    #expect(next.state.title == "third" && next.state.history.undoSteps().isEmpty)
    #expect(next.state.history.unknownFields == ["title"])
    try await later.close()

    // An upcast can also remove the history.
    let emptied = Journal(on: log, of: Sheet.self, actions: SheetAction.self, version: 2) {
      Upcast(stateFrom: 1) {
        $0.with("history", try TraceValue(encoding: UndoHistory<Sheet>()))
      }
    }
    let last = try await store(emptied, .never)
    #expect(last.state == Sheet(title: "third"))
  }

  struct Note: Identifiable, Equatable, Codable, Sendable {
    let id: Int
    let owner: String
  }

  struct Wall: UndoableState, Codable {
    var notes = EntityTable<Note>()
    var history = UndoHistory<Wall>()
    static let undoable: [UndoField<Wall>] = [.table("notes", \.notes)]
  }

  enum WallAction: Codable, Sendable {
    case add(Note)
    case remove(Int, by: String)
    case erase(String)
    case undo(UndoAction)

    var person: String? {
      switch self {
      case .add(let note): note.owner
      case .remove(_, let person), .erase(let person): person
      case .undo: nil
      }
    }
  }

  @Test(arguments: Carrier.allCases)
  func forgottenPersonIsInNoStepOfAnother(carrier: Carrier) async throws {
    let feature = Reducer<Wall, WallAction> { wall, action in
      switch action {
      case .add(let note): wall.notes.addOne(note)
      case .remove(let id, _): wall.notes.removeOne(id)
      case .erase(let person):
        wall.notes.removeMany(wall.notes.filter { $0.owner == person }.map(\.id))
        wall.history.removeSteps { step in
          let rows = step.rows(of: \.notes).flatMap { [$0.before, $0.after] }
          return step.person == person || rows.contains { $0?.owner == person }
        }
      case .undo: break
      }
    }
    .undoable(\.history) { action in
      switch action {
      case .add(let note): .step(by: note.owner)
      case .remove(_, let person): .step(by: person)
      case .erase: nil
      case .undo(let action): .action(action)
      }
    }
    let log = try carrier.make()
    func journal(on log: any ActionLog) -> Journal<Wall, WallAction> {
      Journal(on: log, of: Wall.self, actions: WallAction.self, person: \.person)
    }
    let firstJournal = journal(on: log)
    let first = try await Store(
      recovering: firstJournal, initialState: Wall(), feature: feature)
    first.dispatch(.add(Note(id: 1, owner: "Ann")))
    first.dispatch(.add(Note(id: 2, owner: "Bob")))
    for id in 1...2 { first.dispatch(.remove(id, by: "Bob")) }
    first.dispatch(.erase("Ann"))
    #expect(try await firstJournal.forget("Ann") == 2)
    #expect(!(try await bytes(of: log, hold: "Ann")))
    try await firstJournal.close()

    let next = try await Store(
      recovering: journal(on: log), initialState: Wall(), feature: feature)
    for _ in 1...4 { next.dispatch(.undo(.undo(by: "Bob"))) }
    #expect(next.state.notes.isEmpty && next.state.history.redoSteps(by: "Bob").count == 2)
  }
}
