// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct SessionHubTests {
  private let clock = ManualClock()
  private let sink = LogSink()

  private func hub(count: Int = 100) -> SessionHub {
    SessionHub(
      pages: [.count(SharedCount()), .field], rules: .init(count: count),
      stopwatch: Stopwatch(clock), log: sink.log)
  }

  @Test func aPageFindsItsSession() throws {
    let hub = hub()
    let session = try hub.begin(path: "/count")
    let found = try hub.attach(FakeSocket(), session: session.id.text, path: "/count", seen: 1)
    #expect(found === session)
    #expect(hub.count == 1)
  }

  @Test(arguments: ["", "nonsense", String(repeating: "A", count: 32)])
  func anUnknownSessionBeginsAnew(id: String) throws {
    let hub = hub()
    let socket = FakeSocket()
    let session = try hub.attach(socket, session: id, path: "/count", seen: 7)
    let welcome = socket.take().first ?? ""
    #expect(welcome.contains(#""session":"\#(session.id.text)","new":true,"ack":0"#))
    #expect(welcome.contains("Count 0"))
  }

  @Test func aSessionOfAnotherPageIsNotTouched() throws {
    let hub = hub()
    let first = try hub.begin(path: "/count")
    let other = try hub.attach(FakeSocket(), session: first.id.text, path: "/field", seen: 1)
    #expect(other !== first)
    #expect(other.page.path == "/field")
  }

  @Test func thereMustBeAPage() {
    let hub = hub()
    #expect(throws: SessionHub.Refusal.noPage) { try hub.begin(path: "/none") }
    #expect(hub.hasPage(at: "/count"))
    #expect(!hub.hasPage(at: "/none"))
  }

  @Test func idleSessionsEnd() throws {
    let hub = hub()
    let rendered = try hub.begin(path: "/count")
    let left = try hub.begin(path: "/count")
    let kept = try hub.begin(path: "/count")
    let socket = FakeSocket()
    _ = try hub.attach(socket, session: left.id.text, path: "/count", seen: 1)
    _ = try hub.attach(FakeSocket(), session: kept.id.text, path: "/count", seen: 1)
    hub.detach(socket, from: left)
    clock.advance(by: .seconds(30))
    hub.sweep()
    #expect(hub.count == 2)
    #expect(sink.lines == ["session \(rendered.id): ended, because no page uses it any more"])
    clock.advance(by: .seconds(90))
    hub.sweep()
    #expect(hub.count == 1)
    hub.endAll()
    #expect(hub.count == 0)
  }

  @Test func thereIsABound() throws {
    let hub = hub(count: 2)
    let socket = FakeSocket()
    let first = try hub.begin(path: "/count")
    _ = try hub.attach(socket, session: first.id.text, path: "/count", seen: 1)
    _ = try hub.begin(path: "/count")
    let third = try hub.begin(path: "/count")
    #expect(hub.count == 2)
    _ = try hub.attach(FakeSocket(), session: third.id.text, path: "/count", seen: 1)
    #expect(throws: SessionHub.Refusal.full(limit: 2)) { try hub.begin(path: "/count") }
    #expect(socket.code == nil)
  }
}
