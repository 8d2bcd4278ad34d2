// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Checklist: ToggleStyle {
  var mark = "x"

  func makeBody(configuration: Configuration) -> some View {
    Button {
      configuration.isOn.toggle()
    } label: {
      Text(configuration.isOn ? mark : "-")
      configuration.label
    }
  }
}

private struct Boxed: ToggleStyle {
  func makeBody(configuration: Configuration) -> some View {
    GroupBox { Toggle(configuration).toggleStyle(.switch) }
  }
}

@MainActor
struct ToggleStyleTests {
  @Test func aStyleOfTheApplicationMakesTheViewAndChangesTheValue() throws {
    struct Page: View {
      @State private var isOn = false
      var body: some View {
        Toggle("Loud", isOn: $isOn).toggleStyle(Checklist())
        Text("\(isOn)")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts == ["-", "Loud", "false"])
    try host.tap()
    #expect(host.flush().count == 2, "two texts")
    #expect(host.texts == ["x", "Loud", "true"])
  }

  @Test func aNewValueOfAStyleIsShown() throws {
    struct Page: View {
      @State private var mark = "x"
      var body: some View {
        Toggle("Loud", isOn: .constant(true)).toggleStyle(Checklist(mark: mark))
        Button("Change") { mark = "y" }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(1)
    #expect(host.flush().count == 1 && host.texts.first == "y")
  }

  @Test func aStyleCanUseABuiltInOne() {
    #expect(
      render(List { Toggle("Loud", isOn: .constant(true)).toggleStyle(Boxed()) })
        .contains("<label class=\"mv-toggle mv-switch\"><span>Loud</span><input"))
  }

  @Test func aStyleCanChangeTheStyleAroundIt() {
    struct Padded: ToggleStyle {
      func makeBody(configuration: Configuration) -> some View { Toggle(configuration).padding() }
    }
    let toggle = Toggle("Loud", isOn: .constant(true))
    #expect(render(toggle.toggleStyle(Padded())) == render(toggle.padding()))
    #expect(
      render(toggle.toggleStyle(Padded()).toggleStyle(.switch))
        == render(toggle.toggleStyle(.switch).padding()))
    #expect(
      render(toggle.toggleStyle(Padded()).toggleStyle(Checklist()))
        == render(toggle.toggleStyle(Checklist()).padding()))
  }

  @Test func aToggleWithASystemImage() {
    #expect(
      render(Toggle("Loud", systemImage: "star", isOn: .constant(false)))
        .contains("<span class=\"mv-label\">"))
  }
}

@MainActor
struct DefaultToggleStyleTests {
  @Test func itIsACheckbox() {
    let toggle = Toggle("Loud", isOn: .constant(false))
    #expect(render(toggle.toggleStyle(.automatic)) == render(toggle))
  }
}

@MainActor
struct CheckboxToggleStyleTests {
  @Test func itIsUsedInsideAnotherOne() {
    let toggle = Toggle("Loud", isOn: .constant(false))
    #expect(render(toggle.toggleStyle(.checkbox).toggleStyle(.switch)) == render(toggle))
  }
}

@MainActor
struct SwitchToggleStyleTests {
  @Test func itHasItsRoleAndIsAfterItsLabel() {
    #expect(
      render(Toggle("Loud", isOn: .constant(true)).toggleStyle(.switch)) == """
        <label class="mv-toggle mv-switch"><span>Loud</span>\
        <input type="checkbox" role="switch" checked data-on="toggle"></label>
        """)
  }
}

@MainActor
struct ButtonToggleStyleTests {
  @Test func itIsACheckbox() {
    #expect(
      render(VStack { Toggle("Loud", isOn: .constant(false)) }.toggleStyle(.button)).contains(
        "<label class=\"mv-toggle mv-toggle-button\"><input type=\"checkbox\" data-on=\"toggle\">"))
  }
}

@MainActor
struct ToggleStyleConfigurationTests {
  @Test func itIsNeverMixed() {
    struct Mixed: ToggleStyle {
      func makeBody(configuration: Configuration) -> some View {
        Text("\(configuration.isOn) \(configuration.isMixed)")
      }
    }
    #expect(
      render(Toggle("Loud", isOn: .constant(true)).toggleStyle(Mixed()))
        == "<span>true false</span>")
  }
}
