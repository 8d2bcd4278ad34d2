// SPDX-License-Identifier: Apache-2.0

import Observation
import TestSupport
import Testing

@testable import Millrace

@Suite struct ObservationCellTests {
  /// Reads cells in a tracked scope; changes are logged.
  @discardableResult
  private func track(_ cells: [ObservationCell], _ name: String, _ log: Log) -> [Bool] {
    withObservationTracking {
      cells.map { $0.access() }
    } onChange: {
      log.append(name)
    }
  }

  @Test func outsideOfTrackedScopesNothingIsTracked() {
    let cell = ObservationCell()
    #expect(!cell.access())
    #expect(!cell.access())
    cell.fire()
    #expect(!cell.access())
  }

  @Test func insideATrackedScopeEveryReadIsNoticed() {
    let cell = ObservationCell()
    #expect(track([cell, cell], "a", Log()) == [true, true])
    #expect(!cell.access())
  }

  @Test func firingTellsOnceAndThenForgets() {
    let cell = ObservationCell()
    let log = Log()
    track([cell], "a", log)
    #expect(log.lines.isEmpty)
    cell.fire()
    #expect(log.lines == ["a"])
    cell.fire()
    #expect(log.lines == ["a"])
    track([cell], "b", log)
    cell.fire()
    #expect(log.lines == ["a", "b"])
  }

  @Test func allReadersAreNotified() {
    let cell = ObservationCell()
    let log = Log()
    for name in ["a", "b", "c"] { track([cell], name, log) }
    cell.fire()
    #expect(log.lines.sorted() == ["a", "b", "c"])
  }

  @Test func cellsAreIndependent() {
    let (one, two) = (ObservationCell(), ObservationCell())
    let log = Log()
    track([one], "one", log)
    track([two], "two", log)
    track([one, two], "both", log)
    two.fire()
    #expect(log.lines.sorted() == ["both", "two"])
    one.fire()
    #expect(log.lines.sorted() == ["both", "one", "two"])
  }

  @Test func inNestedScopesBothTrack() {
    let cell = ObservationCell()
    let log = Log()
    withObservationTracking {
      _ = track([cell], "inner", log)
    } onChange: {
      log.append("outer")
    }
    cell.fire()
    #expect(log.lines.sorted() == ["inner", "outer"])
  }

  /// A change of anything that a scope has read ends the tracking of all that it has read.
  @Test func aCellKnowsWhetherAScopeStillTracksIt() {
    let (cell, other) = (ObservationCell(), ObservationCell())
    let log = Log()
    track([cell, other], "a", log)
    #expect(cell.isTracked)
    track([cell], "b", log)
    other.fire()
    #expect(cell.isTracked)
    cell.fire()
    #expect(log.lines == ["a", "b"])
    #expect(!cell.isTracked)
    cell.fire()
    #expect(!cell.access())
    #expect(!cell.isTracked)
    track([cell], "c", log)
    #expect(cell.isTracked)
    cell.fire()
    #expect(log.lines == ["a", "b", "c"])
  }
}
