// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct IdentifiedViewTests {
  @Test func anotherIDBeginsAnew() throws {
    struct Tally: View {
      @State private var count = 0
      var body: some View { Button("\(count)") { count += 1 } }
    }
    struct Page: View {
      @State private var id = "a"
      var body: some View {
        Tally().id(id)
        Button("Same") { id = "a" }
        Button("Other") { id = "b" }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts[0] == "1")
    try host.tap(2)
    _ = host.flush()
    #expect(host.texts[0] == "0")
  }
}
