// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct SearchBarTests {
  private struct Page: View {
    @State private var text = "a"
    @State private var isPresented = false
    @State private var scope = 1

    var body: some View {
      Text("\(text) \(isPresented) \(scope)")
        .searchable(text: $text, isPresented: $isPresented, prompt: "Find")
        .searchScopes($scope) {
          Text("All").tag(1)
          Text("Unread").tag(2)
        }
      Button("Turn") { isPresented.toggle() }
    }
  }

  @Test func theScopesAreSegmentsBelowTheField() throws {
    let host = ViewHost.shown(Page())
    #expect(host.elements(.input).map { $0.value("type") } == ["search", "radio", "radio"])
    let picker = try #require(host.elements().children[0].children.last)
    #expect(picker.role == .picker && picker.label == "Scope" && picker.value == "All")
    try host.handle(ViewEvent(node: picker.id, kind: .select("2")))
    _ = host.flush()
    #expect(host.texts.contains("a false 2"))
  }

  @Test func aSheetOfTheViewHasNoScopes() {
    let host = ViewHost.shown(
      Text("x").sheet(isPresented: .constant(true)) {
        Text("y").searchable(text: .constant(""))
      }
      .searchScopes(.constant(1)) { Text("All").tag(1) })
    #expect(host.elements(.input).map { $0.value("type") } == ["search"])
  }

  @Test func theBindingFocusesTheField() throws {
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[0].value("autofocus") == "")
    #expect(host.texts.contains("a true 1"))
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.input)[0].value("autofocus") == nil)
    #expect(host.texts.contains(" false 1"))
  }

  @Test func theFocusIsWrittenToTheBinding() throws {
    let host = ViewHost.shown(Page())
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(host.texts.contains("a true 1"))
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(host.texts.contains("a true 1"), "the field is not empty")
    try host.send(.focus(true), .input)
    try host.send(.input(""), .input)
    try host.send(.focus(false), .input)
    _ = host.flush()
    #expect(host.texts.contains(" false 1"))
  }
}

@MainActor
struct SearchScopeActivationTests {
  @Test func theScopesAreAlwaysVisible() {
    let text = Text("x").searchable(text: .constant(""))
    #expect(
      render(text.searchScopes(.constant(1), activation: .automatic) { Text("All").tag(1) })
        == render(text.searchScopes(.constant(1)) { Text("All").tag(1) }))
  }
}
