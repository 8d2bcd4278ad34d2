// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTrace
import MillraceUndo
import Testing

/// Undo in a trace.
@MainActor @Suite struct UndoTraceTests {
  @Test("A trace with undos is written, read and replayed to the same states")
  func replay() throws {
    let store = Store(initialState: Desk.withCards(), feature: desk)
    let recorder = TraceRecorder(store)
    var script = UndoLawTests.Script(7, ["ada", "bob"])
    for _ in 0..<200 { store.dispatch(script.action(store.state)) }
    let trace = try Trace(text: try recorder.trace().text)
    #expect(trace.lines.count == 200)
    #expect(trace.lines.contains { $0.action.contains("undo") })
    try trace.replay(desk)
  }
}
