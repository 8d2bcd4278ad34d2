// SPDX-License-Identifier: Apache-2.0

import MillraceViews
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

/// What a page knows from its HTML.
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

/// Runs a test against a server on a free port, and stops the server.
@MainActor func withServer(
  _ pages: [Page], limits: WebLimits = WebLimits(), log: WebLog = .silent,
  clock: any Clock<Duration> = ContinuousClock(),
  _ body: @MainActor (WebServer) async throws -> Void
) async throws {
  let server = WebServer(
    name: "Test", port: 0, pages: pages, limits: limits, log: log, clock: clock)
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
  _ path: String, at port: Int
) async throws -> (client: TestClient, page: Opened) {
  let page = Opened(try await TestClient(port: port).get(path).body)
  let client = try await TestClient(port: port)
  _ = try await client.upgrade()
  try await client.send(page.hello(path))
  _ = try await client.text()
  return (client, page)
}
