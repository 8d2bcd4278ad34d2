// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Page: View {
  @State var text = "a"
  let filter: (String) -> String
  var body: some View {
    TextField("Name", text: Binding(get: { text }, set: { text = filter($0) }))
    Button("Clear") { text = "" }
  }
}

@MainActor struct FieldNodeTests {
  @Test func whatThePageShowsAlreadyIsNotToldAgain() throws {
    let host = ViewHost.shown(Page { $0 })
    try host.send(.input("ab"), .input)
    #expect(host.flush().isEmpty)
    try host.send(.input("abc"), .input)
    #expect(host.flush().isEmpty)
    #expect(host.html().contains("value=\"abc\""))
  }

  @Test func aBindingThatRefusesIsOnePatch() throws {
    let host = ViewHost.shown(Page { String($0.prefix(2)) })
    let input = host.ids(.input)[0]
    try host.send(.input("ab"), .input)
    #expect(host.flush().isEmpty)
    try host.send(.input("abc"), .input)
    #expect(host.flush() == [.setAttribute(input, name: "value", value: "ab")])
    try host.send(.input("abx"), .input)
    #expect(host.flush() == [.setAttribute(input, name: "value", value: "ab")])
  }

  @Test func whatIsTypedBetweenTwoFlushesIsRefusedAsOne() throws {
    let host = ViewHost.shown(Page { String($0.prefix(2)) })
    let input = host.ids(.input)[0]
    for text in ["abc", "abcd"] { try host.send(.input(text), .input) }
    try host.send(.submit, .input)
    #expect(host.flush() == [.setAttribute(input, name: "value", value: "ab")])
  }

  @Test func aChangeByTheProgramIsOnePatch() throws {
    let host = ViewHost.shown(Page { $0 })
    try host.send(.input("ab"), .input)
    try host.tap()
    #expect(host.flush() == [.setAttribute(host.ids(.input)[0], name: "value", value: "")])
  }

  @Test func aModelThatOnlyTheBindingReadsUpdatesTheField() {
    struct Bound: View {
      let model: Model
      var body: some View {
        TextField("Text", text: Binding(get: { model.text }, set: { model.text = $0 }))
      }
    }
    let model = Model()
    let host = ViewHost.shown(Bound(model: model))
    model.text = "b"
    #expect(host.flush() == [.setAttribute(host.ids(.input)[0], name: "value", value: "b")])
    #expect(host.bodyCount == 1)
  }

  @Test func inputIsRefusedWhileDisabled() {
    let host = ViewHost.shown(TextField("a", text: .constant("")).disabled(true))
    let input = host.ids(.input)[0]
    #expect(throws: ViewEventError.disabled(input)) { try host.send(.input("x"), .input) }
    #expect(throws: ViewEventError.unsupported(input, .tap)) { try host.send(.tap, .input) }
  }
}
