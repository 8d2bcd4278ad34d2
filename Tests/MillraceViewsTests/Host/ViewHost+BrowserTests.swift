// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor
struct BrowserStateTests {
  private struct Scheme: View {
    @Environment(\.colorScheme) private var scheme
    var body: some View { Text("\(scheme)") }
  }

  private struct Phase: View {
    @Environment(\.scenePhase) private var phase
    var body: some View { Text("\(phase)") }
  }

  private struct Rest: View {
    @Environment(\.horizontalSizeClass) private var size
    @Environment(\.accessibilityReduceMotion) private var isCalm
    var body: some View { Text("\(size.map { "\($0)" } ?? "none") \(isCalm)") }
  }

  @Test func aChangeRunsOnlyItsReaders() throws {
    let host = ViewHost.shown(
      VStack {
        Scheme()
        Phase()
        Rest()
      })
    #expect(host.texts == ["light", "active", "none false"])
    host.browserShows([.dark, .narrow, .reducedMotion])
    _ = host.flush()
    #expect(host.texts == ["dark", "active", "compact true"])
    let root = NodeID(rawValue: 1)
    let before = (host.bodyCount, host.visits)
    try host.handle(
      ViewEvent(node: root, kind: .browser([.dark, .narrow, .reducedMotion, .hidden])))
    #expect(host.flush().count == 1)
    #expect(host.texts == ["dark", "background", "compact true"])
    #expect(host.bodies(Scheme.self) == 2)
    #expect(host.bodies(Phase.self) == 2)
    #expect(host.bodyCount == before.0 + 1)
    host.browserShows([])
    _ = host.flush()
    #expect(host.texts == ["light", "active", "regular false"])
  }

  @Test func withoutReadersNothingIsVisited() throws {
    let host = ViewHost.shown(VStack { Text("a") })
    let visits = host.visits
    var isAnnounced = false
    host.onInvalidate = { isAnnounced = true }
    host.browserShows(.dark)
    #expect(host.flush().isEmpty)
    #expect(host.visits == visits)
    #expect(!isAnnounced)
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: host.ids(.div)[1], kind: .browser(.dark)))
    }
  }

  @Test func anActionReadsThePresentState() throws {
    struct Page: View {
      @Environment(\.scenePhase) private var phase
      @State private var shown = ""
      var body: some View {
        Button("Look") { shown = "\(phase)" }
        Text(shown)
      }
    }
    let host = ViewHost.shown(Page())
    host.browserShows(.hidden)
    try host.tap()
    _ = host.flush()
    #expect(host.texts.last == "background")
  }
}
