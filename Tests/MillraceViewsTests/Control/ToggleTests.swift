// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ToggleTests {
  private struct Page: View {
    @State private var isOn = false
    var canBeOn = true
    var body: some View {
      Toggle("Loud", isOn: Binding(get: { isOn }, set: { isOn = $0 && canBeOn }))
      Button("Flip") { isOn.toggle() }
    }
  }

  @Test func theLabelIsAroundTheBox() {
    #expect(
      render(Toggle("Loud", isOn: .constant(true))) == """
        <label class="mv-toggle"><input type="checkbox" checked data-on="toggle">\
        <span>Loud</span></label>
        """)
  }

  @Test func aPersonAndTheProgramChangeIt() throws {
    let host = ViewHost.shown(Page())
    let box = host.ids(.input)[0]
    try host.send(.toggle(true), .input)
    #expect(host.flush().isEmpty)
    try host.tap()
    #expect(host.flush() == [.removeAttribute(box, name: "checked")])
    try host.tap()
    #expect(host.flush() == [.setAttribute(box, name: "checked", value: "")])
  }

  @Test func aBindingThatRefusesIsOnePatch() throws {
    let host = ViewHost.shown(Page(canBeOn: false))
    try host.send(.toggle(true), .input)
    #expect(host.flush() == [.removeAttribute(host.ids(.input)[0], name: "checked")])
  }
}
