// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct TextFieldTests {
  @Test func theLabelIsAroundTheInput() {
    #expect(
      render(TextField("Name", text: .constant("x"))) == """
        <label class="mv-field"><span>Name</span>\
        <input type="text" value="x" data-on="input submit"></label>
        """)
    #expect(
      render(TextField("Name", text: .constant(""), prompt: Text("you")))
        .contains("<input type=\"text\" value=\"\" placeholder=\"you\""))
    #expect(render(TextField(text: .constant("")) { Text("L").bold() }).contains("mv-bold"))
  }
}
