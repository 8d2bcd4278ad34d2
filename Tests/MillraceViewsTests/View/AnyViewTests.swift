// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Tally: View {
  let name: String
  @State private var count = 0
  var body: some View { Button("\(name) \(count)") { count += 1 } }
}

private struct OtherTally: View {
  @State private var count = 0
  var body: some View { Button("other \(count)") { count += 1 } }
}

private struct Page: View {
  @State private var step = 0
  var body: some View {
    Button("Next") { step += 1 }
    step < 2 ? AnyView(Tally(name: "step \(step)")) : AnyView(OtherTally())
  }
}

@MainActor struct AnyViewTests {
  @Test func stateIsKeptWithTheTypeAndLostWithAnother() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["Next", "step 1 1"])
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["Next", "other 0"])
  }

  @Test func anErasedViewIsNotErasedTwice() {
    #expect(AnyView(AnyView(Text("a"))).view is Text)
    #expect(render(AnyView(erasing: Text("a"))) == "<span>a</span>")
  }
}
