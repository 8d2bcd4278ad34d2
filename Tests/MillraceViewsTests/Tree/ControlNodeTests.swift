// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct ControlNodeTests {
  @Test func everyControlIsDisabledByTheViewsAroundIt() {
    let html = render(
      VStack {
        Button("b") {}
        TextField("t", text: .constant(""))
        SecureField("s", text: .constant(""))
        Toggle("o", isOn: .constant(true))
        Picker("p", selection: .constant(1)) { Text("1").tag(1) }
      }
      .disabled(true))
    #expect(html.split(separator: " disabled").count == 6)
  }

  @Test func theCaptionNamesTheControl() {
    #expect(
      render(Toggle(isOn: .constant(false)) { Text("Long caption") })
        .hasSuffix("<span>Long caption</span></label>"))
  }
}
