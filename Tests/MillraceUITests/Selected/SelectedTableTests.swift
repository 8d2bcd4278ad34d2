// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@testable import MillraceUI

/// Every cell of the table {no filter, filter true, filter false} x {0, 1, 2 dependencies} x {which
/// of them changed} x {output changed or not}: the exact order of evaluation and the exact number
/// of notifications.
@MainActor
@Suite struct SelectedTableTests {
  enum Filter: String, CaseIterable, Sendable { case none, yes, no }

  struct Cell: Sendable, CustomStringConvertible {
    var filter: Filter
    var dependencies: Int
    /// Which dependencies change, from left to right.
    var changes: [Bool]
    var outputChanges: Bool

    var description: String {
      "filter \(filter), dependencies \(changes), output \(outputChanges)"
    }

    static let all: [Cell] = Filter.allCases.flatMap { filter in
      [[], [false], [true], [false, false], [true, false], [false, true], [true, true]]
        .flatMap { changes in
          [false, true].map { output in
            Cell(
              filter: filter, dependencies: changes.count, changes: changes,
              outputChanges: output)
          }
        }
    }

    /// What must be evaluated, in this order, for one action.
    var expectedLog: [String] {
      var log = filter == .none ? [] : ["filter"]
      if filter == .no { return log }
      for index in changes.indices { log.append("select \(index)") }
      for index in changes.indices {
        log.append("compare \(index)")
        if changes[index] { break }
      }
      guard changes.isEmpty || changes.contains(true) else { return log }
      log += ["select output", "compare output"]
      if outputChanges { log.append("publish") }
      return log
    }
  }

  struct Inputs: Equatable, Sendable {
    var dependencies = [0, 0]
    var output = 0
  }

  @Test(arguments: Cell.all)
  func cell(_ cell: Cell) {
    let log = Log()
    let store = Store(
      initialState: Inputs(), reducer: Reducer<Inputs, Inputs> { state, next in state = next })
    let listener = SelectedListener<Store<Inputs, Inputs>, Int>()
    listener.update(request(cell, log))
    listener.listen(to: store)
    // The first value: everything is selected, nothing is compared.
    #expect(
      log.lines == (0..<cell.dependencies).map { "select \($0)" } + ["select output", "publish"])

    log.clear()
    var next = Inputs()
    for (index, changes) in cell.changes.enumerated() where changes { next.dependencies[index] = 1 }
    if cell.outputChanges { next.output = 1 }
    store.dispatch(next)
    #expect(log.lines == cell.expectedLog)
    let isPublished = cell.expectedLog.contains("publish")
    #expect(listener.output == (isPublished ? 1 : 0))

    // The same state again: the dependencies were remembered, whether or not the output changed.
    log.clear()
    store.dispatch(next)
    var again = cell
    again.changes = cell.changes.map { _ in false }
    // No dependency differs now; without dependencies the output is compared, and it is equal.
    again.outputChanges = false
    #expect(log.lines == again.expectedLog)
  }

  private func request(
    _ cell: Cell, _ log: Log
  ) -> SelectedRequest<Store<Inputs, Inputs>, Int> {
    func dependency(_ index: Int) -> StateSelector<Inputs, Int> {
      StateSelector(
        { state in
          log.append("select \(index)")
          return state.dependencies[index]
        },
        didChange: { old, new in
          log.append("compare \(index)")
          return old != new
        })
    }
    let output = StateSelector<Inputs, Int>(
      { state in
        log.append("select output")
        return state.output
      },
      didChange: { old, new in
        log.append("compare output")
        return old != new
      })
    let selector =
      switch cell.dependencies {
      case 0: StateSelector(outputSelector: output)
      case 1: StateSelector(dependencySelector: dependency(0), outputSelector: output)
      default:
        StateSelector(
          dependencySelector: dependency(0), dependency(1), outputSelector: output)
      }
    let base: SelectedRequest<Store<Inputs, Inputs>, Int> =
      cell.filter == .none
      ? SelectedRequest(id: nil, label: "cell", selector: selector)
      : .filtered(
        id: nil, label: "cell",
        filter: { _, _ in
          log.append("filter")
          return cell.filter == .yes
        }, selector: selector)
    return SelectedRequest(id: nil, label: "cell") { store, onChange in
      base.subscribe(store) { value in
        log.append("publish")
        onChange(value)
      }
    }
  }
}
