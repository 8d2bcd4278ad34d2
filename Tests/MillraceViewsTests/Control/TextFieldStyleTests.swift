// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor private let field = TextField("x", text: .constant(""))
@MainActor private let editor = TextEditor(text: .constant(""))

@MainActor
struct PlainTextFieldStyleTests {
  @Test func theStyleIsAClassOfTheFieldOrItsContainer() {
    #expect(
      render(field.textFieldStyle(.plain)).hasPrefix(
        "<label class=\"mv-field mv-plain-fields\">"))
    #expect(
      render(VStack { field }.textFieldStyle(PlainTextFieldStyle()))
        .hasPrefix("<div class=\"mv-vstack mv-plain-fields\">"))
  }
}

@MainActor
struct RoundedBorderTextFieldStyleTests {
  @Test func theInnerStyleIsUsed() {
    let html = render(field.textFieldStyle(.roundedBorder).textFieldStyle(.plain))
    #expect(html.hasPrefix("<label class=\"mv-field mv-bordered-fields\">"))
  }
}

@MainActor
struct DefaultTextFieldStyleTests {
  @Test func theStyleIsTheOneWithABorder() {
    #expect(
      render(field.textFieldStyle(.automatic)) == render(field.textFieldStyle(.roundedBorder)))
  }
}

@MainActor
struct PlainTextEditorStyleTests {
  @Test func theStyleIsAClassOfTheEditor() {
    #expect(render(editor.textEditorStyle(.plain)).contains("mv-editor mv-x mv-y mv-plain-editors"))
  }
}

@MainActor
struct AutomaticTextEditorStyleTests {
  @Test func theInnerStyleIsUsed() {
    let html = render(editor.textEditorStyle(.automatic).textEditorStyle(.plain))
    #expect(html.contains("mv-editor mv-x mv-y mv-bordered-editors"))
  }
}
