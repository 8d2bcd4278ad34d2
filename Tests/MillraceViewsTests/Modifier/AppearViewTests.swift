// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor private final class Log {
  var lines: [String] = []
}

private struct Page: View {
  let log: Log
  @State private var isShown = true
  @State private var count = 0
  var body: some View {
    Button("Toggle") { isShown.toggle() }
    if isShown {
      VStack {
        Text("a").onAppear { log.lines.append("a") }.onDisappear { log.lines.append("-a") }
        Text("b").onAppear { log.lines.append("b") }.onDisappear { log.lines.append("-b") }
      }
      .onAppear {
        log.lines.append("stack")
        count += 1
      }
      .onDisappear { log.lines.append("-stack \(count)") }
    }
    Text("shown \(count)")
  }
}

@MainActor struct AppearViewTests {
  @Test func viewsAppearAfterTheFirstPageAndDisappearAfterTheFlush() throws {
    let log = Log()
    let host = ViewHost(Page(log: log))
    var invalidations = 0
    host.onInvalidate = { invalidations += 1 }
    #expect(log.lines.isEmpty)
    #expect(host.html().contains("shown 0"))
    #expect(log.lines == ["a", "b", "stack"])
    #expect(invalidations == 1)
    #expect(host.flush() == [.setText(host.ids(.span)[3], "shown 1")])
    log.lines = []
    try host.tap()
    #expect(log.lines.isEmpty)
    _ = host.flush()
    #expect(log.lines == ["-a", "-b", "-stack 1"])
  }

  @Test func whatAppearingChangesIsPartOfTheFlush() throws {
    let host = ViewHost.shown(Page(log: Log()))
    _ = host.flush()
    try host.tap()
    _ = host.flush()
    try host.tap()
    _ = host.flush()
    #expect(host.texts.last == "shown 2")
    #expect(host.flush().isEmpty)
  }

  @Test func whatWentBeforeItWasShownHasNeitherAppearedNorDisappeared() {
    let log = Log()
    let host = ViewHost(Page(log: log))
    host.close()
    #expect(log.lines.isEmpty)
  }

  @Test func closingMakesViewsDisappear() {
    let log = Log()
    let host = ViewHost.shown(Page(log: log))
    host.close()
    #expect(log.lines == ["a", "b", "stack", "-a", "-b", "-stack 1"])
  }
}
