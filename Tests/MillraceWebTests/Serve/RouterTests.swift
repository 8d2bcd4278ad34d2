// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOHTTP1
import Testing

@testable import MillraceWeb

/// A page on which only the address `a` is known.
private struct BelowPage: View {
  @State private var name = ""

  var body: some View {
    Text(name == "a" ? "This is a" : "There is no \(name)")
      .pageAddress(
        Binding {
          PageAddress(path: [name])
        } set: {
          name = $0.path.first ?? ""
        }, isKnown: name == "a")
  }
}

/// A page without the environment object that it needs.
private struct NeedyPage: View {
  @Environment(SharedCount.self) private var count
  var body: some View { Text("\(count.value)") }
}

@MainActor @Suite struct RouterTests {
  private let sink = LogSink()

  private struct Broken: Error {}

  private func router(
    sessions: Int = 10, base: String = "", unread: Int = .max,
    options: WebOptions = WebOptions()
  ) throws -> Router {
    let pages = [
      Page.count(SharedCount()), .field,
      Page(path: "/away/:to", title: "Away") { request -> Text in
        let targets = [
          "in": "/count", "out": "//evil", "marked": "//\u{FE0F}evil", "back": "/\\\u{301}evil",
        ]
        throw PageAnswer.redirect(to: targets[request.parameters["to"] ?? ""] ?? "")
      },
      Page(path: "/lines", title: "Lines") { _ -> Text in
        throw PageAnswer.redirect(to: "/a\r\nX: 1")
      },
      Page(path: "/none", title: "None") { _ -> Text in throw PageAnswer.notFound },
      Page(path: "/closed", title: "Closed") { _ -> Text in throw PageAnswer.unauthorized },
      Page(path: "/broken", title: "Broken") { _ -> Text in throw Broken() },
      Page(path: "/below/*", title: "Below") { BelowPage() },
      Page(path: "/failed", title: "Failed") { NeedyPage() },
      Page(path: "/named/:id", title: "Named") { Text("It is \($0.parameters["id"] ?? "")") },
    ]
    var options = options
    options.basePath = base
    options.limits.sessions = sessions
    options.limits.unreadBytesPerAddress = unread
    let log = sink.log()
    return Router(
      name: "Home", options: options, hub: makeHub(pages, limits: options.limits, log: log),
      pages: PageList(pages), guards: try #require(Guard(host: "127.0.0.1", options: options)),
      log: log)
  }

  private func ask(
    _ path: String, method: HTTPMethod = .GET, _ headers: [(String, String)] = [], of router: Router
  ) async throws -> (status: Int, body: String, headers: HTTPHeaders) {
    let response = await router.answer(try request(path, method: method, headers))
    return (Int(response.status.code), String(buffer: response.body), response.headers)
  }

  @Test func aPageBeginsASession() async throws {
    let router = try router()
    let (status, body, _) = try await ask("/count", of: router)
    #expect(status == 200)
    #expect(body.contains("Count 0"))
    #expect(body.contains("data-page=\"/count\""))
    #expect(router.hub.count == 1)
    #expect(try await ask("/count", method: .HEAD, of: router).status == 200)
    #expect(router.hub.count == 1)
    #expect(try await ask("/named/7%20x", of: router).body.contains("It is 7 x"))
  }

  @Test func aPathThatAPageCannotSendWithItsHelloIsTooLong() async throws {
    let router = try router()
    let longest = String(repeating: "a", count: PageAddress.longest - "/named/".utf8.count)
    #expect(try await ask("/named/" + longest, of: router).status == 200)
    let (status, body, _) = try await ask("/named/a" + longest, of: router)
    #expect(status == 414)
    #expect(body.contains("The path of a page may have at most 4096 bytes."))
    #expect(try await ask("/below/a?q=" + longest + "a", of: router).status == 200)
    #expect(router.hub.count == 2)
  }

  @Test func anAddressThatThePageDoesNotKnowIsNotFound() async throws {
    let router = try router()
    let known = try await ask("/below/a?q=x", of: router)
    #expect(known.status == 200 && known.body.contains("This is a"))
    #expect(known.body.contains("data-page=\"/below\""))
    let unknown = try await ask("/below/b", of: router)
    #expect(unknown.status == 404 && unknown.body.contains("There is no b"))
    #expect(try await ask("/below", of: router).status == 404)
    #expect(try await ask("/below/a", method: .HEAD, of: router).status == 200)
    #expect(try await ask("/below", method: .HEAD, of: router).status == 404)
  }

  @Test func aPageWhoseViewFailsIsAFaultOfTheServer() async throws {
    let router = try router()
    let (status, body, _) = try await ask("/failed", of: router)
    #expect(status == 500)
    #if DEBUG
      #expect(body.contains("NeedyPage: its page has ended. A view asked the environment"))
    #else
      #expect(!body.contains("NeedyPage"))
    #endif
    #expect(router.hub.count == 0)
    #expect(try await ask("/count", of: router).status == 200)
  }

  @Test func anAddressThatDoesNotReadIsAnsweredAgainWhenItHas() async throws {
    let router = try router(unread: 100)
    var response = await router.answer(try request("/count"))
    #expect(response.status == .ok)
    let refused = await router.answer(try request("/count"))
    #expect(refused.status == .serviceUnavailable && refused.endsConnection)
    #expect(router.hub.count == 1, "a page that is refused is not made")
    #expect(await sink.lines(of: router.log).count == 1)
    response = refused
    #expect(await router.answer(try request("/count")).status == .ok)
  }

  @Test(arguments: [
    (Duration.seconds(180 * 86_400), "app.example.com:444", true, ["max-age=15552000"]),
    (.zero, "app.example.com", true, ["max-age=0"]), (nil, "app.example.com", true, []),
    (.seconds(1), "app.example.com", false, []), (.seconds(1), "localhost:8080", true, []),
    (.seconds(1), "127.0.0.1", true, []), (.seconds(1), "[::1]:80", true, []),
    (.seconds(1), "app.localhost", true, []), (.seconds(1), "other.example.com", true, []),
  ])
  func browsersThatComeByHTTPSComeBackByIt(
    age: Duration?, host: String, isSecure: Bool, said: [String]
  ) async throws {
    var options = WebOptions()
    #expect(options.httpsAge == .seconds(180 * 86_400))
    options.httpsAge = age
    options.allowedHosts = ["app.example.com"]
    let router = try router(options: options)
    for path in ["/count", "/millrace.css", "/healthz", "/nothing"] {
      var asked = try request(path, [("Host", host)])
      asked.isSecure = isSecure
      #expect(await router.answer(asked).headers["strict-transport-security"] == said)
    }
  }

  @Test func filesAndContentsAreServed() async throws {
    let router = try router()
    for asset in Asset.allCases { #expect(try await ask(asset.path, of: router).status == 200) }
    #expect(try await ask("/", of: router).body.contains("Adds &lt;one&gt;."))
    #expect(try await ask("/healthz", of: router).body == "ok\n")
    #expect(router.hub.count == 0)
    #expect(await sink.lines(of: router.log).isEmpty)
  }

  @Test func whatIsNotThereIsSaid() async throws {
    let router = try router()
    let (status, body, _) = try await ask("/%3Cnone%3E", of: router)
    #expect(status == 404)
    #expect(body.contains("There is no page at /&lt;none&gt;."))
    #expect(try await ask("/none", of: router).status == 404)
    #expect(router.hub.count == 0)
  }

  @Test func whatIsNotThereNamesTheListOfPages() async throws {
    let below = try await ask("/app/x", of: try router(base: "/app"))
    #expect(below.body.contains("There is no page at /app/x. All pages are listed at /app/."))
    let pages = [Page(path: "/", title: "Home") { Text("home") }]
    let guards = try #require(Guard(host: "127.0.0.1", options: WebOptions()))
    let home = Router(
      name: "Home", options: WebOptions(), hub: makeHub(pages), pages: PageList(pages),
      guards: guards, log: .silent)
    let body = try await ask("/x", of: home).body
    #expect(body.contains("There is no page at /x.") && !body.contains("listed"))
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "PURGE"])
  func otherMethodsAreNotAllowed(method: String) async throws {
    let answer = try await ask("/count", method: HTTPMethod(rawValue: method), of: try router())
    #expect(answer.status == 405)
    #expect(answer.headers["allow"] == ["GET, HEAD"])
  }

  /// Before a script of another origin sends such a request, its browser sends OPTIONS (CORS).
  @Test(arguments: ["/count", "/millrace.upload", "/millrace.renew", "/nowhere"])
  func noOriginMayFetch(path: String) async throws {
    var options = WebOptions()
    options.allowedOrigins = ["https://app.example"]
    let router = try router(options: options)
    let answer = try await ask(
      path, method: .OPTIONS,
      [("Origin", "https://app.example"), ("Access-Control-Request-Method", "POST")], of: router)
    #expect(answer.status == 405)
    #expect(answer.body.contains("Pages of other origins cannot send requests to this server"))
    #expect(answer.headers["allow"] == [path.hasPrefix("/millrace") ? "POST" : "GET, HEAD"])
    #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
    #expect(router.hub.count == 0)
    let line = await sink.line(with: "CORS")
    #expect(
      line.contains("'https://app.example'") && line.contains("allowedOrigins is for sockets"))
  }

  @Test func aPageIsToldWhyItGetsNoSocket() async throws {
    let router = try router()
    let asked = try await ask(
      "/millrace.socket", [("X-Millrace-Origin", "http://evil.example")], of: router)
    #expect(asked.status == 403 && asked.body.contains("http://evil.example"))
    let told = try await ask(
      "/millrace.socket", [("X-Millrace-Origin", "http://localhost")], of: router)
    #expect(told.status == 426, "only the headers of a WebSocket are missing")
  }

  @Test func whatIsNotServedIsRefusedAndLogged() async throws {
    let router = try router()
    #expect(try await ask("/count", [("Host", "evil.example")], of: router).status == 403)
    #expect(try await ask("/count", [("Sec-Fetch-Site", "cross-site")], of: router).status == 403)
    #expect(try await ask("/millrace.socket", of: router).status == 403)
    let origin = [("Origin", "http://localhost")]
    let socket = try await ask("/millrace.socket", origin, of: router)
    #expect(socket.status == 426)
    #expect(socket.headers["sec-websocket-version"] == ["13"])
    let post = try await ask("/millrace.socket", method: .POST, origin, of: router)
    #expect(post.status == 405)
    #expect(post.headers["allow"] == ["GET"])
    #expect(await sink.lines(of: router.log).count == 5)
    #expect(router.hub.count == 0)
  }

  @Test(arguments: [
    ("Sec-WebSocket-Version", "12", 426), ("Sec-WebSocket-Key", "short", 400),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=", 400),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25j!Q==", 400), ("Upgrade", "h2c", 426),
    ("Connection", "close", 426), ("Origin", "null", 403),
  ])
  func asksForASocketAsItShould(name: String, value: String, status: Int) throws {
    var headers = HTTPHeaders([
      ("Host", "localhost"), ("Origin", "http://localhost"), ("Upgrade", "WebSocket"),
      ("Connection", "Upgrade"), ("Sec-WebSocket-Version", "13"),
      ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ])
    let router = try router()
    func refusal() throws -> Int? {
      let request = try request("/millrace.socket", headers.map { ($0.name, $0.value) })
      return router.refusal(ofSocket: request).map { Int($0.status.code) }
    }
    #expect(try refusal() == nil)
    headers.replaceOrAdd(name: name, value: value)
    #expect(try refusal() == status)
  }

  @Test func aPageMayAnswerSomethingElse() async throws {
    let router = try router(base: "/app")
    let inside = try await ask("/app/away/in", of: router)
    #expect(inside.status == 303)
    #expect(inside.headers["location"] == ["/app/count"])
    for name in ["out", "marked", "back"] {
      #expect(try await ask("/app/away/\(name)", of: router).status == 500, "to another server")
    }
    #expect(try await ask("/app/lines", of: router).status == 500, "an address of two lines")
    #expect(try await ask("/app/closed", of: router).status == 401)
    #expect(try await ask("/app/broken", of: router).status == 500)
    #expect(router.hub.count == 0)
    let lines = await sink.lines(of: router.log)
    #expect(lines.contains { $0.hasPrefix("page /broken: Broken()") })
  }

  @Test func allIsBelowTheBasePath() async throws {
    let router = try router(base: "/app")
    for path in ["/app", "/app/", "/app/millrace.js", "/app/healthz"] {
      #expect(try await ask(path, of: router).status == 200, "\(path)")
    }
    let page = try await ask("/app/count", of: router)
    #expect(page.body.contains("data-page=\"/count\" data-base=\"/app\""))
    #expect(page.body.contains("src=\"/app/millrace.js\""))
    for path in ["/", "/count", "/application", "/millrace.js", "/ap", "/app2/count"] {
      #expect(try await ask(path, of: router).status == 404, "\(path)")
    }
  }

  @Test func aFullServerSaysSo() async throws {
    let router = try router(sessions: 0)
    let answer = try await ask("/count", of: router)
    #expect(answer.status == 503)
    #expect(answer.headers["retry-after"] == ["10"])
    #expect(answer.body.contains("Too many pages are open."))
    #expect(await sink.lines(of: router.log).count == 1)
  }

  @Test func aServerThatStopsMakesThePageOfALastRequest() async throws {
    let router = try router()
    router.hub.isStopped = true
    let answer = try await ask("/count", of: router)
    #expect(answer.status == 200 && answer.body.contains("Count 0"))
    #expect(router.hub.count == 0)
    #expect(await sink.line(with: "ended").contains("because the server is stopping"))
    let socket = FakeSocket()
    await #expect(throws: SessionHub.Refusal.stopping) {
      try await router.hub.attach(socket, session: "", request: try request("/count"), seen: 0)
    }
  }

  @Test func theLogNamesTheLimitOfThePagesOfOneAddress() async throws {
    var limits = WebLimits()
    limits.pageBytesPerAddress = 1
    let pages = [Page.field]
    let log = sink.log()
    let hub = makeHub(pages, limits: limits, log: log)
    let router = Router(
      name: "Home", options: WebOptions(), hub: hub, pages: PageList(pages),
      guards: try #require(Guard(host: "127.0.0.1", options: WebOptions())), log: log)
    let page = Opened(try await ask("/field", of: router).body)
    _ = try await hub.attach(
      FakeSocket(), session: page.session, request: try request("/field"), seen: 1)
    #expect(try await ask("/field", of: router).status == 503)
    let line = await sink.line(with: "refused a page")
    #expect(line.contains("the maximum size of the pages of its address"))
  }

  @Test func badHeadsAreRefused() async throws {
    let router = try router()
    let response = router.refuse("it is long", .requestHeaderFieldsTooLarge, from: "9.9.9.9")
    #expect(response.status.code == 431)
    #expect(response.endsConnection)
    let entry = await sink.entry(with: "it is long")
    #expect(entry.client == "9.9.9.9")
  }
}
