// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct FocusStateTests {
  struct Page: View {
    enum Field: Hashable { case name, mail }
    @FocusState private var field: Field?
    @State private var text = ""

    var body: some View {
      TextField("Name", text: $text).focused($field, equals: .name)
      TextField("Mail", text: $text).focused($field, equals: .mail)
      Button("Go") { field = .mail }
      Button("Leave") { field = nil }
      Text(field == .name ? "name" : field == .mail ? "mail" : "none")
    }
  }

  private func focus(_ host: ViewHost) -> [Bool] {
    host.elements(.input).map { $0.value("autofocus") != nil }
  }

  @Test func aValueMovesTheFocus() throws {
    let host = ViewHost.shown(Page())
    #expect(focus(host) == [false, false])
    try host.tap(0)
    let id = host.ids(.input)[1]
    #expect(host.flush().contains(.setAttribute(id, name: "autofocus", value: "")))
    try host.tap(1)
    #expect(host.flush().contains(.removeAttribute(id, name: "autofocus")))
  }

  @Test func theFocusOfThePageIsTheValue() throws {
    let host = ViewHost.shown(Page())
    try host.send(.focus(true), .input, 0)
    #expect(host.flush().count == 1, "the page has the focus already; the text alone is new")
    #expect(host.texts.last == "name")
    try host.send(.focus(false), .input, 0)
    try host.send(.focus(true), .input, 1)
    _ = host.flush()
    #expect(host.texts.last == "mail" && focus(host) == [false, true])
    try host.send(.focus(false), .input, 1)
    _ = host.flush()
    #expect(host.texts.last == "none")
  }

  @Test func aControlAlone() throws {
    struct One: View {
      @FocusState private var isFocused: Bool
      var body: some View {
        VStack { TextField("a", text: .constant("")) }.focused($isFocused)
        Text("\(isFocused)")
      }
    }
    let host = ViewHost.shown(One())
    try host.send(.focus(true), .input)
    _ = host.flush()
    #expect(host.texts.last == "true")
  }
}
