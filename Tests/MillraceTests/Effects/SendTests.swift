// SPDX-License-Identifier: Apache-2.0

import Millrace
import TestSupport
import Testing

@Suite struct SendTests {
  private func line<Action>(_ way: String, _ sent: DispatchedAction<Action>) -> String {
    "\(way) \(sent.action) \(sent.source.line) \(sent.source.info ?? "-")"
  }

  @Test func dispatchPostsAndACallDelivers() async {
    let log = Log()
    let send = Send<Int> {
      log.append(line("post", $0))
    } deliver: {
      log.append(line("deliver", $0))
    }
    send.dispatch(1, line: 10)
    await send(2, line: 11, info: "why")
    #expect(log.lines == ["post 1 10 -", "deliver 2 11 why"])
  }

  @Test func withoutAWayToDeliverACallPosts() async {
    let log = Log()
    let send = Send<Int> { log.append(line("post", $0)) }
    await send(1, line: 10)
    #expect(log.lines == ["post 1 10 -"])
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

  @Test func aCallReturnsOnlyWhenTheActionIsDelivered() async {
    let log = Log()
    let gate = Gate()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let send = Send<Int> { _ in
    } deliver: { _ in
      continuation.finish()
      await gate.wait()
      log.append("delivered")
    }
    let sender = Task {
      await send(1)
      log.append("returned")
    }
    for await _ in started {}
    #expect(log.lines.isEmpty)
    await gate.open()
    await sender.value
    #expect(log.lines == ["delivered", "returned"])
  }

  @Test func contramapTranslatesBothWaysAndKeepsTheSource() async {
    let log = Log()
    let send = Send<Int> {
      log.append(line("post", $0))
    } deliver: {
      log.append(line("deliver", $0))
    }
    let words = send.contramap { (word: String) in word.count }
    words.dispatch("four", line: 10, info: "why")
    await words("seven", line: 11)
    let lists = words.contramap { (list: [String]) in list.joined() }
    lists.dispatch(["a", "bc"], line: 12)
    #expect(log.lines == ["post 4 10 why", "deliver 5 11 -", "post 3 12 -"])
  }
}
