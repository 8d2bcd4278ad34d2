// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@MainActor @Suite struct RouterTests {
  private let sink = LogSink()

  private func router(sessions: Int = 10) -> Router {
    let pages = [Page.count(SharedCount()), .field]
    let hub = SessionHub(
      pages: pages, rules: .init(count: sessions), stopwatch: Stopwatch(ManualClock()),
      log: sink.log)
    return Router(
      name: "Home", pages: pages, hub: hub, guards: Guard(isLoopback: true), log: sink.log)
  }

  private func ask(
    _ path: String, method: String = "GET", headers: [String: String] = [:], of router: Router
  ) async -> (status: Response.Status, body: String) {
    let head = RequestHead(
      method: method, path: path, headers: ["host": "localhost"].merging(headers) { $1 },
      keepsAlive: true)
    let response = await router.answer(head)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func aPageBeginsASession() async {
    let router = router()
    let (status, body) = await ask("/count", of: router)
    #expect(status == .ok)
    #expect(body.contains("Count 0"))
    #expect(body.contains("data-page=\"/count\""))
    #expect(router.hub.count == 1)
    #expect(await ask("/count", method: "HEAD", of: router).status == .ok)
    #expect(router.hub.count == 1)
  }

  @Test func filesAndContentsAreServed() async {
    let router = router()
    for asset in Asset.allCases { #expect(await ask(asset.path, of: router).status == .ok) }
    #expect(await ask("/", of: router).body.contains("Adds &lt;one&gt;."))
    #expect(router.hub.count == 0)
    #expect(sink.lines.isEmpty)
  }

  @Test func theStyleSheetOfTheApplicationComesLast() async {
    var router = router()
    router.styleSheet = ".mine { color: red; }"
    #expect(await ask(Asset.style.path, of: router).body == PageStyle.text + router.styleSheet)
    #expect(await ask(Asset.script.path, of: router).body == PageScript.text)
  }

  @Test func whatIsNotThereIsSaid() async {
    let (status, body) = await ask("/<none>", of: router())
    #expect(status == .notFound)
    #expect(body.contains("There is no page at /&lt;none&gt;."))
  }

  @Test func whatIsNotServedIsRefusedAndLogged() async {
    let router = router()
    #expect(await ask("/count", method: "POST", of: router).status == .methodNotAllowed)
    #expect(
      await ask("/count", headers: ["content-length": "3"], of: router).status == .contentTooLarge)
    #expect(await ask("/count", headers: ["host": "evil.example"], of: router).status == .forbidden)
    #expect(await ask("/millrace.socket", of: router).status == .forbidden)
    let origin = ["origin": "http://localhost"]
    #expect(await ask("/millrace.socket", headers: origin, of: router).status == .upgradeRequired)
    #expect(sink.lines.count == 5)
    #expect(router.hub.count == 0)
  }

  @Test func aFullServerSaysSo() async {
    let (status, body) = await ask("/count", of: router(sessions: 0))
    #expect(status == .unavailable)
    #expect(body.contains("Too many pages are open."))
    #expect(sink.lines.count == 1)
  }

  @Test func badHeadsAreRefused() {
    #expect(router().refuse(.badLine).status == .badRequest)
    #expect(router().refuse(.tooLong(limit: 9)).status == .headersTooLarge)
    #expect(sink.lines[1] == "refused a request, because the request head is longer than 9 bytes")
  }
}
