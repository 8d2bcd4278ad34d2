// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct WebServerTests {
  private let sink = LogSink()

  @Test func aServerStartsStopsAndStartsAgain() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
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

  @Test func aCallBesideTheEndOfAServerWaitsForIt() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    try await server.start()
    let open = try await openPage("/field", at: server.port)
    let first = Task { await server.stop() }
    await Task {}.value  // the stop has begun
    await server.stop()
    #expect(server.sessionCount == 0)
    await first.value
    try await server.start()
    let second = Task { await server.stop() }
    await Task {}.value  // the stop has begun
    try await server.start()
    await second.value
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
    await open.client.untilClosed()
  }

  @Test func ofTwoStartsAtOnceOneIsRefused() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    let starts = (0..<2).map { _ in Task { try await server.start() } }
    var errors: [String] = []
    for start in starts {
      do { try await start.value } catch { errors.append("\(error)") }
    }
    #expect(errors == [WebServerError.alreadyRunning.description])
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
  }

  @Test func callsThatWaitAreServedInTheOrderInWhichTheyCame() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    // In another order a `start` would throw, because the server would run already.
    let calls = (0..<5).map { number in
      Task { if number % 2 == 0 { try await server.start() } else { await server.stop() } }
    }
    for call in calls { try await call.value }
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
  }

  @Test func anEndDuringAStartEndsTheServer() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    let start = Task { try await server.start() }
    await Task {}.value  // the start has begun
    await server.stop()
    try await start.value
    #expect(server.port > 0)
    await #expect(throws: (any Error).self) { try await TestClient(port: server.port) }
    try await server.start()
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
  }

  /// An answer that is being sent when the server stops arrives whole.
  ///
  /// Other connections end at once.
  @Test func theLastAnswersComeAsAWhole() async throws {
    let text = String(repeating: "x", count: 12_000_000)
    let page = Page(path: "/big", title: "Big") { Text(text) }
    let server = try WebServer(
      port: 0, pages: [page, .field], logger: sink.logger, clock: ManualClock())
    try await server.start()
    let idle = try await TestClient(port: server.port)
    #expect(try await idle.get("/field").status == 200)
    let open = try await openPage("/field", at: server.port)
    let slow = try await TestClient(port: server.port)
    try await slow.write("GET /big HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    while server.sessionCount < 3 { await Task.yield() }
    let stopping = Task { await server.stop() }
    await idle.untilClosed()
    await open.client.untilClosed()
    #expect(try await slow.answer().bytes.count > text.utf8.count)
    await slow.untilClosed()
    await stopping.value
  }

  /// An answer that is made while the server stops is the last one of its connection.
  @Test func anAnswerThatIsMadeAtTheEndSaysSo() async throws {
    let (begun, isBegun) = AsyncStream<Void>.makeStream()
    let (gate, opened) = AsyncStream<Void>.makeStream()
    let page = Page(path: "/slow", title: "Slow") { _ in
      isBegun.yield()
      for await _ in gate {}
      return EmptyView()
    }
    let server = try WebServer(
      port: 0, pages: [page, .field], logger: sink.logger, clock: ManualClock())
    try await server.start()
    let idle = try await TestClient(port: server.port)
    #expect(try await idle.get("/field").status == 200)
    let client = try await TestClient(port: server.port)
    async let answer = client.get("/slow")
    for await _ in begun { break }
    let stopping = Task { await server.stop() }
    await idle.untilClosed()
    opened.finish()
    let last = try await answer
    #expect(last.status == 200 && last.body.contains("data-page=\"/slow\""))
    #expect(last.header("connection") == "close")
    await client.untilClosed()
    await stopping.value
    #expect(server.sessionCount == 0)
  }

  /// A client that does not read its answer does not prevent the end of the server.
  @Test func theLastAnswersHaveFourSeconds() async throws {
    let clock = ManualClock()
    let page = Page(path: "/big", title: "Big") { Text(String(repeating: "x", count: 12_000_000)) }
    let server = try WebServer(port: 0, pages: [page], logger: sink.logger, clock: clock)
    try await server.start()
    let idle = try await TestClient(port: server.port)
    #expect(try await idle.get("/none").status == 404)
    let slow = try await TestClient(port: server.port)
    try await slow.write("GET /big HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    while server.sessionCount < 1 { await Task.yield() }
    let stopping = Task { await server.stop() }
    await idle.untilClosed()
    await clock.untilAsleep()
    clock.advance(by: .seconds(4))
    await stopping.value
    await slow.untilClosed()
  }

  @Test func aPortInUseIsSaid() async throws {
    try await withServer([.field]) { first in
      let second = try WebServer(port: first.port, pages: [], logger: sink.logger)
      await #expect(throws: WebServerError.portInUse(host: "127.0.0.1", port: first.port)) {
        try await second.start()
      }
    }
  }

  @Test(arguments: ["nowhere", "", "203.0.113.9", "1.2.3", "127.0.0.1 "])
  func otherHostsAreRefused(host: String) async throws {
    let server = try WebServer(host: host, port: 0, pages: [], logger: sink.logger)
    await #expect(throws: WebServerError.badHost(host)) { try await server.start() }
  }

  @Test(arguments: [-1, 65536, Int.max])
  func otherNumbersAreNoPorts(port: Int) async throws {
    let server = try WebServer(port: port, pages: [], logger: sink.logger)
    await #expect(throws: WebServerError.badPort(port)) { try await server.start() }
  }

  @Test(arguments: ["localhost", "127.0.0.1"])
  func aFreePortIsTaken(host: String) async throws {
    let server = try WebServer(host: host, port: 0, pages: [], logger: sink.logger)
    try await server.start()
    #expect(server.port > 0)
    await server.stop()
  }

  @Test func aServerOnAnyPortStartsAgainOnAnotherOneIfItsPortIsTaken() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    var (other, port) = (server, 0)
    repeat {
      try await server.start()
      port = server.port
      await server.stop()
      other = try WebServer(port: port, pages: [.field], logger: sink.logger)
      // Another program can take the port first.
    } while (try? await other.start()) == nil
    await #expect(throws: WebServerError.portInUse(host: "127.0.0.1", port: port)) {
      try await WebServer(port: port, pages: [.field], logger: sink.logger).start()
    }
    try await server.start()
    #expect(server.port > 0 && server.port != port)
    #expect(try await TestClient(port: server.port).get("/field").status == 200)
    await server.stop()
    await other.stop()
  }

  @Test(arguments: ["localhost", "127.0.0.0/33", " 127.0.0.1", ""])
  func otherProxiesAreRefused(proxy: String) {
    var options = WebOptions()
    options.trustedProxies = ["127.0.0.1", "10.0.0.0/8", proxy]
    #expect(throws: WebServerError.badProxy(proxy)) {
      try WebServer(port: 0, pages: [], options: options)
    }
  }

  @Test(arguments: ["https://site.example", "*.site.example", ""])
  func otherHostNamesAreRefused(host: String) {
    var options = WebOptions()
    options.allowedHosts = ["site.example", host]
    #expect(throws: WebServerError.badHostName(host)) {
      try WebServer(port: 0, pages: [], options: options)
    }
  }

  @Test(arguments: ["https://site.example/", "site.example", "https://site.example:443"])
  func otherOriginsAreRefused(origin: String) {
    var options = WebOptions()
    options.allowedOrigins = ["https://site.example", origin]
    #expect(throws: WebServerError.badOrigin(origin)) {
      try WebServer(port: 0, pages: [], options: options)
    }
  }

  @Test(arguments: ["0.0.0.0", "::"])
  func allAddressesNeedAName(host: String) {
    #expect(throws: WebServerError.noAllowedHosts(host)) {
      try WebServer(host: host, port: 0, pages: [])
    }
  }

  @Test func runEndsWithItsTask() async throws {
    let server = try WebServer(port: 0, pages: [.field], logger: sink.logger)
    let task = Task { try await server.run() }
    task.cancel()
    try await task.value
  }

  @Test(arguments: [
    "", "count", "/a b", "/a?b", "/a#b", "/a%b", "/é", "/millrace.js", "/millrace.socket",
    "/healthz", "/a/*/b", "//x", "//", "/a//b", "/a//", "/a/../b", "/a/.", "/..", "/\\x",
  ])
  func otherPathsAreRefused(path: String) {
    #expect(throws: WebServerError.self) {
      try WebServer(port: 0, pages: [Page(path: path, title: "") { Text("") }])
    }
  }

  @Test(arguments: [
    "app", "/", "/app/", "//", "/a b", "/a?b", "/a%20b", "/a\r\nX: 1", "/a;b",
    "//app", "/a//b", "/./a", "/a/..", "/\\app",
  ])
  func otherBasePathsAreRefused(base: String) {
    var options = WebOptions()
    options.basePath = base
    #expect(throws: WebServerError.self) {
      try WebServer(port: 0, pages: [.field], options: options)
    }
  }

  @Test func aPathIsThereOnce() {
    #expect(throws: WebServerError.badPath("/field", reason: "the path is used already")) {
      try WebServer(port: 0, pages: [.field, .field])
    }
  }

  @Test(arguments: [("/a", "/a/"), ("/:x", "/:y"), ("/a/:x/*", "/a/:y/*"), ("/", "//")])
  func ofTwoPathsForTheSameAddressesOneIsRefused(first: String, second: String) {
    let pages = [first, "/other", second].map { Page(path: $0, title: "") { Text("") } }
    let error = WebServerError.badPath(
      second, reason: "it matches the same addresses as '\(first)'")
    #expect(throws: error) { try WebServer(port: 0, pages: pages) }
  }

  @Test(arguments: ["/~", "/a/~..", "/~~./a", "/a/*/", "/*/a"])
  func aPathThatNoAddressHasIsRefused(path: String) throws {
    let page = Page(path: path, title: "") { Text("") }
    #expect(throws: WebServerError.self) { try WebServer(port: 0, pages: [page]) }
    _ = try WebServer(port: 0, pages: [Page(path: "/~me/a~", title: "") { Text("") }])
  }

  @Test func pathsOfWhichOneIsMoreExactAreAccepted() throws {
    let paths = ["/a", "/:x", "/a/*", "/:x/*", "/*", "/"]
    let pages = paths.map { Page(path: $0, title: "") { Text("") } }
    _ = try WebServer(port: 0, pages: pages)
  }

  @Test(arguments: ["/images/", "images", "/"])
  func otherPathsOfFoldersAreRefused(path: String) throws {
    var options = WebOptions()
    options.folders = [FileFolder(path, at: URL(fileURLWithPath: "/tmp"))]
    let error = WebServerError.badPath(
      path, reason: "the path of a folder begins with '/' and does not end with '/'")
    #expect(throws: error) { try WebServer(port: 0, pages: [], options: options) }
    options.folders = [FileFolder("/a/../b", at: URL(fileURLWithPath: "/tmp"))]
    #expect(throws: WebServerError.self) { try WebServer(port: 0, pages: [], options: options) }
    options.folders = ["/images", "/a/b", "/~", ""].map {
      FileFolder($0, at: URL(fileURLWithPath: "/tmp"))
    }
    _ = try WebServer(port: 0, pages: [], options: options)
  }

  @Test func idleSessionsAreSweptOut() async throws {
    let clock = ManualClock()
    try await withServer([.field], log: sink, clock: clock) { server in
      _ = try await TestClient(port: server.port).get("/field")
      #expect(server.sessionCount == 1)
      await clock.untilAsleep()
      clock.advance(by: .seconds(30))
      _ = await sink.line(with: "ended, because no page uses it")
      #expect(server.sessionCount == 0)
    }
  }

  @Test func aSilentConnectionIsClosed() async throws {
    let clock = ManualClock()
    try await withServer([.field], log: sink, clock: clock) { server in
      let client = try await TestClient(port: server.port)
      _ = try await client.get("/")
      await clock.untilAsleep()
      clock.advance(by: .seconds(60))
      await client.untilClosed()
      let entry = await sink.entry(with: "it took too long")
      #expect(entry.client == "127.0.0.1")
    }
  }

  @Test func aPageIsAskedForASignOfLife() async throws {
    let clock = ManualClock()
    try await withServer([.field], clock: clock) { server in
      let (client, _) = try await openPage("/field", at: server.port)
      await clock.untilAsleep()
      clock.advance(by: .seconds(40))
      #expect(try await client.frame().opcode == 9)
      await clock.untilAsleep()
      clock.advance(by: .seconds(120))
      await client.untilClosed()
    }
  }

  @Test func connectionsHaveABound() async throws {
    var limits = WebLimits()
    limits.connections = 1
    try await withServer([.field], limits: limits, log: sink) { server in
      let first = try await TestClient(port: server.port)
      #expect(try await first.get("/").status == 200)
      let second = try await TestClient(port: server.port)
      await second.untilClosed()
      _ = await sink.line(
        with: "refused a connection, because the maximum number of connections (1) is reached")
      #expect(try await first.get("/").status == 200)
    }
  }

  @Test func anAddressCannotTakeAllConnections() async throws {
    var limits = WebLimits()
    limits.connectionsPerAddress = 1
    try await withServer([.field], limits: limits, log: sink) { server in
      let flood = try await TestClient(port: server.port, from: "127.0.0.2")
      #expect(try await flood.get("/").status == 200)
      let more = try await TestClient(port: server.port, from: "127.0.0.2")
      await more.untilClosed()
      #expect(await sink.entry(with: "refused a connection").client == "127.0.0.2")
      #expect(try await TestClient(port: server.port).get("/").status == 200)
    }
  }

  @Test func pagesOpenedInALoopDriveOutNoOtherVisitorsSession() async throws {
    var limits = WebLimits()
    limits.sessions = 5
    limits.waitingSessionsPerAddress = 3
    try await withServer([.field], limits: limits) { server in
      let visitor = Opened(try await TestClient(port: server.port).get("/field").body)
      let flood = try await TestClient(port: server.port, from: "127.0.0.2")
      for _ in 0..<20 { #expect(try await flood.get("/field").status == 200) }
      #expect(server.sessionCount == 4)
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(visitor.hello("/field"))
      #expect(try await client.text().contains(#""new":false"#))
    }
  }

  @Test func limitsCanBeAsLargeAsNumbers() async throws {
    var limits = WebLimits()
    let numbers: [WritableKeyPath<WebLimits, Int>] = [
      \.messageBytes, \.fragments, \.requestBytes, \.unreadBytes, \.unreadBytesPerAddress,
      \.unreadBytesOfAll, \.badMessages, \.sessions, \.waitingSessionsPerAddress,
      \.waitingPageBytesPerAddress, \.pageBytesPerAddress, \.personsPerAddress, \.keptBytes,
      \.connections, \.connectionsPerAddress, \.fileBytes, \.arrivingFileBytes,
      \.sessionFileBytes, \.keptFileBytes, \.logLines,
    ]
    for number in numbers { limits[keyPath: number] = .max }
    try await withServer([.field], limits: limits) { server in
      let visitor = Opened(try await TestClient(port: server.port).get("/field").body)
      let client = try await TestClient(port: server.port)
      _ = try await client.upgrade()
      try await client.send(visitor.hello("/field"))
      #expect(try await client.text().contains(#""new":false"#))
    }
  }

  @Test func manyConnectionsAtOnce() async throws {
    let count = SharedCount()
    try await withServer([.count(count)]) { server in
      let port = server.port
      try await withThrowingTaskGroup { group in
        for _ in 0..<30 {
          group.addTask {
            let (client, page) = try await openPage("/count", at: port)
            let button = node("button", in: page.html)
            for seq in 1...5 { try await client.send(tap(seq, button)) }
            _ = try await client.text(with: #""ack":5"#)
          }
        }
        try await group.waitForAll()
      }
      #expect(count.value == 150)
    }
  }
}
