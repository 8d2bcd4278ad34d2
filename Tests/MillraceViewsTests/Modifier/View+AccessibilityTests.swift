// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ViewAccessibilityTests {
  @Test func traitsAreRoles() {
    #expect(
      render(Text("a").accessibilityAddTraits(.isHeader))
        == "<span role=\"heading\" aria-level=\"2\">a</span>")
    #expect(
      render(Text("a").accessibilityAddTraits(.isHeader).accessibilityHeading(.h3))
        == "<span role=\"heading\" aria-level=\"3\">a</span>")
    #expect(
      render(Text("a").accessibilityAddTraits([.isButton, .isSelected]))
        == "<span role=\"button\" aria-current=\"true\" tabindex=\"0\">a</span>")
    #expect(
      render(Text("a").accessibilityAddTraits(.isLink))
        == "<span role=\"link\" tabindex=\"0\">a</span>")
    #expect(
      render(Text("a").accessibilityAddTraits(.isToggle))
        == "<span role=\"switch\" aria-checked=\"false\" tabindex=\"0\">a</span>")
    #expect(
      render(Text("a").accessibilityAddTraits([.isStaticText, .playsSound])).hasPrefix("<span>"))
    #expect(render(Text("a").accessibilityHeading(.h3)) == "<span>a</span>")
  }

  @Test func aControlKeepsItsRole() {
    let button = render(Button("a") {}.accessibilityAddTraits([.isHeader, .isSelected]))
    #expect(button.contains("<button type=\"button\" aria-current=\"true\""))
    #expect(!button.contains("role="))
    let field = TextField("x", text: .constant("")).accessibilityAddTraits([.isButton])
    #expect(!render(field).contains("role="))
    #expect(
      render(TextField("x", text: .constant("")).accessibilityAddTraits(.isSearchField))
        .contains("<input type=\"text\" value=\"\" role=\"searchbox\""))
    #expect(
      render(Button("a") {}.accessibilityAddTraits([.isToggle, .isSelected]))
        .contains("role=\"switch\" aria-checked=\"true\""))
  }

  @Test func removedTraitsAreThoseOfInnerModifiers() {
    let view = Text("a").accessibilityAddTraits([.isHeader, .isSelected])
    #expect(
      render(view.accessibilityRemoveTraits(.isHeader)) == "<span aria-current=\"true\">a</span>")
    #expect(
      render(Text("a").accessibilityRemoveTraits(.isHeader).accessibilityAddTraits(.isHeader))
        .contains("role=\"heading\""))
  }

  @Test func aTapGestureIsTheButton() throws {
    struct Page: View {
      @State private var count = 0
      var body: some View {
        VStack { Text("\(count)") }.padding().onTapGesture { count += 1 }
          .accessibilityAddTraits(.isButton).accessibilityLabel("Count")
      }
    }
    let host = ViewHost.shown(Page())
    let button = try #require(host.elements().all.first { $0.role == .button })
    #expect(button.label == "Count")
    try host.handle(ViewEvent(node: button.id, kind: .tap))
    _ = host.flush()
    #expect(host.texts == ["1"])
  }

  @Test func theOrderOfHintAndTraitDoesNotMatter() {
    let view = Text("More").onTapGesture {}
    for html in [
      render(view.accessibilityHint("Shows more").accessibilityAddTraits(.isButton)),
      render(view.accessibilityAddTraits(.isButton).accessibilityHint("Shows more")),
    ] {
      let wrapper = html.prefix { $0 != ">" }
      #expect(wrapper.contains("role=\"button\""))
      #expect(wrapper.contains("aria-description=\"Shows more\""))
    }
  }

  @Test func aShortcutBelongsToTheButtonInAnElement() {
    let html = render(
      Button("Save") {}.accessibilityElement(children: .contain).keyboardShortcut("s"))
    #expect(html.hasPrefix("<div class=\"mv-g\" role=\"group\"><button"))
    #expect(html.contains("data-keys"))
    #expect(!html.prefix { $0 != ">" }.contains("data-keys"))
  }

  @Test func anElementHasOneLabel() {
    let view = HStack {
      Text("a"); Text("b")
    }
    #expect(
      render(view.accessibilityElement().accessibilityLabel("Both").accessibilityValue("2"))
        == "<div class=\"mv-g\" role=\"img\" aria-label=\"Both\" aria-description=\"2\">"
        + "<div class=\"mv-hstack\"><span>a</span><span>b</span></div></div>")
    #expect(
      render(view.accessibilityElement(children: .combine)).hasPrefix(
        "<div class=\"mv-g\" role=\"group\">"))
    #expect(
      render(view.accessibilityElement(children: .contain).accessibilityAddTraits(.isButton))
        .hasPrefix("<div class=\"mv-g\" role=\"button\""))
  }

  @Test func aValueIsThatOfARange() {
    let slider = Slider(value: .constant(1), in: 0...4).accessibilityValue("one").accessibilityHint(
      "Size")
    #expect(render(slider).contains("aria-valuetext=\"one\" aria-description=\"Size\""))
    let gauge = Gauge(value: 0.5) { Text("Level") }.accessibilityValue("half")
    #expect(render(gauge).contains("value=\"0.5\" aria-valuetext=\"half\"></meter>"))
    #expect(
      render(Button("a") {}.accessibilityValue(Text("on")).accessibilityHint(Text("Turns it off")))
        .contains("aria-description=\"on, Turns it off\""))
    #expect(render(Text("a").accessibilityHint("b", isEnabled: false)) == "<span>a</span>")
    #expect(render(Text("a").accessibilityHidden(true, isEnabled: false)) == "<span>a</span>")
  }

  @Test func anIdentifierIsForTests() throws {
    let view = Toggle("a", isOn: .constant(true)).accessibilityIdentifier("switch")
    #expect(render(view).contains("<input type=\"checkbox\" checked data-testid=\"switch\""))
    let toggle = try #require(ViewHost.shown(view).elements().all.first { $0.role == .toggle })
    #expect(toggle.identifier == "switch")
  }

  @Test func aChangedTraitIsOnePatch() throws {
    struct Page: View {
      @State private var isOn = false
      var body: some View {
        Button("a") { isOn.toggle() }.accessibilityAddTraits(isOn ? .isSelected : [])
      }
    }
    let host = ViewHost.shown(Page())
    let button = host.ids(.button)[0]
    try host.tap()
    #expect(
      host.flush() == [.setAttribute(button, name: "aria-current", value: "true")])
    try host.tap()
    #expect(host.flush() == [.removeAttribute(button, name: "aria-current")])
  }

  @Test func aTextWithARoleContainsItsText() throws {
    let host = ViewHost.shown(Text("Title").accessibilityAddTraits(.isHeader))
    let heading = try #require(host.elements().all.first { $0.role == .heading })
    #expect(heading.label == "Title")
    #expect(host.elements().texts == ["Title"])
  }
}
