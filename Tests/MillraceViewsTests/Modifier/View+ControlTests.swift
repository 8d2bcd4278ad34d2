// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct ViewControlTests {
  @Test func aSizeIsAClassAndAValueOfTheEnvironment() throws {
    struct Size: View {
      @Environment(\.controlSize) private var size
      var body: some View { Text("\(size)") }
    }
    #expect(
      render(VStack { Size() }.controlSize(.small))
        == "<div class=\"mv-vstack mv-size-small\"><span>small</span></div>")
    #expect(render(Size()) == "<span>regular</span>")
    #expect(
      render(VStack { Size() }.environment(\.controlSize, .extraLarge))
        == "<div class=\"mv-vstack mv-size-extra-large\"><span>extraLarge</span></div>")
    #expect(
      render(Button("a") {}.controlSize(.extraLarge).controlSize(.mini))
        .contains("class=\"mv-size-extra-large\""))
  }
}

@MainActor
struct ButtonBorderShapeTests {
  @Test func aShapeOfButtonsIsAPropertyThatTheyInherit() {
    #expect(
      render(HStack { Button("a") {} }.buttonBorderShape(.capsule))
        .hasPrefix("<div class=\"mv-hstack\" style=\"--mv-button-radius:999px\">"))
    #expect(
      render(Button("a") {}.buttonBorderShape(.roundedRectangle(radius: 3)))
        .contains("style=\"--mv-button-radius:3px\""))
    #expect(ButtonBorderShape.capsule != .circle)
    #expect(
      render(Button("a") {}.buttonBorderShape(.automatic).buttonBorderShape(.circle))
        .contains("style=\"--mv-button-radius:initial\""))
  }

  @Test func aSheetHasTheShapeAndAnAlertDoesNot() throws {
    struct Page: View {
      @State private var shape = ButtonBorderShape.capsule
      var body: some View {
        Text("a").sheet(isPresented: .constant(true)) {
          Button("b") { shape = .roundedRectangle }
          Text("c").presentationDetents([.medium])
        }
        .alert("d", isPresented: .constant(true)) {}
        .buttonBorderShape(shape)
      }
    }
    let host = ViewHost.shown(Page())
    func styles() -> [String?] { host.elements(.dialog).map { $0.value("style") } }
    #expect(styles().contains("--mv-button-radius:999px;height:50vh"))
    #expect(styles().contains(nil) && styles().count == 2)
    try host.tap(1)
    _ = host.flush()
    #expect(styles().contains("--mv-button-radius:9px;height:50vh"))
  }
}
