// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct DependencyCellTests {
  /// A dependency that writes down when it is selected and compared.
  private func logged<Value: Equatable & Sendable>(
    _ name: String, _ log: Log, _ select: @escaping @Sendable (Ledger) -> Value
  ) -> AnyDependency<Ledger> {
    AnyDependency(
      StateSelector { state in
        log.append("select \(name)")
        return select(state)
      } didChange: { old, new in
        log.append("compare \(name)")
        return old != new
      })
  }

  @Test func withoutCellsEverythingCountsAsChanged() {
    let cells: [DependencyCell] = []
    #expect(cells.refresh(Ledger()))
    #expect(cells.refresh(Ledger()))
  }

  /// What goes may come back to the cell, as a payload does that reads a selector.
  @Test(arguments: [1, 2]) func anOldValueGoesAfterItsSuccessorIsRemembered(count: Int) {
    final class Token {
      var onEnd: () -> Void = {}
      deinit { onEnd() }
    }
    let state = UnsafeMutablePointer<Token?>.allocate(capacity: 1)
    state.initialize(to: Token())
    let cells = (0..<count).map { _ in
      DependencyCell(reading: { $0.assumingMemoryBound(to: Token?.self).pointee }) { $0 !== $1 }
    }
    var answers: [Bool] = []
    state.pointee?.onEnd = { answers.append(cells.refresh(at: state)) }
    #expect(cells.refresh(at: state))
    state.pointee = nil
    answers.append(cells.refresh(at: state))
    #expect(answers.contains(false))
    #expect(answers.last == true)
    state.deinitialize(count: 1).deallocate()
  }

  @Test func theFirstTimeCountsAsChangedWithoutAComparison() {
    let log = Log()
    let cells = [logged("count", log) { $0.count }.makeCell()]
    #expect(cells.refresh(Ledger()))
    #expect(log.lines == ["select count"])
    #expect(!cells.refresh(Ledger()))
    #expect(cells.refresh(Ledger(count: 1)))
    #expect(!cells.refresh(Ledger(count: 1)))
  }

  @Test func allAreSelectedThenComparedUpToTheFirstChange() {
    let log = Log()
    let cells = [
      logged("count", log) { $0.count }.makeCell(), logged("other", log) { $0.other }.makeCell(),
      logged("notes", log) { $0.notes }.makeCell(),
    ]
    _ = cells.refresh(Ledger())
    let selected = ["select count", "select other", "select notes"]

    log.clear()
    #expect(!cells.refresh(Ledger()))
    #expect(log.lines == selected + ["compare count", "compare other", "compare notes"])
    log.clear()
    #expect(cells.refresh(Ledger(other: 1)))
    #expect(log.lines == selected + ["compare count", "compare other"])
  }

  @Test func whatIsNotComparedIsRememberedToo() {
    let log = Log()
    let cells = [
      logged("count", log) { $0.count }.makeCell(), logged("other", log) { $0.other }.makeCell(),
    ]
    _ = cells.refresh(Ledger())
    // Both change, the second is not compared; afterwards it must not count as changed.
    #expect(cells.refresh(Ledger(count: 1, other: 1)))
    #expect(!cells.refresh(Ledger(count: 1, other: 1)))
  }

  @Test func theLastValueIsRememberedAlsoWhenItDidNotCountAsChanged() {
    let byTwo = StateSelector(
      { (state: Ledger) in state.count }, didChange: { old, new in new >= old + 2 })
    let cells = [AnyDependency(byTwo).makeCell()]
    _ = cells.refresh(Ledger())
    #expect(!cells.refresh(Ledger(count: 1)))
    #expect(!cells.refresh(Ledger(count: 2)))
    #expect(cells.refresh(Ledger(count: 4)))
  }

  @Test func anOptionalDependencyTellsNothingFromNotYet() {
    let log = Log()
    let cells = [logged("first", log) { $0.notes.first }.makeCell()]
    #expect(cells.refresh(Ledger()))
    #expect(!cells.refresh(Ledger()))
    #expect(cells.refresh(Ledger(notes: ["a"])))
    #expect(cells.refresh(Ledger()))
    #expect(!cells.refresh(Ledger()))
  }

  @Test func eachCellRemembersForItself() {
    let dependency = logged("count", Log()) { $0.count }
    let (one, two) = ([dependency.makeCell()], [dependency.makeCell()])
    _ = one.refresh(Ledger())
    _ = two.refresh(Ledger(count: 1))
    #expect(!one.refresh(Ledger()))
    #expect(one.refresh(Ledger(count: 1)))
    #expect(!two.refresh(Ledger(count: 1)))
  }

  @Test func readFromALargerStateItBehavesTheSame() {
    struct App: Sendable { var ledger = Ledger() }
    let log = Log()
    let cells = [logged("count", log) { $0.count }.translated { (app: App) in app.ledger }]
      .map { $0.makeCell() }
    #expect(cells.refresh(App()))
    #expect(!cells.refresh(App()))
    #expect(cells.refresh(App(ledger: Ledger(count: 1))))
    #expect(
      log.lines == [
        "select count", "select count", "compare count", "select count", "compare count",
      ])
  }
}
