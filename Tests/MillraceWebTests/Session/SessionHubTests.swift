// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct SessionHubTests {
  private let clock = ManualClock()
  private let sink = LogSink()

  private func hub(count: Int = 100, log: WebLog = .silent) -> SessionHub {
    var limits = WebLimits()
    limits.sessions = count
    return makeHub([.count(SharedCount()), .field], limits: limits, clock: clock, log: log)
  }

  @Test func aPageFindsItsSession() async throws {
    let hub = hub()
    let session = try await hub.begin(try request("/count"))
    let found = try await hub.attach(
      FakeSocket(), session: session.id.text, request: try request("/count"), seen: 1)
    #expect(found === session)
    #expect(hub.count == 1)
  }

  @Test(arguments: ["", "nonsense", String(repeating: "A", count: 32)])
  func anUnknownSessionBeginsAnew(id: String) async throws {
    let hub = hub()
    let socket = FakeSocket()
    let session = try await hub.attach(
      socket, session: id, request: try request("/count"), seen: 7)
    let welcome = socket.take().first ?? ""
    #expect(welcome.contains(#""session":"\#(session.id.text)","new":true,"ack":0"#))
    #expect(welcome.contains("Count 0"))
  }

  @Test func aSessionOfAnotherPageIsNotTouched() async throws {
    let hub = hub()
    let first = try await hub.begin(try request("/count"))
    let other = try await hub.attach(
      FakeSocket(), session: first.id.text, request: try request("/field"), seen: 1)
    #expect(other !== first)
    #expect(other.page.path == "/field")
  }

  @Test func thereMustBeAPage() async throws {
    let hub = hub()
    await #expect(throws: SessionHub.Refusal.noPage) { try await hub.begin(try request("/none")) }
  }

  @Test func idleSessionsEnd() async throws {
    let log = sink.log()
    let hub = hub(log: log)
    let rendered = try await hub.begin(try request("/count"))
    let left = try await hub.begin(try request("/count"))
    let kept = try await hub.begin(try request("/count"))
    let socket = FakeSocket()
    _ = try await hub.attach(
      socket, session: left.id.text, request: try request("/count"), seen: 1)
    _ = try await hub.attach(
      FakeSocket(), session: kept.id.text, request: try request("/count"), seen: 1)
    hub.detach(socket, from: left)
    clock.advance(by: .seconds(30))
    await hub.sweep()
    #expect(hub.count == 2)
    #expect(
      await sink.lines(of: log) == [
        "session \(rendered.id): ended, because no page uses it any more"
      ])
    clock.advance(by: .seconds(90))
    await hub.sweep()
    #expect(hub.count == 1)
    hub.endAll()
    #expect(hub.count == 0)
  }

  @Test func thereIsABound() async throws {
    let hub = hub(count: 2)
    let socket = FakeSocket()
    let first = try await hub.begin(try request("/count"))
    _ = try await hub.attach(
      socket, session: first.id.text, request: try request("/count"), seen: 1)
    _ = try await hub.begin(try request("/count"))
    let third = try await hub.begin(try request("/count"))
    #expect(hub.count == 2)
    _ = try await hub.attach(
      FakeSocket(), session: third.id.text, request: try request("/count"), seen: 1)
    await #expect(throws: SessionHub.Refusal.full(limit: 2)) {
      try await hub.begin(try request("/count"))
    }
    #expect(socket.code == nil)
  }
}
