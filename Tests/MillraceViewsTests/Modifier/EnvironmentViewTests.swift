// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct EnvironmentViewTests {
  @Test func anEqualValueRunsNothing() throws {
    struct Reader: View {
      @Environment(\.isEnabled) private var isEnabled
      var body: some View { Text("\(isEnabled)") }
    }
    struct Page: View {
      @State private var count = 0
      var body: some View {
        Reader().disabled(count > 1)
        Button("\(count)") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    #expect(host.flush().count == 1)
    #expect(host.bodies(Reader.self) == 1)
    try host.tap()
    #expect(host.flush().count == 2)
    #expect(host.bodies(Reader.self) == 2)
  }
}
