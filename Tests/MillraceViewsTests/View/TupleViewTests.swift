// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct TupleViewTests {
  @Test func itsViewsAreUpdatedInPlace() throws {
    struct Page: View {
      @State private var count = 0
      var body: some View {
        Text("first \(count)")
        Text("second")
        Button("Add") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    let ids = host.ids(.span)
    try host.tap()
    #expect(host.flush() == [.setText(ids[0], "first 1")])
    #expect(host.ids(.span) == ids)
  }

  @Test func oneAndManyViews() {
    #expect(render(TupleView(Text("a"))) == "<span>a</span>")
    #expect(
      render(TupleView(Text("a"), Divider(), Text("b"))) == "<span>a</span><hr><span>b</span>")
  }
}
