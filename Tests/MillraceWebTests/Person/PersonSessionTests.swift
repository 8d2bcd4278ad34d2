// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Observation
import Synchronization
import Testing

@testable import MillraceWeb

/// The stored object of a session: a list of notes.
@MainActor @Observable private final class Desk {
  struct State: Codable, Sendable, Equatable { var notes: [String] = [] }
  var state: State
  init(_ state: State) { self.state = state }
}

private struct LogInPage: View {
  let session: PersonSession
  let desk: Desk
  let then: @MainActor (PersonSession) -> Void

  var body: some View {
    VStack {
      Button("Log In") {
        Task { @MainActor in
          do {
            try await session.renew()
            desk.state.notes.append("in")
          } catch {
            desk.state.notes.append("failed")
          }
          then(session)
        }
      }
      Text("Notes: \(desk.state.notes.joined(separator: " "))")
    }
  }
}

private struct DeskPage: View {
  let desk: Desk

  var body: some View {
    Button("Note") { desk.state.notes.append("n\(desk.state.notes.count)") }
    Text("Notes: \(desk.state.notes.joined(separator: " "))")
  }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct PersonSessionTests {
  private let storage = FaultyStorage()
  private let sink = LogSink()

  private func session(_ id: SessionID = SessionID()) -> PersonSession {
    PersonSession(id: id, storage: storage, limit: 1_000, log: sink.log(), now: .zero) { _ in }
  }

  private func desk(of session: PersonSession) async throws -> Desk {
    try await session.keep("desk", state: { $0.state }) { saved in Desk(saved ?? .init()) }
  }

  private static let page = Page(path: "/desk", title: "Desk") { request in
    let desk = try await request.session.keep("desk", state: { (desk: Desk) in desk.state }) {
      Desk($0 ?? .init())
    }
    return DeskPage(desk: desk)
  }

  @Test func tabsShareOneObjectThatIsMadeOnce() async throws {
    let session = session()
    async let one = desk(of: session)
    async let two = desk(of: session)
    let (first, second) = try await (one, two)
    #expect(first === second)
    #expect(try await desk(of: session) === first)
  }

  @Test func changesAreKeptAndComeBack() async throws {
    let id = SessionID()
    let first = session(id)
    let desk = try await desk(of: first)
    for note in ["a", "b", "c"] { desk.state.notes.append(note) }
    await first.saved()
    desk.state.notes.append("d")
    await first.saved()
    #expect(try await self.desk(of: session(id)).state.notes == ["a", "b", "c", "d"])
    #expect(storage.writes.withLock { $0 } == 2, "three changes without a pause are one write")
  }

  @Test func nothingIsWrittenWithoutAChange() async throws {
    let session = session()
    _ = try await desk(of: session)
    await session.saved()
    #expect(storage.writes.withLock { $0 } == 0)
  }

  @Test func aValueThatCannotBeDecodedIsPutAside() async throws {
    let id = SessionID()
    storage.memory.keep(Data("{}".utf8), named: "desk", of: id.text)
    #expect(try await desk(of: session(id)).state.notes == [])
    #expect(storage.memory.value(named: "desk-unreadable", of: id.text) == Data("{}".utf8))
    #expect(await sink.line(with: "'desk' cannot be decoded").contains("to 'desk-unreadable'"))
  }

  @Test func aStorageThatCannotReadIsNoEmptyOne() async throws {
    let session = session()
    storage.isBroken.withLock { $0 = true }
    await #expect(throws: FaultyStorage.Fault.self) { try await desk(of: session) }
    storage.isBroken.withLock { $0 = false }
    #expect(try await desk(of: session).state.notes == [])
  }

  @Test func aStorageThatCannotWriteIsSaid() async throws {
    let session = session()
    let desk = try await desk(of: session)
    storage.isBroken.withLock { $0 = true }
    desk.state.notes = ["a"]
    await session.saved()
    #expect(await sink.line(with: "could not be kept").contains("'desk'"))
  }

  @Test func aChangeThatCouldNotBeKeptIsTriedAgain() async throws {
    let id = SessionID()
    let session = session(id)
    let desk = try await desk(of: session)
    storage.isBroken.withLock { $0 = true }
    desk.state.notes = ["a"]
    await session.saved()
    #expect(!session.isSaved)
    storage.isBroken.withLock { $0 = false }
    // No further change is needed: the end of the server calls `saved()` too.
    await session.saved()
    #expect(session.isSaved)
    #expect(try await self.desk(of: self.session(id)).state.notes == ["a"])
    let writes = storage.writes.withLock { $0 }
    await session.saved()
    #expect(storage.writes.withLock { $0 } == writes, "a stored value is not written again")
    desk.state.notes.append("b")
    await session.saved()
    #expect(storage.writes.withLock { $0 } == writes + 1, "a further change is one write")
  }

  @Test func aValueThatCouldNotBeKeptTakesNoRoom() async throws {
    let session = session()
    let first = try await desk(of: session)
    let second = try await session.keep("more", state: { $0.state }) { Desk($0 ?? .init()) }
    storage.isBroken.withLock { $0 = true }
    first.state.notes = [String(repeating: "x", count: 900)]
    await session.saved()
    storage.isBroken.withLock { $0 = false }
    first.state.notes = []
    second.state.notes = [String(repeating: "y", count: 900)]
    await session.saved()
    #expect(session.isSaved)
    #expect(storage.memory.value(named: "more", of: session.id.text) != nil)
  }

  @Test func aSessionThatGrowsTooLargeIsSaidAndKeepsWhatItHad() async throws {
    let id = SessionID()
    let session = session(id)
    let desk = try await desk(of: session)
    desk.state.notes = ["a"]
    await session.saved()
    desk.state.notes = [String(repeating: "x", count: 1_000)]
    await session.saved()
    #expect(await sink.line(with: "is not stored").contains("and the limit is 1000"))
    #expect(try await self.desk(of: self.session(id)).state.notes == ["a"])
  }

  @Test func aSessionIsRenewedByAPageAlone() async throws {
    let persons = makePersons()
    let person = persons.session(nil)
    await #expect(throws: SessionRenewalError.noPage) { try await person.renew() }
    let ended = session()
    await ended.end()
    await #expect(throws: SessionRenewalError.hasEnded) { try await ended.renew() }
  }

  private func makePersons() -> PersonTable {
    PersonTable(
      key: SessionKey(), storage: storage, limits: WebLimits(),
      stopwatch: Stopwatch(ManualClock()), log: .silent)
  }

  @Test func theEndForgets() async throws {
    let id = SessionID()
    let session = session(id)
    let desk = try await desk(of: session)
    desk.state.notes = ["a"]
    await session.saved()
    await session.end()
    #expect(storage.memory.value(named: "desk", of: id.text) == nil)
    desk.state.notes = ["b"]
    await session.saved()
    #expect(storage.memory.value(named: "desk", of: id.text) == nil)
  }

  // Over real sockets ---------------------------------------------------------------------------

  private func cookie(_ answer: TestClient.Answer) -> String? {
    answer.header("set-cookie").map { String($0.prefix { $0 != ";" }) }
  }

  @Test func thePageThatAsksGivesACookieOnce() async throws {
    try await withServer([Self.page, .field]) { server in
      let client = try await TestClient(port: server.port)
      let first = try await client.get("/desk")
      let given = try #require(first.header("set-cookie"))
      #expect(given.hasPrefix("millrace="))
      #expect(given.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age="))
      #expect(!given.contains("Secure"))
      let cookie = try #require(self.cookie(first))
      #expect(try await client.get("/desk", ["Cookie: \(cookie)"]).header("set-cookie") == nil)
      #expect(try await client.get("/field").header("set-cookie") == nil)
      let forged = try await client.get("/desk", ["Cookie: \(cookie)x"])
      #expect(forged.header("set-cookie") != nil)
    }
  }

  @Test func aCookieIsGivenAnewBeforeItsTimeIsOverAndIsGoodForNothingAfter() async throws {
    var options = WebOptions()
    options.sessionKey = try #require(SessionKey(String(repeating: "k", count: 40)))
    options.sessionAge = .seconds(1_000)
    options.sessionStorage = storage
    let (key, id) = (options.sessionKey, SessionID())
    storage.memory.keep(Data(#"{"notes":["n0"]}"#.utf8), named: "desk", of: id.text)
    try await withServer([Self.page], options: options) { server in
      let now = Int(Date().timeIntervalSince1970)
      func answer(_ age: Int) async throws -> TestClient.Answer {
        let cookie = key.signed(id.text, at: now - age)
        return try await TestClient(port: server.port).get("/desk", ["Cookie: millrace=\(cookie)"])
      }
      let young = try await answer(10)
      #expect(young.header("set-cookie") == nil)
      #expect(young.body.contains("Notes: n0"))
      let old = try await answer(500)
      #expect(old.header("set-cookie")?.contains(id.text) == true)
      #expect(old.header("set-cookie")?.contains("; Max-Age=1000") == true)
      let over = try await answer(1_001)
      #expect(over.header("set-cookie")?.contains(id.text) == false)
      #expect(over.body.contains("Notes: <"))
    }
  }

  /// A page on which a person logs in.
  private static func logInPage(_ then: @escaping @MainActor (PersonSession) -> Void) -> Page {
    Page(path: "/login", title: "Log In") { request in
      let session = request.session
      let desk = try await session.keep("desk", state: { (desk: Desk) in desk.state }) {
        Desk($0 ?? .init())
      }
      return LogInPage(session: session, desk: desk, then: then)
    }
  }

  private func connect(
    _ page: Opened, _ cookie: String, at port: Int
  ) async throws -> TestClient {
    let client = try await TestClient(port: port)
    _ = try await client.upgrade(["Cookie: \(cookie)"])
    try await client.send(page.hello("/login"))
    _ = try await client.text(with: "welcome")
    return client
  }

  /// Opens the page of a new session.
  private func open(
    at port: Int
  ) async throws -> (page: TestClient.Answer, cookie: String, client: TestClient) {
    let page = try await TestClient(port: port).get("/login")
    let cookie = try #require(self.cookie(page))
    return (page, cookie, try await connect(Opened(page.body), cookie, at: port))
  }

  /// Sends the request that a page sends with its token.
  private func fetch(
    _ token: String, _ cookie: String, at port: Int, origin: String? = nil
  ) async throws -> TestClient.Answer {
    let client = try await TestClient(port: port)
    return try await client.get(
      "/millrace.renew",
      [
        "Origin: \(origin ?? "http://127.0.0.1:\(port)")", "X-Millrace-Token: \(token)",
        "Cookie: \(cookie)", "Content-Length: 0",
      ], method: "POST")
  }

  /// The token in the message after which a page fetches its new cookie.
  private func token(for client: TestClient) async throws -> String {
    let asked = try await client.text(with: #""t":"renew""#)
    return try #require(asked.split(separator: "\"").dropLast().last.map(String.init))
  }

  /// Takes the new cookie as a page does: fetches it, and sends it back in a second request.
  private func take(_ token: String, _ old: String, at port: Int) async throws -> String {
    let fresh = try #require(cookie(try await fetch(token, old, at: port)))
    #expect(try await fetch(token, fresh, at: port).status == 204)
    return fresh
  }

  @Test func aLogInMakesACookieThatWasPlantedWorthless() async throws {
    let page = Self.logInPage { _ in }
    try await withServer([page]) { server in
      // The attacker begins the session and has a page of it open. The victim has the same cookie.
      let (_, planted, attacker) = try await open(at: server.port)
      let second = try await TestClient(port: server.port).get("/login", ["Cookie: \(planted)"])
      #expect(second.header("set-cookie") == nil)
      let victim = try await connect(Opened(second.body), planted, at: server.port)
      try await victim.send(tap(1, node("button", in: second.body)))
      let token = try await token(for: victim)

      // Other sites' pages and wrong tokens get no cookie.
      #expect(try await fetch("x", planted, at: server.port).status == 403)
      let foreign = try await fetch(token, planted, at: server.port, origin: "http://evil.example")
      #expect(foreign.status == 403)
      #expect(foreign.header("set-cookie") == nil)

      let given = try await fetch(token, planted, at: server.port)
      #expect(given.status == 204)
      let fresh = try #require(self.cookie(given))
      #expect(fresh != planted)
      // The answer to a request meanwhile does not set the old cookie again.
      let beside = try await TestClient(port: server.port).get("/login", ["Cookie: \(fresh)"])
      #expect(beside.body.contains("Notes: <"))
      #expect(beside.header("set-cookie") == nil)
      #expect(try await fetch(token, fresh, at: server.port).header("set-cookie") == nil)
      _ = try await victim.text(with: "Notes: in")
      #expect(try await attacker.closeCode() == 1001, "the page with the old cookie is closed")

      let old = try await TestClient(port: server.port).get("/login", ["Cookie: \(planted)"])
      #expect(old.body.contains("Notes: <"))
      #expect(self.cookie(old) != nil)
      let new = try await TestClient(port: server.port).get("/login", ["Cookie: \(fresh)"])
      #expect(new.body.contains("Notes: in"))
      #expect(new.header("set-cookie") == nil)
    }
  }

  @Test func aRenewalThatBeganBeforeALogInCannotTakeTheSession() async throws {
    try await withServer([Self.logInPage { _ in }]) { server in
      let (first, planted, attacker) = try await open(at: server.port)
      try await attacker.send(tap(1, node("button", in: first.body)))
      let attackers = try await token(for: attacker)
      let taken = try #require(
        self.cookie(try await fetch(attackers, planted, at: server.port)))

      let second = try await TestClient(port: server.port).get("/login", ["Cookie: \(planted)"])
      let victim = try await connect(Opened(second.body), planted, at: server.port)
      try await victim.send(tap(1, node("button", in: second.body)))
      let token = try await token(for: victim)
      let fresh = try await take(token, planted, at: server.port)
      // The attacker's renewal fails in the same step, and its page may note that first.
      _ = try await victim.text(with: " in")

      #expect(try await fetch(attackers, taken, at: server.port).status == 403)
      let theirs = try await TestClient(port: server.port).get("/login", ["Cookie: \(taken)"])
      #expect(theirs.body.contains("Notes: <"))
      let mine = try await TestClient(port: server.port).get("/login", ["Cookie: \(fresh)"])
      #expect(["Notes: in", "Notes: failed in"].contains { mine.body.contains($0) })
    }
  }

  @Test func aPageThatIsMadeDuringALogInIsNotOfIt() async throws {
    let (begun, isBegun) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let slow = Page(path: "/slow", title: "") { request in
      let desk = try await request.session.keep("desk", state: { (desk: Desk) in desk.state }) {
        Desk($0 ?? .init())
      }
      isBegun.yield()
      for await _ in gate {}
      return DeskPage(desk: desk)
    }
    let enter = Page(path: "/enter", title: "") { request -> EmptyView in
      try await request.session.renew()
      throw PageAnswer.redirect(to: "/desk")
    }
    try await withServer([Self.page, slow, enter]) { server in
      let planted = try #require(
        self.cookie(try await TestClient(port: server.port).get("/desk")))
      async let page = TestClient(port: server.port).get("/slow?a=b", ["Cookie: \(planted)"])
      for await _ in begun { break }
      let entered = try await TestClient(port: server.port).get("/enter", ["Cookie: \(planted)"])
      #expect(self.cookie(entered) != nil)
      opened.finish()
      let answer = try await page
      #expect(answer.status == 303)
      #expect(answer.header("location") == "/slow?a=b", "the browser must request the page again")
      #expect(answer.header("set-cookie") == nil)
    }
  }

  private struct TaskPage: View {
    let session: PersonSession
    let desk: Desk
    @State private var attempt = 0

    var body: some View {
      VStack {
        Button("Log In") { attempt += 1 }
        Text("Notes: \(desk.state.notes.joined(separator: " "))")
      }
      .task(id: attempt) {
        guard attempt > 0 else { return }
        do {
          try await session.renew()
          desk.state.notes.append("in")
        } catch {
          desk.state.notes.append("\(error)")
        }
      }
    }
  }

  @Test func aTaskOfAViewMayRenew() async throws {
    let page = Page(path: "/login", title: "") { request in
      let session = request.session
      let desk = try await session.keep("desk", state: { (desk: Desk) in desk.state }) {
        Desk($0 ?? .init())
      }
      return TaskPage(session: session, desk: desk)
    }
    try await withServer([page]) { server in
      let (first, cookie, client) = try await open(at: server.port)
      try await client.send(tap(1, node("button", in: first.body)))
      let token = try await token(for: client)
      _ = try await take(token, cookie, at: server.port)
      _ = try await client.text(with: "Notes: in")
    }
  }

  @Test func aSecondClickWaitsForTheFirst() async throws {
    try await withServer([Self.logInPage { _ in }]) { server in
      let (first, cookie, client) = try await open(at: server.port)
      let button = node("button", in: first.body)
      try await client.send(tap(1, button))
      let token = try await token(for: client)
      try await client.send(tap(2, button))
      _ = try await client.text(with: #""ack":2"#)
      _ = try await take(token, cookie, at: server.port)
      _ = try await client.text(with: "Notes: in in")
    }
  }

  @Test func aTaskThatAPageHasStartedDoesNotHoldIt() async throws {
    let (gate, opened) = AsyncStream<Void>.makeStream()
    weak var session: Session?
    do {
      let page = Page(path: "/page", title: "") {
        Button("Start") { Task { for await _ in gate {} } }
      }
      let hub = makeHub([page])
      let begun = try await hub.begin(try request("/page"))
      let socket = FakeSocket()
      begun.attach(socket, seen: 1, isNew: false)
      let event = ViewEvent(
        node: NodeID(rawValue: node("button", in: begun.html())), kind: .tap)
      _ = begun.receive([(1, event)], from: socket)
      session = begun
      hub.endAll()
    }
    #expect(session == nil)
    opened.finish()
  }

  @Test func aBrowserThatDoesNotTakeTheCookieIsNotLoggedIn() async throws {
    let clock = ManualClock()
    var result: [String] = []
    let (done, isDone) = AsyncStream<Void>.makeStream()
    let page = Self.logInPage { _ in
      result.append("done")
      isDone.yield()
    }
    var limits = WebLimits()
    limits.idleTimeout = .seconds(1_000_000)
    limits.reconnectTimeout = limits.idleTimeout
    try await withServer([page], limits: limits, clock: clock) { server in
      let (first, cookie, client) = try await open(at: server.port)
      try await client.send(tap(1, node("button", in: first.body)))
      let token = try await token(for: client)
      let taken = try #require(self.cookie(try await fetch(token, cookie, at: server.port)))
      while result.isEmpty {
        clock.advance(by: .seconds(11))
        await Task.yield()
      }
      for await _ in done { break }
      #expect(
        try await TestClient(port: server.port).get("/login", ["Cookie: \(cookie)"]).body
          .contains("Notes: failed"))
      // A browser that has taken the cookie, but could not send it back, still finds its session.
      let back = try await TestClient(port: server.port).get("/login", ["Cookie: \(taken)"])
      #expect(back.body.contains("Notes: failed"))
      #expect(self.cookie(back) == nil, "the answer sets no other cookie")
    }
  }

  @Test func whatWasKeptBeforeCountsToTheLimit() async throws {
    let id = SessionID()
    storage.memory.keep(Data(count: 900), named: "other", of: id.text)
    storage.memory.keep(
      Data(#"{"notes":["\#(String(repeating: "x", count: 600))"]}"#.utf8), named: "desk",
      of: id.text)
    let session = session(id)
    let first = try await desk(of: session)
    let second = try await session.keep("more", state: { $0.state }) { Desk($0 ?? .init()) }
    second.state.notes.append(String(repeating: "y", count: 600))
    await session.saved()
    #expect(first.state.notes.count == 1)
    #expect(storage.memory.value(named: "more", of: id.text) == nil)
  }

  @Test func aPageThatIsAskedForMayRenewToo() async throws {
    let enter = Page(path: "/enter", title: "") { request -> EmptyView in
      try await request.session.renew()
      throw PageAnswer.redirect(to: "/desk")
    }
    var options = WebOptions()
    options.sessionStorage = storage
    try await withServer([Self.page, enter], options: options) { server in
      let first = try await TestClient(port: server.port).get("/desk")
      let planted = try #require(self.cookie(first))
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade(["Cookie: \(planted)"])
      try await client.send(Opened(first.body).hello("/desk"))
      try await client.send(tap(1, node("button", in: first.body)))
      _ = try await client.text(with: "Notes: n0")
      let answer = try await TestClient(port: server.port).get("/enter", ["Cookie: \(planted)"])
      #expect(answer.status == 303)
      let fresh = try #require(self.cookie(answer))
      #expect(try await client.closeCode() == 1001)
      let new = try await TestClient(port: server.port).get("/desk", ["Cookie: \(fresh)"])
      #expect(new.body.contains("Notes: n0"), "the stored note is there")
      let old = try await TestClient(port: server.port).get("/desk", ["Cookie: \(planted)"])
      #expect(old.body.contains("Notes: <"))
    }
  }

  @Test func behindAProxyWithTLSTheCookieIsSecure() async throws {
    var options = WebOptions()
    options.trustedProxies = ["127.0.0.1"]
    try await withServer([Self.page], options: options) { server in
      let client = try await TestClient(port: server.port)
      let answer = try await client.get("/desk", ["X-Forwarded-Proto: https"])
      let given = try #require(answer.header("set-cookie"))
      #expect(given.hasPrefix("__Host-millrace="))
      #expect(given.hasSuffix("; Secure"))
    }
  }

  @Test func aRestartBringsThePersonBack() async throws {
    var options = WebOptions()
    options.sessionStorage = storage
    options.sessionKey = try #require(SessionKey(String(repeating: "k", count: 40)))
    var cookie = ""
    try await withServer([Self.page], options: options) { server in
      let answer = try await TestClient(port: server.port).get("/desk")
      cookie = try #require(self.cookie(answer))
      let page = Opened(answer.body)
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade(["Cookie: \(cookie)"])
      try await client.send(page.hello("/desk"))
      try await client.send(tap(1, node("button", in: page.html)))
      _ = try await client.text(with: "Notes: n0")
      let other = try await TestClient(port: server.port).get("/desk", ["Cookie: \(cookie)"])
      #expect(other.body.contains("Notes: n0"), "the tabs of a browser share the notes")
      #expect(try await TestClient(port: server.port).get("/desk").body.contains("Notes: <"))
    }
    try await withServer([Self.page], options: options) { server in
      let answer = try await TestClient(port: server.port).get("/desk", ["Cookie: \(cookie)"])
      #expect(answer.body.contains("Notes: n0"))
      // A page whose page session is gone finds the notes again by the cookie of its socket.
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade(["Cookie: \(cookie)"])
      try await client.send(#"{"t":"hello","session":"","page":"/desk","batch":0}"#)
      #expect(try await client.text().contains("Notes: n0"))
    }
  }

  @Test func aLogOutLoadsThePagesOfThePersonAnew() async throws {
    var person: PersonSession?
    let page = Page(path: "/mine", title: "Mine") { request in
      person = request.session
      return Text("Mine")
    }
    try await withServer([page]) { server in
      let answer = try await TestClient(port: server.port).get("/mine")
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(Opened(answer.body).hello("/mine"))
      _ = try await client.text()
      let (other, _) = try await openPage("/mine", at: server.port)
      let first = try #require(person)
      await first.end()
      #expect(try await other.closeCode() == 4003)
      #expect(server.sessionCount == 1)
    }
  }
}
