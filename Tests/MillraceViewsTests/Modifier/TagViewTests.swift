// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct TagViewTests {
  @Test func outsideAPickerItChangesNothing() {
    #expect(render(Text("a").tag(1)) == "<span>a</span>")
  }

  @Test func aChangedTagIsAnotherOption() throws {
    struct Page: View {
      @State private var tag = 1
      var body: some View {
        Picker("p", selection: .constant(2)) { Text("x").tag(tag) }
        Button("Change") { tag = 2 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let patches = host.flush()
    #expect(patches.count == 3)
    #expect(
      patches.last == .setAttribute(host.ids(.select)[0], name: "value", value: "2"))
  }
}
