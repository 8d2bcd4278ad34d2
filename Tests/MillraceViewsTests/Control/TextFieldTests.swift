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

  @Test func aFieldWithAVerticalAxisHasSeveralLines() throws {
    struct Page: View {
      @State var text = "a\nb"
      var body: some View {
        TextField("Note", text: $text, prompt: Text("more"), axis: .vertical).lineLimit(2...5)
        Button("Clear") { text = "" }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(
      render(Page()).contains(
        "<textarea class=\"mv-grow\" rows=\"1\" placeholder=\"more\" data-on=\"input\">\na\nb"))
    try host.send(.input("a\nb\nc"), .textarea)
    #expect(host.flush().isEmpty)
    let field = host.ids(.textarea)[0]
    #expect(throws: ViewEventError.unsupported(field, .submit)) {
      try host.send(.submit, .textarea)
    }
    try host.tap()
    #expect(host.flush() == [.setAttribute(field, name: "value", value: "")])
    #expect(
      render(TextField("a", text: .constant(""), axis: .horizontal))
        == render(TextField("a", text: .constant(""))))
    #expect(
      render(TextField(text: .constant(""), axis: .vertical) { Text("L") })
        .contains("<span>L</span><textarea"))
  }

  @Test func aFieldWithAnotherAxisIsAnotherField() throws {
    struct Page: View {
      @State var text = "a"
      @State var axis = Axis.horizontal
      var body: some View {
        List { TextField("Note", text: $text, axis: axis) }
        Button("Turn") { axis = axis == .vertical ? .horizontal : .vertical }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.ids(.input).isEmpty)
    try host.send(.input("a\nb"), .textarea)
    try host.tap()
    _ = host.flush()
    #expect(host.ids(.textarea).isEmpty)
    #expect(host.elements(.input).map { $0.value("value") } == ["a\nb"])
  }
}
