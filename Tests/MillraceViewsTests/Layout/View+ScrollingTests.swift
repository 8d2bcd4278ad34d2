// SPDX-License-Identifier: Apache-2.0

@testable import MillraceViews
import Testing

@MainActor
struct ViewScrollingTests {
  @Test func theContentOfASheetDoesNotScrollEither() throws {
    struct Page: View {
      @State private var isDisabled = true
      var body: some View {
        Text("a").sheet(isPresented: .constant(true)) {
          ScrollView { Button("Turn") { isDisabled.toggle() } }
        }
        .scrollDisabled(isDisabled)
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements(.dialog)[0].value("style") == "--mv-scrolling:hidden")
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.dialog)[0].value("style") == nil)
  }

  @Test func scrollingIsAnEnvironmentValue() throws {
    struct Reader: View {
      @Environment(\.isScrollEnabled) private var isEnabled
      var body: some View { Text("\(isEnabled)") }
    }
    struct Page: View {
      @State private var isDisabled = true
      var body: some View {
        Reader().scrollDisabled(isDisabled)
        Button("Turn") { isDisabled.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.html().contains("style=\"--mv-scrolling:hidden\">false</span>"))
    try host.tap()
    _ = host.flush()
    #expect(host.html().contains("style=\"--mv-scrolling:auto\">true</span>"))
    #expect(host.bodies(Reader.self) == 2)
  }

  @Test func anAnchorIsAnAttributeOfTheScrollView() {
    #expect(
      render(ScrollView { Text("a") }.frame(height: 90).defaultScrollAnchor(.bottom))
        .contains("tabindex=\"0\" data-anchor=\"0.5 1\""))
    #expect(!render(ScrollView { Text("a") }.defaultScrollAnchor(nil)).contains("data-anchor"))
  }

  @Test func theBackgroundOfAnEditorCanBeHidden() {
    #expect(
      render(
        Text("a").scrollContentBackground(.hidden).scrollDismissesKeyboard(.immediately)
          .scrollBounceBehavior(.basedOnSize))
        == "<span style=\"--mv-editor:transparent\">a</span>")
    // The inner value is used, although the property is inherited.
    #expect(
      render(Text("a").scrollContentBackground(.visible))
        == "<span style=\"--mv-editor:var(--card)\">a</span>")
  }
}

@MainActor
struct ScrollIndicatorVisibilityTests {
  @Test func scrollBarsAreInherited() {
    #expect(
      render(Text("a").scrollIndicators(.hidden))
        == "<span style=\"--mv-bars-x:none;--mv-bars-y:none\">a</span>")
    #expect(
      render(Text("a").scrollIndicators(.never, axes: .horizontal))
        == "<span style=\"--mv-bars-x:none\">a</span>")
    #expect(render(Text("a").scrollIndicators(.visible)).contains("--mv-bars-y:auto"))
  }
}
