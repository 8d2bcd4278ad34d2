// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

@testable import MillraceWeb

@MainActor @Observable private final class Note {
  var text = ""
}

/// The session of a page, if sessions begin and end while pages are made.
@MainActor @Suite(.timeLimit(.minutes(10))) struct VisitTests {
  private static func note(of session: PersonSession) async throws -> Note {
    try await session.keep("note", state: { $0.text }) { (_: String?) in Note() }
  }

  private static let page = Page(path: "/note", title: "") { request in
    _ = try await note(of: request.session)
    return EmptyView()
  }

  private static func cookie(_ answer: TestClient.Answer) -> String? {
    answer.header("set-cookie").map { String($0.prefix { $0 != ";" }) }
  }

  @Test(arguments: [true, false])
  func aPageThatIsMadeDuringALogOutIsNotOfIt(asksBefore: Bool) async throws {
    let (begun, isBegun) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let slow = Page(path: "/slow", title: "") { request in
      if asksBefore { _ = request.session }
      isBegun.yield()
      for await _ in gate {}
      _ = try await Self.note(of: request.session)
      return EmptyView()
    }
    let leave = Page(path: "/leave", title: "") { request -> EmptyView in
      await request.session.end()
      return EmptyView()
    }
    try await withServer([Self.page, slow, leave]) { server in
      let cookie = try #require(Self.cookie(try await TestClient(port: server.port).get("/note")))
      async let page = TestClient(port: server.port).get("/slow", ["Cookie: \(cookie)"])
      for await _ in begun { break }
      let left = try await TestClient(port: server.port).get("/leave", ["Cookie: \(cookie)"])
      #expect(left.status == 200, "its own work has ended the session")
      opened.finish()
      let answer = try await page
      #expect(answer.status == 303)
      #expect(answer.header("set-cookie") == nil)
    }
  }

  @Test func aPageThatComesBackWithoutASessionLoadsAnewForItsCookie() async throws {
    try await withServer([Self.page]) { server in
      let first = try await TestClient(port: server.port).get("/note")
      let cookie = try #require(Self.cookie(first))
      func hello(_ headers: [String]) async throws -> TestClient {
        let client = try await TestClient(port: server.port)
        _ = try await client.upgrade(headers)
        try await client.send(#"{"t":"hello","session":"","page":"/note","batch":1}"#)
        return client
      }
      #expect(try await hello(["Cookie: \(cookie)"]).text().contains("welcome"))
      #expect(try await hello([]).closeCode() == 4003)
    }
  }

  @Test func aPageThatComesBackHasTheQueryAndThePathThatItShows() async throws {
    let search = Page(path: "/search/*", title: "") { request in
      Text("At \(request.path) for \(request.query["q"] ?? "nothing")")
    }
    try await withServer([search]) { server in
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(
        #"{"t":"hello","session":"","page":"/search","address":"/a?q=x","batch":1}"#)
      #expect(try await client.text().contains("At /search/a for x"))
    }
  }

  @Test func aRequestProvesASessionOnlyByItsCookie() async throws {
    let ask = Page(path: "/ask", title: "") { request in
      Text(request.provesSession ? "known" : "stranger")
    }
    let leave = Page(path: "/leave", title: "") { request -> EmptyView in
      await request.session.end()
      return EmptyView()
    }
    try await withServer([Self.page, ask, leave]) { server in
      @MainActor func says(_ cookie: String) async throws -> String {
        let answer = try await TestClient(port: server.port).get("/ask", ["Cookie: \(cookie)"])
        #expect(Self.cookie(answer) == nil)
        return answer.body.contains("known") ? "known" : "stranger"
      }
      let cookie = try #require(Self.cookie(try await TestClient(port: server.port).get("/note")))
      #expect(try await says(cookie) == "known")
      #expect(try await says("x=y") == "stranger")
      #expect(try await says(cookie + "x") == "stranger")
      _ = try await TestClient(port: server.port).get("/leave", ["Cookie: \(cookie)"])
      #expect(try await says(cookie) == "stranger")
    }
  }
}
