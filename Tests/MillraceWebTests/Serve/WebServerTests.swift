// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct WebServerTests {
  @Test func aServerStartsStopsAndStartsAgain() async throws {
    let server = WebServer(port: 0, pages: [.field], log: .silent)
    #expect(server.port == 0)
    try await server.start()
    #expect(server.address == "http://127.0.0.1:\(server.port)/")
    await #expect(throws: WebServerError.alreadyRunning) { try await server.start() }
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    let open = try await openPage("/field", at: server.port)
    await server.stop()
    await server.stop()
    await open.client.untilClosed()
    #expect(server.sessionCount == 0)
    try await server.start()
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
  }

  @Test func aPortInUseIsSaid() async throws {
    try await withServer([.field]) { first in
      let second = WebServer(port: first.port, pages: [], log: .silent)
      await #expect(throws: WebServerError.portInUse(host: "127.0.0.1", port: first.port)) {
        try await second.start()
      }
    }
  }

  @Test func runEndsWithItsTask() async throws {
    let server = WebServer(port: 0, pages: [.field], log: .silent)
    let task = Task { try await server.run() }
    task.cancel()
    try await task.value
  }

  @Test(arguments: ["", "count", "/a b", "/a?b", "/a#b", "/é", "/millrace.js", "/millrace.socket"])
  func otherPathsAreRefused(path: String) async {
    let server = WebServer(port: 0, pages: [Page(path: path, title: "") { Text("") }])
    await #expect(throws: WebServerError.self) { try await server.start() }
  }

  @Test func aPathIsThereOnce() async {
    let server = WebServer(port: 0, pages: [.field, .field])
    await #expect(throws: WebServerError.badPath("/field", reason: "the path is taken")) {
      try await server.start()
    }
  }
}
