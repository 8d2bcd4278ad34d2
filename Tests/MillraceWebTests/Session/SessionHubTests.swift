// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOCore
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

  /// A page that uses the person's session.
  private static let desk = Page(path: "/desk", title: "Desk") { request in
    _ = request.session
    return Text("Desk")
  }

  /// A request for that page, with the cookie for the id, or without a cookie if the id is nil.
  private func desk(_ hub: SessionHub, of id: SessionID?) throws -> PageRequest {
    let cookie = id.map { hub.persons.cookie(of: $0, isSecure: false).prefix { $0 != ";" } }
    return try request("/desk", cookie.map { [("Cookie", String($0))] } ?? [])
  }

  /// The patches are encoded once, the event loop is woken once, and each page has one flush.
  @Test func aChangeThatAHundredPagesSeeWakesTheEventLoopOnce() async throws {
    let count = SharedCount()
    let hub = makeHub([.count(count)])
    let loop = CountingLoop()
    let outbox = Outbox(loop: loop, gate: hub.gate)
    let pages = try (0..<100).map { _ in try FakeConnection(outbox) }
    for page in pages {
      _ = try await hub.attach(page.line, session: "", request: try request("/count"), seen: 0)
    }
    loop.run()
    let (wakeUps, flushes) = (loop.wakeUps, pages.map(\.system.flushes))
    for page in pages { _ = try page.written() }

    count.value += 1
    while loop.wakeUps == wakeUps { await Task.yield() }
    loop.run()
    #expect(loop.wakeUps == wakeUps + 1)
    #expect(pages.map(\.system.flushes) == flushes.map { $0 + 1 })
    #expect(hub.encoder.count == 1)
    for page in pages { #expect(try page.written().count == 1) }
  }

  @Test func aPageFindsItsSession() async throws {
    let hub = hub()
    let session = try await hub.begin(try request("/count"))
    let found = try await hub.attach(
      FakeSocket(), session: session.id.text, request: try request("/count"), seen: 1)
    #expect(found === session)
    #expect(hub.count == 1)
  }

  /// Event loops ask for the session of a file.
  @Test func aSessionIsKnownUntilItEnds() async throws {
    let hub = makeHub([Self.desk])
    var sessions: [Session] = []
    for _ in 0..<3 { sessions.append(try await hub.begin(try request("/desk"))) }
    func known() -> [Bool] { sessions.map { hub.hasSession($0.id.text) } }
    #expect(known() == [true, true, true] && !hub.hasSession("nonsense"))
    hub.end(sessions[0])
    #expect(known() == [false, true, true])
    await sessions[1].person?.end()
    #expect(known() == [false, false, true])
    hub.endAll()
    #expect(known() == [false, false, false])
  }

  @Test func aPersonIsInUseWhileAPageIsConnected() async throws {
    let hub = makeHub([Self.desk])
    let desk = try request("/desk")
    let session = try await hub.begin(desk)
    let person = try #require(session.person)
    #expect(!person.isInUse, "its page may never connect")
    let sockets = (0..<3).map { _ in FakeSocket() }
    for socket in sockets[..<2] {
      _ = try await hub.attach(socket, session: session.id.text, request: desk, seen: 1)
      #expect(person.isInUse)
    }
    hub.detach(sockets[0], from: session)
    #expect(person.isInUse, "another socket has replaced it")
    hub.detach(sockets[1], from: session)
    #expect(!person.isInUse && person.pages == 1)
    _ = try await hub.attach(sockets[2], session: session.id.text, request: desk, seen: 1)
    hub.end(session)
    #expect(!person.isInUse && person.pages == 0)
  }

  @Test func thePageOfAPersonTakesThePersonsCookie() async throws {
    let (sink, id) = (LogSink(), SessionID())
    let log = sink.log()
    let hub = makeHub([Self.desk], log: log)
    let tabs = [
      try await hub.begin(try desk(hub, of: id)), try await hub.begin(try desk(hub, of: id)),
    ]
    #expect(tabs[0].person === tabs[1].person)
    for tab in tabs {
      for _ in 0..<2 {
        let found = try await hub.attach(
          FakeSocket(), session: tab.id.text, request: try desk(hub, of: id), seen: 1)
        #expect(found === tab)
      }
    }
    // A proxy may not report that a socket came by HTTPS.
    let secure = hub.persons.cookie(of: id, isSecure: true).prefix { $0 != ";" }
    let unsaid = try await hub.attach(
      FakeSocket(), session: tabs[0].id.text,
      request: try request("/desk", [("Cookie", String(secure))]), seen: 1)
    #expect(unsaid === tabs[0])
    // It may report that for a socket, but not for its page. And a browser may still have the
    // cookie of another person from the time before HTTPS.
    var said = try desk(hub, of: id)
    said.isSecure = true
    let before = hub.persons.cookie(of: SessionID(), isSecure: false).prefix { $0 != ";" }
    let both = try request("/desk", [("Cookie", "\(before); \(secure)")])
    for request in [said, both] {
      let found = try await hub.attach(
        FakeSocket(), session: tabs[0].id.text, request: request, seen: 1)
      #expect(found === tabs[0])
    }
    let own = FakeSocket()
    _ = try await hub.attach(
      own, session: tabs[0].id.text, request: try desk(hub, of: id), seen: 1)

    // A browser without the cookie loads the page again. That of another person gets its own page.
    let (blind, foreign) = (FakeSocket(), FakeSocket())
    let stranger = try desk(hub, of: nil)
    await #expect(throws: PageAnswer.redirect(to: "/desk")) {
      try await hub.attach(blind, session: tabs[0].id.text, request: stranger, seen: 1)
    }
    let other = try await hub.attach(
      foreign, session: tabs[0].id.text, request: try desk(hub, of: SessionID()), seen: 1)
    #expect(!tabs.contains { $0 === other })
    #expect(other.person !== tabs[0].person)
    #expect(foreign.take().first?.contains(#""new":true"#) == true)
    #expect(blind.isEmpty && own.code == nil)
    await #expect(throws: Uploads.Refusal.noSession) {
      try await hub.take(ByteBuffer(), named: "a", for: tabs[0].id.text, by: stranger)
    }
    let refusal = "session \(tabs[0].id): refused a request, because it has no cookie of the page's"
    #expect(await sink.lines(of: log).filter { $0.hasPrefix(refusal) }.count == 3)
  }

  /// A browser that accepts no cookies can use pages too, each with a session of its own.
  @Test func aPageWithoutACookieStaysThatOfItsBrowserUntilItShowsOne() async throws {
    let hub = makeHub([Self.desk])
    let session = try await hub.begin(try desk(hub, of: nil))
    let person = try #require(session.person)
    func attach(_ id: SessionID?) async throws -> Session {
      try await hub.attach(
        FakeSocket(), session: session.id.text, request: try desk(hub, of: id), seen: 1)
    }
    for _ in 0..<2 { #expect(try await attach(nil) === session) }
    #expect(try await attach(SessionID()) !== session)
    #expect(try await attach(person.id) === session)
    await #expect(throws: PageAnswer.redirect(to: "/desk")) { try await attach(nil) }
    #expect(try await attach(person.id) === session)
  }

  /// A socket without a cookie waits for its turn while the page's browser sends its cookie.
  @Test func aSocketThatWaitedForItsTurnNeedsTheCookieThen() async throws {
    let (hub, own) = (makeHub([Self.desk]), FakeSocket())
    let session = try await hub.begin(try desk(hub, of: nil))
    let person = try #require(session.person)
    let (blind, owned) = (try desk(hub, of: nil), try desk(hub, of: person.id))
    _ = try await hub.attach(own, session: session.id.text, request: blind, seen: 1)
    // The page of another visitor has the turn until both tasks have begun.
    let (foreign, upload) = try await hub.begin(try desk(hub, of: SessionID())) { _ in
      (
        Task { @MainActor in
          try await hub.attach(FakeSocket(), session: session.id.text, request: blind, seen: 99)
        },
        Task { @MainActor in
          try await hub.take(ByteBuffer(), named: "a", for: session.id.text, by: owned)
        }
      )
    }
    await #expect(throws: PageAnswer.redirect(to: "/desk")) { try await foreign.value }
    _ = try await upload.value
    #expect(session.isConnected && own.code == nil)
  }

  @Test func aRenewedPageTakesTheNewCookie() async throws {
    let (hub, old, socket) = (makeHub([Self.desk]), SessionID(), FakeSocket())
    let session = try await hub.begin(try desk(hub, of: old))
    let person = try #require(session.person)
    func attach(_ request: PageRequest) async throws -> Session {
      try await hub.attach(socket, session: session.id.text, request: request, seen: 1)
    }
    _ = try await attach(try desk(hub, of: old))
    _ = socket.take()
    let renewal = Task { @MainActor in
      try await PageWork.$current.withValue(PageWork(page: session)) { try await person.renew() }
    }
    let text = await socket.text(with: #""t":"renew""#)
    let token = try #require(text.split(separator: "\"").last { $0.count == 32 })
    func fetch(_ request: PageRequest) async throws -> PersonTable.RenewalAnswer {
      await hub.persons.fetched(String(token), cookies: request.cookies, isSecure: false)
    }
    let planted = try desk(hub, of: old)
    guard case .cookie(let given) = try await fetch(planted) else { throw CancellationError() }
    let owned = try request("/desk", [("Cookie", String(given.prefix { $0 != ";" }))])
    // The connection may be lost before or after the browser has sent the new cookie.
    for request in [planted, owned] { #expect(try await attach(request) === session) }
    #expect(try await fetch(owned) == .done)
    try await renewal.value
    #expect(try await attach(owned) === session)
    await #expect(throws: Uploads.Refusal.self) {
      try await hub.take(ByteBuffer(), named: "a", for: session.id.text, by: planted)
    }
    _ = try await hub.take(ByteBuffer(), named: "a", for: session.id.text, by: owned)
    await #expect(throws: PageAnswer.redirect(to: "/desk")) { try await attach(planted) }
  }

  @Test func aPageThatIsRefusedEndsNoOtherSession() async throws {
    var limits = WebLimits()
    limits.sessions = 1
    let moved = Page(path: "/moved", title: "Moved") { _ -> EmptyView in
      throw PageAnswer.redirect(to: "/field")
    }
    let hub = makeHub([.field, moved], limits: limits)
    let session = try await hub.begin(try request("/field"))
    await #expect(throws: PageAnswer.redirect(to: "/field")) {
      try await hub.begin(try request("/moved"))
    }
    let found = try await hub.attach(
      FakeSocket(), session: session.id.text, request: try request("/field"), seen: 1)
    #expect(found === session)
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
    hub.sweep()
    #expect(hub.count == 2)
    #expect(
      await sink.lines(of: log) == [
        "session \(rendered.id): ended, because no page uses it any more"
      ])
    clock.advance(by: .seconds(90))
    hub.sweep()
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

  /// No page is made for a client that has closed its connection.
  @Test func noPageIsMadeForAVisitorThatHasGone() async throws {
    let hub = hub()
    let asked = try request("/count")
    let visits = (0..<50).map { _ in Task { @MainActor in try await hub.begin(asked) } }
    for visit in visits[1...] { visit.cancel() }
    for visit in visits { _ = try? await visit.value }
    #expect(hub.count == 1)

    // These requests wait for their turns when their clients go. A few have had theirs.
    let waiting = (0..<50).map { _ in Task { @MainActor in try await hub.begin(asked) } }
    await Task { @MainActor in }.value
    for visit in waiting { visit.cancel() }
    for visit in waiting { _ = try? await visit.value }
    #expect((2..<50).contains(hub.count))
  }

  /// The session of a page that is requested after the next start lasts.
  @Test(arguments: [false, true])
  func theSessionOfAPageThatWasPreparedWhenTheServerEndedDoesNotLast(
    isForSocket: Bool
  ) async throws {
    let (ready, told) = AsyncStream<Void>.makeStream()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let hub = makeHub([
      Page(path: "/slow", title: "Slow") { _ in
        told.yield()
        for await _ in gate { break }
        return Text("Slow")
      }
    ])
    let asked = try request("/slow")
    let visit = Task { @MainActor in
      if isForSocket {
        _ = try await hub.attach(FakeSocket(), session: "gone", request: asked, seen: 0)
        return ""
      }
      return try await hub.begin(asked) { $0.html() }
    }
    for await _ in ready { break }
    hub.endAll()
    open.yield()
    if isForSocket {
      await #expect(throws: SessionHub.Refusal.stopping) { try await visit.value }
    } else {
      #expect(try await visit.value.contains("Slow"))
    }
    #expect(hub.count == 0)
    open.finish()
    _ = try await hub.begin(asked)
    #expect(hub.count == 1)
  }

  /// Pages that are made for a socket count like pages that are made for a request.
  @Test func whatSocketsLeaveWaitingIsBounded() async throws {
    let page = Page(path: "/large", title: "Large") { Text(String(repeating: "x", count: 900)) }
    var limits = WebLimits()
    limits.waitingPageBytesPerAddress = 1_000
    let hub = makeHub([page], limits: limits, clock: clock)
    for _ in 0..<3 {
      let socket = FakeSocket()
      let session = try await hub.attach(
        socket, session: "gone", request: try request("/large"), seen: 0)
      hub.detach(socket, from: session)
    }
    #expect(hub.count == 1)
  }

  /// A page that connects again and needs its whole tree waits for its turn like a new page.
  @Test func pagesThatComeBackAreMadeOneAtATime() async throws {
    let hub = hub()
    let asked = try request("/count")
    var (ids, sockets) = ([String](), [FakeSocket]())
    for _ in 0..<50 {
      ids.append(try await hub.begin(asked).id.text)
      sockets.append(FakeSocket())
    }
    let visits = zip(ids, sockets).map { id, socket in
      Task { @MainActor in try await hub.attach(socket, session: id, request: asked, seen: 0) }
    }
    _ = try await visits[0].value
    #expect(sockets.filter { !$0.isEmpty }.count < 25)
    let current = FakeSocket()
    _ = try await hub.attach(current, session: ids[49], request: asked, seen: 1)
    #expect(!current.isEmpty, "what needs no tree does not wait")
    for visit in visits[..<49] { _ = try await visit.value }
    await #expect(throws: SessionHub.Refusal.replaced) { try await visits[49].value }
    #expect(sockets[..<49].allSatisfy { !$0.isEmpty })
  }

  @Test func ofSocketsThatWaitForOnePageTheLastOneCounts() async throws {
    let hub = hub()
    let asked = try request("/count")
    let id = try await hub.begin(asked).id.text
    let sockets = (0..<50).map { _ in FakeSocket() }
    let visits = sockets.map { socket in
      Task { @MainActor in try await hub.attach(socket, session: id, request: asked, seen: 0) }
    }
    var made = 0
    for visit in visits { if (try? await visit.value) != nil { made += 1 } }
    #expect(made <= 3, "the first one did not wait")
    #expect(!sockets[49].isEmpty)
    #expect(sockets[49].code == nil)
  }

  @Test func aPageThatEndsWhileItsSocketWaitsBeginsAnew() async throws {
    let hub = hub()
    let asked = try request("/count")
    var ids: [String] = []
    for _ in 0..<20 { ids.append(try await hub.begin(asked).id.text) }
    let visits = ids.map { id in
      Task { @MainActor in
        try await hub.attach(FakeSocket(), session: id, request: asked, seen: 0)
      }
    }
    _ = try await visits[0].value
    clock.advance(by: .seconds(30))
    hub.sweep()
    var found: [Session] = []
    for visit in visits { found.append(try await visit.value) }
    #expect(found.first?.id.text == ids.first)
    #expect(found.last?.id.text != ids.last)
    #expect(hub.count == 20)
    #expect(!found.contains { !$0.isConnected })
  }
}
