// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct SendTests {
  @Test func aFunctionTakesWhatIsDispatchedAndWhatIsCalled() async {
    let log = Log()
    let send = Send<Int> {
      log.append("\($0.action) \($0.source.line) \($0.source.info ?? "-")")
    }
    send.dispatch(1, line: 10)
    await send(2, line: 11, info: "why")
    #expect(log.lines == ["1 10 -", "2 11 why"])
  }

  @Test func bothFillInTheCallSite() async {
    let log = Log()
    let send = Send<Int> { log.append($0.source.description) }
    send.dispatch(1)
    let first: UInt = #line - 1
    await send(2)
    let second: UInt = #line - 1
    #expect(
      log.lines == [
        ActionSource(line: first).description, ActionSource(line: second).description,
      ])
  }
}
