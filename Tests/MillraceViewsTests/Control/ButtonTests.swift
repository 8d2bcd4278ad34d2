// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ButtonTests {
  @Test func everyFormOfButton() {
    let plain = "<button type=\"button\" data-on=\"tap\"><span>a</span></button>"
    #expect(render(Button("a") {}) == plain)
    #expect(render(Button(action: {}) { Text("a") }) == plain)
    #expect(render(Button("a", role: .destructive) {}).contains(" class=\"mv-destructive\""))
    #expect(render(Button(role: .cancel, action: {}) { Text("a") }).contains("mv-cancel"))
  }

  @Test func aDisabledButtonRefuses() throws {
    struct Page: View {
      @State private var isDisabled = true
      let action: () -> Void
      var body: some View {
        VStack { Group { Button("Act") { action() } } }.disabled(isDisabled)
        Button("Enable") { isDisabled = false }
      }
    }
    var taps = 0
    let host = ViewHost.shown(Page { taps += 1 })
    let button = host.ids(.button)[0]
    #expect(throws: ViewEventError.disabled(button)) { try host.tap(0) }
    #expect(taps == 0)
    try host.tap(1)
    #expect(host.flush() == [.removeAttribute(button, name: "disabled")])
    try host.tap(0)
    #expect(taps == 1)
  }

  @Test func anInnerViewCannotEnableWhatAnOuterOneDisables() {
    let host = ViewHost.shown(Button("a") {}.disabled(false).disabled(true))
    #expect(throws: ViewEventError.self) { try host.tap() }
    #expect(host.html().contains(" disabled"))
  }

  @Test func theNewestActionIsRun() throws {
    struct Page: View {
      @State private var count = 0
      let report: (Int) -> Void
      var body: some View {
        let now = count
        Button("Add") {
          report(now)
          count = now + 1
        }
      }
    }
    var seen: [Int] = []
    let host = ViewHost.shown(Page { seen.append($0) })
    try host.tap()
    _ = host.flush()
    try host.tap()
    #expect(seen == [0, 1])
  }
}
