// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct TagViewTests {
  @Test func outsideAPickerItChangesNothing() {
    #expect(render(Text("a").tag(1)) == "<span>a</span>")
  }

  @Test func aRowWhoseTagChangesKeepsItsState() throws {
    struct Counter: View {
      @State private var count = 0
      var body: some View { Button("count \(count)") { count += 1 } }
    }
    struct Page: View {
      @State private var tag = 1
      @State private var selected: Int? = 2
      var body: some View {
        List(selection: $selected) {
          Counter().tag(tag)
        }
        Button("Change") { tag = 2 }
        Text("\(selected ?? 0)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    #expect(host.elements(.li)[0].value("aria-current") == nil)
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.first == "count 1")
    #expect(host.elements(.li)[0].value("aria-current") == "true")
    try host.send(.tap, .li)
    _ = host.flush()
    #expect(host.texts.last == "2")
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
