// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillracePersistence
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
}
