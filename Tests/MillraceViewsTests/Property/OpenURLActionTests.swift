// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct OpenURLActionTests {
  private struct Opener: View {
    let address: String
    @Environment(\.openURL) private var openURL
    @State private var accepted: Bool?
    var body: some View {
      Button("Open") { openURL(URL(string: address)!) { accepted = $0 } }
      Text(accepted.map { "\($0)" } ?? "")
    }
  }

  @Test func aPageOpensAnAddress() throws {
    let host = ViewHost.shown(Opener(address: "https://example.org/a"))
    try host.tap()
    #expect(host.flush().last == .open("https://example.org/a"))
    #expect(host.texts.last == "true")
    #expect(host.flush().isEmpty)
  }

  @Test func aClosedHostOpensNothing() throws {
    final class Kept { var open: OpenURLAction? }
    struct Content: View {
      let kept: Kept
      @Environment(\.openURL) private var openURL
      var body: some View { Text("").onAppear { kept.open = openURL } }
    }
    let kept = Kept()
    let host = ViewHost.shown(Content(kept: kept))
    let address = try #require(URL(string: "https://example.org/a"))
    var isAccepted: [Bool] = []
    kept.open?(address) { isAccepted.append($0) }
    host.close()
    kept.open?(address) { isAccepted.append($0) }
    #expect(isAccepted == [true, false])
  }

  @Test func onlySoManyAddressesWaitForAFlush() throws {
    let host = ViewHost.shown(Opener(address: "https://example.org/a"))
    for _ in 0..<150 { try host.tap() }
    #expect(host.flush().count { $0 == .open("https://example.org/a") } == 100)
    #expect(host.texts.last == "false")
    try host.tap()
    #expect(host.flush().last == .open("https://example.org/a"))
  }

  @Test func anAddressThatIsOpenedWithTheFirstPageIsAnnounced() {
    struct Content: View {
      @Environment(\.openURL) private var openURL
      var body: some View {
        Text("").onAppear { openURL(URL(string: "https://example.org/a")!) }
      }
    }
    let host = ViewHost(Content())
    var calls = 0
    host.onInvalidate = { calls += 1 }
    _ = host.html()
    #expect(calls == 1)
    #expect(host.flush() == [.open("https://example.org/a")])
    #expect(calls == 1)
  }

  @Test func anAddressOfTheServerIsBelowItsBasePath() throws {
    let host = ViewHost(Opener(address: "/help"), basePath: "/app")
    _ = host.html()
    try host.tap()
    #expect(host.flush().last == .open("/app/help"))
  }

  @Test func codeIsNotOpened() throws {
    let host = ViewHost.shown(Opener(address: "javascript:alert(1)"))
    try host.tap()
    #expect(!host.flush().contains { if case .open = $0 { true } else { false } })
    #expect(host.texts.last == "false")
  }

  @Test func aViewHandlesAddressesAndLinks() throws {
    struct Page: View {
      @State private var log: [String] = []
      var body: some View {
        VStack {
          Opener(address: "https://example.org/a")
          Link("Link", destination: URL(string: "https://example.org/b")!)
        }
        .environment(
          \.openURL,
          OpenURLAction { url in
            log.append(url.lastPathComponent)
            return url.lastPathComponent == "b"
              ? .systemAction(URL(string: "https://example.org/c")!) : .discarded
          })
        Text(log.joined())
      }
    }
    let host = ViewHost.shown(Page())
    #expect(!host.html().contains("<a "))
    try host.tap(0)
    #expect(!host.flush().contains(.open("https://example.org/a")))
    try host.tap(1)
    #expect(host.flush().contains(.open("https://example.org/c")))
    #expect(host.texts.last == "ab")
    #expect(host.texts.contains("false"))
  }
}
