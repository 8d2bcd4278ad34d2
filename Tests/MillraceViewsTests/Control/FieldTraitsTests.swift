// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct FieldTraitsTests {
  @Test func traitsAreAttributesOfTheField() {
    let mail = TextField("Mail", text: .constant(""))
      .textContentType(.emailAddress).keyboardType(.emailAddress).autocorrectionDisabled()
      .textInputAutocapitalization(.never).submitLabel(.next)
    #expect(
      render(mail).contains(
        "<input type=\"text\" value=\"\" autocomplete=\"email\" inputmode=\"email\""
          + " autocapitalize=\"none\" enterkeyhint=\"next\" autocorrect=\"off\""
          + " spellcheck=\"false\" data-on=\"input submit\">"))
    #expect(
      render(SecureField("Password", text: .constant("")).textContentType(.newPassword))
        .contains("autocomplete=\"new-password\""))
    #expect(
      render(TextEditor(text: .constant("")).autocorrectionDisabled())
        .contains("spellcheck=\"false\""))
    #expect(!render(TextField("x", text: .constant(""))).contains("spellcheck"))
  }

  @Test func theInnerModifierOfEachKindIsUsed() {
    let form = Form {
      TextField("a", text: .constant("")).autocorrectionDisabled(false).keyboardType(.default)
      Slider(value: .constant(0.5))
    }
    .autocorrectionDisabled().keyboardType(.numberPad).submitLabel(.go)
    let html = render(form)
    #expect(html.contains("enterkeyhint=\"go\" autocorrect=\"on\" spellcheck=\"true\""))
    #expect(!html.contains("inputmode"))
    #expect(!html.contains("<input type=\"range\" autocorrect"))
  }

  @Test func aChangeOfATraitIsOnePatchAndNoBodyOfTheField() throws {
    struct Inner: View {
      var body: some View { TextField("Code", text: .constant("")) }
    }
    struct Page: View {
      @State private var isNumber = true
      var body: some View {
        Inner().keyboardType(isNumber ? .numberPad : .default)
        Button("Switch") { isNumber.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let field = host.ids(.input)[0]
    try host.tap()
    #expect(host.flush() == [.removeAttribute(field, name: "inputmode")])
    try host.tap()
    #expect(host.flush() == [.setAttribute(field, name: "inputmode", value: "numeric")])
    #expect(host.bodies(Inner.self) == 1)
  }
}
