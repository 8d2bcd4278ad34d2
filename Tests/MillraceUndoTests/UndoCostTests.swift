// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceUndo

#if os(Linux)
  import Foundation
#endif

/// The cost of steps in memory and in copies.
@Suite struct UndoCostTests {
  private static let size = 10_000

  private static func full() -> Desk {
    var state = Desk()
    state.notes = EntityTable(
      (0..<size).map { Card(id: $0, text: "a text that has its own memory") })
    return state
  }

  /// The address of the rows; another address means that the table was copied.
  private static func place(_ state: Desk) -> UnsafeRawPointer? {
    state.notes.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
  }

  /// The address of the newest steps; another address means a new piece or a copy.
  private static func newest(_ state: Desk) -> UnsafeRawPointer? {
    guard let records = state.history.stacks[""]?.done.records, !records.isEmpty else { return nil }
    return records.pieces[records.piece(of: records.end - 1)].withUnsafeBufferPointer {
      UnsafeRawPointer($0.baseAddress)
    }
  }

  @Test("Once a history has as many steps as its limit, new steps reuse its memory")
  func memoryIsUsedAgain() {
    let feature = Reducer.plain.undoable(\Desk.history, limit: 100) { $0.role }
    var state = Self.full()
    var places: Set<UnsafeRawPointer> = []
    for step in 0..<5_000 {
      _ = try? feature(&state, .notes(.write(step, "new")))
      if step == 500 { places = [] }
      if let place = Self.newest(state) { places.insert(place) }
    }
    #expect(places.count <= 4)
    let changes =
      state.history.stacks[""]?.done.columns[3] as? UndoChanges<EntityTable<Card>.Difference>
    #expect(changes?.all.pieces.count ?? 0 <= 4)
    #expect(state.history.undoSteps().map(\.id) == (4_901...5_000).reversed())
    #expect(
      state.history.undoSteps().map { $0.rows(of: \.notes).first?.before?.id }
        == (4_900..<5_000).reversed())
  }

  @Test("No step, undo or redo copies the table, even while a copy of the history exists")
  func noCopies() {
    var state = Self.full()
    let place = Self.place(state)
    var held: [UndoHistory<Desk>] = []
    for step in 0..<1_000 {
      state.run(.notes(.write(step * 7, "new")))
      if step.isMultiple(of: 3) { state.run(.undo(.undo())) }
      if step.isMultiple(of: 9) { state.run(.undo(.redo())) }
      if step.isMultiple(of: 50) { held.append(state.history) }
      #expect(Self.place(state) == place)
    }
    state.run(.undo(.undo(to: 0)))
    #expect(Self.place(state) == place)
    #expect(state.slices == Self.full())
    #expect(held.count == 20)
  }

  @Test("No step, undo or redo copies the other steps, unless a copy of the history exists")
  func noCopiesOfSteps() {
    var state = Self.full()
    var places: Set<UnsafeRawPointer> = []
    for step in 0..<1_000 {
      state.run(.notes(.write(step, "new")))
      if step.isMultiple(of: 7) { state.run(.undo(.undo()), .undo(.redo())) }
      if let place = Self.newest(state) { places.insert(place) }
    }
    // One place for each piece of 64; each has grown to its size.
    #expect(places.count <= 16 * 7)
    let held = state.history
    let place = Self.newest(state)
    state.run(.notes(.write(0, "newer")))
    #expect(Self.newest(state) != place)
    #expect(held.undoSteps().count == 1_000)
  }

  @Test("A step holds only the rows that it changed")
  func rows() {
    var state = Self.full()
    for step in 0..<100 { state.run(.notes(.write(step, "new"))) }
    state.run(.notes(.rewrite([1, 2, 3], "newer")), .notes(.remove([7])))
    let counts = state.history.undoSteps().map { $0.rows(of: \.notes).count }
    #expect(counts == [1, 3] + Array(repeating: 1, count: 100))
  }

  #if os(Linux)
    /// The memory of the process in bytes: resident, or with the field 0 all its virtual memory.
    private static func residentBytes(field: Int = 1) -> Int {
      let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return (line?.split(separator: " ")[field]).flatMap { Int($0) }.map { $0 * 4_096 } ?? 0
    }

    /// Whether a sanitizer uses shadow memory, which would be counted too.
    private static var hasShadow: Bool { residentBytes(field: 0) > 1 << 40 }

    @Test(
      "10,000 steps on a table of 10,000 rows take at most 10 MB",
      .disabled(if: UndoCostTests.hasShadow))
    func memory() async {
      await #expect(processExitsWith: .success) { () async in
        let feature = Reducer.plain.undoable(\Desk.history, limit: 20_000) { $0.role }
        var state = UndoCostTests.full()
        _ = try? feature(&state, .notes(.write(0, "first")))
        let before = UndoCostTests.residentBytes()
        for step in 0..<10_000 {
          _ = try? feature(&state, .notes(.write(step, "text \(step) of its own memory")))
        }
        let bytes = UndoCostTests.residentBytes() - before
        print("10,000 steps: \(bytes) bytes")
        precondition(state.history.undoSteps().count == 10_001)
        precondition(bytes > 1_000_000, "nothing was measured: \(bytes)")
        precondition(bytes <= 10_000_000, "\(bytes) bytes")
      }
    }
  #endif
}
