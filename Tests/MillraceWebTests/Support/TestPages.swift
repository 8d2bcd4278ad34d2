// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import NIOHTTP1
import Observation

@testable import MillraceWeb

/// A number that several pages show.
@MainActor @Observable final class SharedCount {
  var value = 0
}

struct CountPage: View {
  let count: SharedCount

  var body: some View {
    Button("Add") { count.value += 1 }
    Text("Count \(count.value)")
  }
}

struct FieldPage: View {
  @State private var text = ""
  @State private var secret = ""

  var body: some View {
    TextField("Loud", text: Binding(get: { text }, set: { text = $0.uppercased() }))
    SecureField("Secret", text: $secret)
    Button("Off") {}.disabled(true)
    Text("Now \(text)").navigationTitle(text)
  }
}

extension Page {
  static func count(_ count: SharedCount) -> Page {
    Page(path: "/count", title: "Count", summary: "Adds <one>.") { CountPage(count: count) }
  }
  static let field = Page(path: "/field", title: "Field") { FieldPage() }
}

/// The node of the first element of a kind in a page's HTML.
func node(_ tag: String, in html: String) -> Int {
  guard let range = html.firstRange(of: "<\(tag) data-n=\"") else { return 0 }
  return Int(html[range.upperBound...].prefix { $0.isNumber }) ?? 0
}

/// An event as a page sends it.
func tap(_ seq: Int, _ node: Int) -> String {
  #"{"t":"event","seq":\#(seq),"node":\#(node),"kind":"tap"}"#
}

/// The session id of a page's HTML, with which its script opens a socket.
struct Opened {
  var session: String
  var html: String

  init(_ html: String) {
    self.html = html
    let mark = html.firstRange(of: "data-session=\"")
    session = mark.map { String(html[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
  }

  func hello(_ path: String, batch: Int = 1) -> String {
    #"{"t":"hello","session":"\#(session)","page":"\#(path)","batch":\#(batch)}"#
  }
}

/// A request as a browser sends it.
func request(
  _ uri: String = "/", method: HTTPMethod = .GET, _ headers: [(String, String)] = [],
  from address: String = "127.0.0.1"
) throws -> PageRequest {
  var all = HTTPHeaders(headers)
  if !all.contains(name: "host") { all.add(name: "Host", value: "localhost") }
  let head = HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: all)
  return try PageRequest(head, from: address)
}

/// A hub for pages, without a server.
@MainActor func makeHub(
  _ pages: [Page], limits: WebLimits = WebLimits(), clock: any Clock<Duration> = ManualClock(),
  log: WebLog = .silent, key: SessionKey = SessionKey(),
  storage: any SessionStorage = MemorySessionStorage()
) -> SessionHub {
  let stopwatch = Stopwatch(clock)
  let persons = PersonTable(
    key: key, storage: storage, limits: limits, stopwatch: stopwatch, log: log)
  return SessionHub(
    pages: PageList(pages), rules: limits.sessionRules, persons: persons, stopwatch: stopwatch,
    log: log, unread: limits.unread)
}

/// Runs a test against a server on a free port, and stops the server.
///
/// By default its clock stands still, so that no deadline ends a slow test.
@MainActor func withServer(
  _ pages: [Page], limits: WebLimits = WebLimits(), options: WebOptions = WebOptions(),
  log: LogSink = LogSink(), clock: any Clock<Duration> = ManualClock(),
  _ body: @MainActor (WebServer) async throws -> Void
) async throws {
  var options = options
  options.limits = limits
  let server = try WebServer(
    name: "Test", port: 0, pages: pages, options: options, logger: log.logger, clock: clock)
  try await server.start()
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// A page that is open: its HTML was loaded and its socket welcomed.
func openPage(
  _ path: String, at port: Int, from address: String = "127.0.0.1"
) async throws -> (client: TestClient, page: Opened) {
  let page = Opened(try await TestClient(port: port, from: address).get(path).body)
  let client = try await TestClient(port: port, from: address)
  _ = try await client.upgrade()
  try await client.send(page.hello(path))
  _ = try await client.text()
  return (client, page)
}

extension PersonTable {
  /// The session that a request with the first cookie of an id gets.
  func session(_ id: SessionID) async throws -> PersonSession {
    session(try await person(showing: .init(id: id, mark: "", moment: now)))
  }
}
