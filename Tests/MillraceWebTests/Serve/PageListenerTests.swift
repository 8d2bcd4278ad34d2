// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite struct PageListenerTests {
  private let sink = LogSink()
  private let count = SharedCount()

  private func listener(bad: Int = 3, sessions: Int = 10) -> PageListener {
    var limits = WebLimits()
    limits.badMessages = bad
    limits.sessions = sessions
    let hub = SessionHub(
      pages: [.count(count)], rules: limits.sessionRules,
      stopwatch: Stopwatch(ManualClock()), log: sink.log)
    return PageListener(
      hub: hub, limits: limits, log: sink.log, outbox: Outbox(limit: 100_000) {})
  }

  private let hello = #"{"t":"hello","session":"","page":"/count","batch":0}"#

  @Test func aHelloComesFirst() async {
    var early = listener()
    #expect(await early.take([tap(1, 2)]) == .policy)
    #expect(sink.lines == ["closed a socket, because an event came before the hello"])
    var good = listener()
    #expect(await good.take([hello, tap(1, 2)]) == nil)
    #expect(good.session != nil)
    #expect(count.value == 1)
    #expect(await good.take([hello]) == .policy)
  }

  @Test func badMessagesAreCounted() async {
    var listener = listener()
    #expect(await listener.take([hello, "{", tap(1, 2)]) == nil)
    #expect(count.value == 1)
    #expect(await listener.take(["[]"]) == nil)
    #expect(await listener.take(["x"]) == .policy)
    #expect(sink.lines.filter { $0.hasPrefix("refused a message, because") }.count == 3)
    #expect(sink.lines.last == "closed a socket, because 3 of its messages were no good")
  }

  @Test func thePageMustExist() async {
    var listener = listener()
    let text = #"{"t":"hello","session":"","page":"/no\n","batch":0}"#
    #expect(await listener.take([text]) == .policy)
    #expect(sink.lines == ["closed a socket, because there is no page at '/no\u{FFFD}'"])
  }

  @Test func aFullServerSaysLater() async {
    var listener = listener(sessions: 0)
    #expect(await listener.take([hello]) == .tryLater)
  }
}
