// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import Testing

@MainActor
@Suite struct TraceReplayTests {
  /// Writes the last numbers in another order, as a `Set` is in each run.
  private func shelf(breaks isBroken: Bool = false) -> Reducer<Shelf, ShelfAction> {
    Reducer { (state: inout Shelf, action: ShelfAction) throws in
      guard case .note(let number) = action else {
        if let error = Reducer.shelf.step(&state, action) { throw error }
        return
      }
      state.last.insert(number, at: 0)
      if isBroken, number == 3 { state.total = 9 }
    }
  }

  private func trace() throws -> Trace {
    let store = Store(initialState: Shelf(), reducer: .shelf)
    let recorder = TraceRecorder(store)
    store.dispatch(.add("Emma", copies: 2))
    for number in 1...3 { store.dispatch(.note(number)) }
    return try recorder.trace()
  }

  @Test func anIgnoredPartDoesNotHideAnother() throws {
    let trace = try trace()
    let last = try #require(TracePath("last"))
    #expect(throws: TraceError.self) { try trace.replay(shelf()) }
    #expect(try trace.replay(shelf(), ignoring: [last]).last == [3, 2, 1])
    let error = #expect(throws: TraceError.self) {
      try trace.replay(shelf(breaks: true), ignoring: [last])
    }
    guard case .divergence(4, let differences)? = error else {
      Issue.record("The error is another one.")
      return
    }
    #expect(differences == ["recorded was no change", "now it is a change of total"])
  }

  @Test func anIgnoredPartOfAKeptStateIsNotCompared() throws {
    var trace = try trace()
    let state = #"{"books":{},"key":"<redacted>","last":[7],"total":2}"#
    trace.keyframes.append(.init(number: 4, state: try TraceValue(json: state)))
    let paths = ["last", "books"].compactMap { TracePath($0) }
    #expect(try trace.replay(shelf(), ignoring: paths).total == 2)
    let error = #expect(throws: TraceError.self) {
      try trace.replay(shelf(), ignoring: [paths[0]])
    }
    #expect("\(error, default: "")".contains("books"))
    #expect("\(error, default: "")".contains("last") == false)
  }
}
