// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

private struct Page: View {
  @State var amount = 1234
  @State var guests: Int? = 2
  var style: IntegerFormatStyle<Int> { .number.locale(Locale(identifier: "en_US")) }
  var body: some View {
    TextField("Amount", value: $amount, format: style)
    TextField(value: $guests, format: style, prompt: Text("none")) { Text("Guests") }
    Button("Raise") { amount += 1 }
    Text("\(amount) \(guests ?? -1)").onSubmit {}
  }
}

@MainActor struct FormattedFieldTests {
  private func value(_ host: ViewHost, _ index: Int = 0) -> String? {
    host.elements(.input)[index].value("value")
  }

  private func result(_ host: ViewHost) -> String? { host.texts.last }

  @Test func theFieldShowsTheFormattedValue() {
    let host = ViewHost.shown(Page())
    #expect(value(host) == "1,234")
    #expect(value(host, 1) == "2")
    #expect(host.elements(.input)[1].value("placeholder") == "none")
    #expect(host.html().contains("data-on=\"input submit focus\""))
    let title: Substring = "Share"
    #expect(
      render(TextField(title, value: .constant(3), format: .number)).contains("value=\"3\""))
  }

  @Test func aFieldForAValueBecomesAFieldForAText() throws {
    struct Page: View {
      @State var name = "a"
      @State var amount = 1
      @State var isText = false
      var body: some View {
        Button("Turn") { isText.toggle() }
        isText
          ? TextField("Field", text: $name) : TextField("Field", value: $amount, format: .number)
        Text("\(name) \(amount)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(value(host) == "a")
    try host.send(.input("b"), .input)
    _ = host.flush()
    #expect(result(host) == "b 1")
    try host.tap()
    _ = host.flush()
    try host.send(.input("2"), .input)
    _ = host.flush()
    #expect(result(host) == "b 1")
    try host.send(.submit, .input)
    _ = host.flush()
    #expect(result(host) == "b 2")
  }

  @Test func aFormatForTextsAcceptsAnEmptyOne() throws {
    struct Same: ParseableFormatStyle, ParseStrategy {
      var parseStrategy: Same { self }
      func format(_ value: String) -> String { value }
      func parse(_ value: String) -> String { value }
    }
    struct Page: View {
      @State var text = "a"
      var body: some View {
        TextField("Text", value: $text, format: Same())
        Text("<\(text)>")
      }
    }
    let host = ViewHost.shown(Page())
    try host.send(.input(""), .input)
    try host.send(.submit, .input)
    _ = host.flush()
    #expect(result(host) == "<>")
  }

  @Test func aTextIsTakenOverWithReturn() throws {
    let host = ViewHost.shown(Page())
    try host.send(.input("5000"), .input)
    #expect(host.flush().isEmpty)
    #expect(result(host) == "1234 2")
    try host.send(.submit, .input)
    let field = host.ids(.input)[0]
    #expect(
      host.flush().first { $0 == .setAttribute(field, name: "value", value: "5,000") } != nil)
    #expect(result(host) == "5000 2")
    #expect(host.bodies(Page.self) == 2)
  }

  @Test func aTextIsTakenOverWhenTheFocusLeaves() throws {
    let host = ViewHost.shown(Page())
    try host.send(.focus(true), .input)
    try host.send(.input("7"), .input)
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(value(host) == "7")
    #expect(result(host) == "7 2")
    try host.send(.focus(true), .input)
    try host.send(.focus(false), .input)
    #expect(host.flush().isEmpty)
  }

  @Test func anInvalidTextIsReplacedByTheValue() throws {
    let host = ViewHost.shown(Page())
    let field = host.ids(.input)[0]
    try host.send(.input("many"), .input)
    try host.send(.submit, .input)
    #expect(host.flush() == [.setAttribute(field, name: "value", value: "1,234")])
    #expect(result(host) == "1234 2")
    #expect(host.bodies(Page.self) == 1)
  }

  @Test func anEmptyFieldIsNil() throws {
    let host = ViewHost.shown(Page())
    try host.send(.input(" "), .input, 1)
    try host.send(.submit, .input, 1)
    _ = host.flush()
    #expect(result(host) == "1234 -1")
    #expect(value(host, 1) == "")
    try host.send(.input("x"), .input, 1)
    try host.send(.focus(false), .input, 1)
    _ = host.flush()
    #expect(value(host, 1) == "")
    #expect(result(host) == "1234 -1")
  }

  @Test func aChangeOfTheValueReplacesTheTypedText() throws {
    let host = ViewHost.shown(Page())
    try host.send(.input("9"), .input)
    try host.tap()
    _ = host.flush()
    #expect(value(host) == "1,235")
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(result(host) == "1235 2")
  }

  @Test func aBodyThatRunsAgainKeepsTheTypedText() throws {
    struct Other: View {
      @State var amount = 1
      @State var count = 0
      var body: some View {
        TextField("Amount", value: $amount, format: .number)
        Button("Count \(count)") { count += 1 }
      }
    }
    let host = ViewHost.shown(Other())
    try host.send(.input("25"), .input)
    try host.tap()
    _ = host.flush()
    #expect(value(host) == "25")
    try host.send(.submit, .input)
    #expect(host.flush().isEmpty)
    #expect(value(host) == "25")
  }

  @Test func theValueIsTakenOverBeforeTheFocusStateChanges() throws {
    struct Focused: View {
      @State var amount = 1
      @State var log = ""
      @FocusState var isFocused: Bool
      var body: some View {
        TextField("Amount", value: $amount, format: .number).focused($isFocused)
          .onChange(of: isFocused) { log += "\(isFocused) \(amount);" }
        Text(log)
        if amount < 100 { Text("small") }
      }
    }
    let host = ViewHost.shown(Focused())
    try host.send(.focus(true), .input)
    _ = host.flush()
    try host.send(.input("30"), .input)
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(host.texts.contains("true 1;false 30;"))
  }

  @Test func theFieldReportsTheFocusWhenAModifierNoLongerDoes() throws {
    struct Sometimes: View {
      @State var amount = 1
      @State var isOn = true
      @FocusState var isFocused: Bool
      var body: some View {
        VStack {
          if isOn { Button("x") {} }
          TextField("Amount", value: $amount, format: .number)
        }
        .focused($isFocused)
        Button("Switch") { isOn.toggle() }
      }
    }
    let host = ViewHost.shown(Sometimes())
    try host.tap(1)
    _ = host.flush()
    try host.tap(0)
    _ = host.flush()
    #expect(host.html().contains("data-on=\"input submit focus\""))
    try host.send(.input("3"), .input)
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(value(host) == "3")
  }

  @Test func aDisabledFieldTakesNothingOver() throws {
    struct Closing: View {
      @State var amount = 1
      @State var isClosed = false
      var body: some View {
        TextField("Amount", value: $amount, format: .number).disabled(isClosed)
        Button("Close") { isClosed = true }
      }
    }
    let host = ViewHost.shown(Closing())
    try host.send(.input("2"), .input)
    try host.tap()
    _ = host.flush()
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(value(host) == "1")
  }
}
