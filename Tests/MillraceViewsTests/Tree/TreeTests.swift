// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct TreeTests {
  @Test func viewsWithoutABodyAreNotComponents() {
    let host = ViewHost(Text("a"))
    #expect(host.bodyCount == 0)
    #expect(host.root?.main is ElementNode)
  }

  @Test func inAPickerOtherViewsThanTextsAreLeftOutAndUpdatedSafely() throws {
    struct Page: View {
      @State private var count = 0
      var body: some View {
        Picker("p", selection: .constant(0)) {
          Text("\(count)").tag(0)
          VStack { Text("\(count)") }
          Button("b") {}
        }
        Button("Add") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    #expect(host.flush() == [.setText(host.ids(.option)[0], "1")])
  }
}
