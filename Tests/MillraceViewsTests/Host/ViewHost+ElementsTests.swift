// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
@Suite struct ViewHostElementsTests {
  private func elements(of view: some View) -> [ViewElement] {
    let host = ViewHost(view)
    _ = host.html()
    return host.elements().children
  }

  @Test func aTextIsCalledWhatItSays() throws {
    let text = try #require(elements(of: Text("a < b")).first)
    #expect(text.role == .text && text.label == "a < b" && text.value == nil)
    #expect(text.isEnabled && text.children.isEmpty)
  }

  @Test func anAccessibilityLabelComesBeforeTheText() throws {
    let button = try #require(elements(of: Button("x") {}.accessibilityLabel("Close")).first)
    #expect(button.role == .button && button.label == "Close" && button.texts == ["x"])
    let field = try #require(
      elements(of: TextField("Name", text: .constant("Ada")).accessibilityLabel("Your name")).first)
    #expect(field.role == .textField && field.label == "Your name" && field.value == "Ada")
  }

  @Test func aControlAndItsCaptionAreOne() throws {
    let all = elements(
      of: VStack {
        Toggle("On", isOn: .constant(true))
        SecureField("Secret", text: .constant("abc"))
        Picker("Size", selection: .constant(2)) {
          Text("Small").tag(1)
          Text("Large").tag(2)
        }
      }.disabled(true))
    let stack = try #require(all.first)
    #expect(stack.role == .group && stack.texts == ["On", "Secret", "Size"])
    #expect(stack.children.map(\.role) == [.toggle, .secureField, .picker])
    #expect(stack.children.map(\.value) == ["on", "•••", "Large"])
    #expect(stack.children.allSatisfy { !$0.isEnabled })
    #expect(stack.children[2].children.map(\.value) == ["1", "2"])
    #expect(stack.all.count == 6)
  }

  @Test func aCaptionCanContainAButton() throws {
    let toggle = Toggle(isOn: .constant(true)) {
      Button("Info") {}
      Text("On")
    }
    for all in [
      elements(of: toggle.toggleStyle(.switch)),
      elements(of: TextField(text: .constant("a")) { Text("Name").onTapGesture {} }),
    ] {
      let control = try #require(all.first)
      #expect(control.role == .toggle || control.role == .textField)
    }
  }

  @Test func aSliderIsCalledAsItsLabelSays() throws {
    let slider = Slider(value: .constant(3.0), in: 0...9) {
      Text("Size")
    } minimumValueLabel: {
      Text("small")
    } maximumValueLabel: {
      Text("large")
    }
    let element = try #require(elements(of: slider).first)
    #expect(element.role == .slider && element.label == "Size" && element.value == "3")
    #expect(element.texts == ["small", "large"], "a user sees the labels of the ends")
    let plain = try #require(elements(of: Slider(value: .constant(0.5)) { Text("Size") }).first)
    #expect(plain.label == "Size" && plain.children.isEmpty)
  }

  @Test func aSectionOfAListIsNoRow() throws {
    let list = List {
      Section("first") {
        Text("a")
        Text("b")
      }
      Section("second") { Text("c") }.padding().onTapGesture {}
      Text("d")
    }
    let element = try #require(elements(of: list).first)
    #expect(element.children.map(\.role) == [.group, .group, .row])
    let rows = element.all.filter { $0.role == .row }
    #expect(rows.map(\.texts) == [["a"], ["b"], ["c"], ["d"]])
    #expect(element.all.count { $0.role == .section } == 2)
  }

  @Test func aControlInTheLabelOfAProgressViewIsOnlyAPart() throws {
    let all = elements(of: ProgressView { Button("Stop") {} })
    let view = try #require(all.first)
    #expect(view.role == .group && view.children.map(\.role) == [.button, .progress])
    #expect(view.children.map(\.label) == ["Stop", ""])
  }

  @Test func whatIsChosenAndNotOfferedIsNothing() throws {
    let picker = Picker("Size", selection: .constant(3)) { Text("Small").tag(1) }
    #expect(elements(of: picker).first?.value == "")
  }

  @Test func aClosedHostHasNothing() {
    let host = ViewHost(Text("a"))
    host.close()
    #expect(host.elements().all.count == 1 && host.elements().texts.isEmpty)
  }

  @Test func bodiesAreCountedByType() {
    let host = ViewHost(VStack { [Part(name: "a"), Part(name: "b")][0] })
    #expect(host.bodies(of: Part.self) == 1)
    #expect(host.bodies(of: Text.self) == 0)
  }
}

private struct Part: View {
  let name: String

  var body: some View { Text(name) }
}
