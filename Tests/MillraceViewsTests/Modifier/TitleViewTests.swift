// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct TitleViewTests {
  private struct Page: View {
    @State private var isDetail = false
    @State private var count = 0
    var body: some View {
      VStack {
        Button("Detail") { isDetail.toggle() }
        Button("Count") { count += 1 }
        if isDetail { Text("d").navigationTitle("Detail") }
      }
      .navigationTitle("Count \(count)")
    }
  }

  @Test func theTitleFollowsTheViews() throws {
    let host = ViewHost.shown(Page())
    #expect(host.title == "Count 0")
    #expect(host.flush().isEmpty)
    try host.tap(1)
    #expect(host.flush() == [.setTitle("Count 1")])
    try host.tap(0)
    #expect(host.flush().last == .setTitle("Detail"))
    try host.tap(0)
    #expect(host.flush().last == .setTitle("Count 1"))
  }

  @Test func withoutATitleItIsEmpty() {
    #expect(ViewHost(Text("a")).title == "")
  }
}
