// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Observation
import Synchronization
import Testing

@testable import MillraceWeb

/// What a person has: a list that grows.
@MainActor @Observable private final class Desk {
  struct State: Codable, Sendable, Equatable { var notes: [String] = [] }
  var state: State
  init(_ state: State) { self.state = state }
}

private struct DeskPage: View {
  let desk: Desk

  var body: some View {
    Button("Note") { desk.state.notes.append("n\(desk.state.notes.count)") }
    Text("Notes: \(desk.state.notes.joined(separator: " "))")
  }
}

/// A storage that can refuse, and counts.
private final class FaultyStorage: SessionStorage {
  struct Fault: Error {}
  let memory = MemorySessionStorage()
  let isBroken = Mutex(false)
  let writes = Mutex(0)

  func value(named name: String, of session: String) throws -> Data? {
    if isBroken.withLock({ $0 }) { throw Fault() }
    return memory.value(named: name, of: session)
  }

  func keep(_ value: Data, named name: String, of session: String) throws {
    if isBroken.withLock({ $0 }) { throw Fault() }
    writes.withLock { $0 += 1 }
    memory.keep(value, named: name, of: session)
  }

  func forget(_ session: String) { memory.forget(session) }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct PersonSessionTests {
  private let storage = FaultyStorage()
  private let sink = LogSink()

  private func session(_ id: SessionID = SessionID()) -> PersonSession {
    PersonSession(id: id, storage: storage, log: sink.log(), now: .zero) { _ in }
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
    #expect(storage.writes.withLock { $0 } == 2, "three quick changes are one write")
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
    #expect(await sink.line(with: "cannot be read").contains("'desk'"))
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
      #expect(other.body.contains("Notes: n0"), "the tabs of a person share it")
      #expect(try await TestClient(port: server.port).get("/desk").body.contains("Notes: <"))
    }
    try await withServer([Self.page], options: options) { server in
      let answer = try await TestClient(port: server.port).get("/desk", ["Cookie: \(cookie)"])
      #expect(answer.body.contains("Notes: n0"))
      // A page whose session is gone comes back to its person by the cookie of its socket.
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
