// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct PresentationDetentTests {
  private func style(_ view: some View) -> String? {
    ViewHost.shown(Text("x").sheet(isPresented: .constant(true)) { view })
      .elements(.dialog).first?.value("style")
  }

  @Test func oneHeight() {
    #expect(style(Text("a").presentationDetents([.medium])) == "height:50vh")
    #expect(style(Text("a").presentationDetents([.large])) == "height:90vh")
    #expect(style(Text("a").presentationDetents([.fraction(0.3)])) == "height:30vh")
    #expect(style(Text("a").presentationDetents([.height(200)])) == "height:min(200px, 90vh)")
    #expect(style(Text("a")) == nil)
  }

  @Test func severalHeightsAreLimits() {
    #expect(
      style(VStack { Text("a").presentationDetents([.medium, .large]) })
        == "min-height:min(50vh, 90vh);max-height:max(50vh, 90vh)")
  }
}

@MainActor
struct DetentsTests {
  private struct Page: View {
    @State private var detent = PresentationDetent.medium
    @State private var isLocked = false
    @State private var isShown = true

    var body: some View {
      Text("x").sheet(isPresented: $isShown) {
        Button("Large") { detent = .large }
        Button("Lock") { isLocked.toggle() }
        Text("content").presentationDetents([.medium, .large], selection: $detent)
          .presentationDragIndicator(.visible).interactiveDismissDisabled(isLocked)
      }
    }
  }

  @Test func theProgramChangesTheHeight() throws {
    let host = ViewHost.shown(Page())
    #expect(host.elements(.dialog)[0].value("style") == "height:50vh")
    try host.tap()
    #expect(
      host.flush() == [.setAttribute(host.ids(.dialog)[0], name: "style", value: "height:90vh")])
  }

  @Test func aSheetThatTheUserCannotClose() throws {
    let host = ViewHost.shown(Page())
    let dialog = host.ids(.dialog)[0]
    try host.tap(1)
    #expect(host.flush() == [.removeAttribute(dialog, name: "data-on")])
    #expect(throws: ViewEventError.self) { try host.send(.dismiss, .dialog) }
    try host.tap(1)
    #expect(host.flush() == [.setAttribute(dialog, name: "data-on", value: "dismiss")])
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty)
  }

  @Test func theViewThatDisabledItIsRemoved() throws {
    struct Page: View {
      @State private var isThere = true
      var body: some View {
        Text("x").sheet(isPresented: .constant(true)) {
          if isThere { Text("a").interactiveDismissDisabled().presentationDetents([.medium]) }
          Button("Remove") { isThere = false }
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(throws: ViewEventError.self) { try host.send(.dismiss, .dialog) }
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.dialog)[0].value("style") == nil)
    try host.send(.dismiss, .dialog)
  }

  @Test func outsideOfASheetThereIsNoEffect() {
    #expect(
      render(Text("a").presentationDetents([.medium]).interactiveDismissDisabled())
        == render(Text("a")))
  }
}
