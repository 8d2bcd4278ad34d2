// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct InputViewTests {
  @Test func aRefusedValueChangesNothing() throws {
    let host = ViewHost.shown(
      InputView(tag: .input, box: Box(), value: { "1" }) { $0 == "2" }.disabled(false))
    try host.send(.input("2"), .input)
    #expect(throws: ViewEventError.self) { try host.send(.input("3"), .input) }
    #expect(throws: ViewEventError.self) { try host.send(.tap, .input) }
  }

  @Test func aBindingThatRefusesIsOnePatch() throws {
    struct Page: View {
      @State private var text = "ab"
      var body: some View {
        TextEditor(text: Binding(get: { text }, set: { text = String($0.prefix(2)) }))
      }
    }
    let host = ViewHost.shown(Page())
    let editor = host.ids(.textarea)[0]
    try host.send(.input("abc"), .textarea)
    #expect(host.flush() == [.setAttribute(editor, name: "value", value: "ab")])
    try host.send(.input("cd"), .textarea)
    #expect(host.flush().isEmpty)
  }

  @Test func aNumberOutOfBoundsIsOnePatch() throws {
    struct Page: View {
      @State private var size = 5.0
      var body: some View { Slider(value: $size, in: 1...5, step: 0.5) }
    }
    let host = ViewHost.shown(Page())
    try host.send(.input("99"), .input)
    #expect(host.flush() == [.setAttribute(host.ids(.input)[0], name: "value", value: "5")])
  }
}
