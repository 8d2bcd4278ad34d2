// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct LeftKey: EnvironmentKey { static let defaultValue = "-" }
private struct RightKey: EnvironmentKey { static let defaultValue = "-" }

extension EnvironmentValues {
  fileprivate var left: String {
    get { self[LeftKey.self] }
    set { self[LeftKey.self] = newValue }
  }
  fileprivate var right: String {
    get { self[RightKey.self] }
    set { self[RightKey.self] = newValue }
  }
}

@MainActor struct EnvironmentViewTests {
  @Test func anotherKeyPathWithTheSameValueIsAChange() throws {
    struct Reader: View {
      @Environment(\.left) private var left
      @Environment(\.right) private var right
      var body: some View { Text(left + right) }
    }
    struct Page: View {
      @State private var isLeft = true
      var body: some View {
        Reader().environment(isLeft ? \.left : \.right, "x")
        Button("Other") { isLeft = false }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts[0] == "x-")
    try host.tap()
    #expect(host.flush() == [.setText(host.ids(.span)[0], "-x")])
  }

  @Test func aLookComesAndGoesWithItsKeyPath() throws {
    struct Page: View {
      @State var isLook: Bool
      var body: some View {
        VStack {}.environment(isLook ? \.isScrollEnabled : \.isEnabled, false)
        Button("Turn") { isLook.toggle() }
      }
    }
    for start in [true, false] {
      let host = ViewHost.shown(Page(isLook: start))
      for isLook in [start, !start, start] {
        let style = host.elements(.div)[1].value("style")
        #expect(style == (isLook ? "--mv-scrolling:hidden" : nil))
        try host.tap()
        _ = host.flush()
      }
    }
  }

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
