// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct ViewInteractionTests {
  @Test func aPointerComesAndGoes() throws {
    var log: [Bool] = []
    let host = ViewHost.shown(Text("a").onHover { log.append($0) })
    try host.send(.hover(true), .div, 1)
    try host.send(.hover(false), .div, 1)
    #expect(log == [true, false])
    #expect(throws: ViewEventError.self) { try host.send(.tap, .div, 1) }
  }

  @Test func theEndOfAHoverIsReportedInADisabledViewToo() throws {
    struct Page: View {
      @State private var isDisabled = false
      let report: (Bool) -> Void
      var body: some View {
        Text("a").onHover { report($0) }.disabled(isDisabled)
        Button("Disable") { isDisabled = true }
      }
    }
    var log: [Bool] = []
    let host = ViewHost.shown(Page { log.append($0) })
    let box = host.ids(.div)[1]
    try host.handle(ViewEvent(node: box, kind: .hover(true)))
    try host.tap()
    try host.handle(ViewEvent(node: box, kind: .hover(false)))
    #expect(log == [true, false])
    #expect(throws: ViewEventError.disabled(box)) {
      try host.handle(ViewEvent(node: box, kind: .hover(true)))
    }
    #expect(log == [true, false])
  }
}

@MainActor
struct KeyboardShortcutTests {
  @Test func aShortcutIsOnTheButton() {
    #expect(
      render(Button("a") {}.keyboardShortcut("S", modifiers: [.shift, .command]))
        .contains("data-keys=\"command shift s\""))
    #expect(render(Button("a") {}.keyboardShortcut(.defaultAction)).contains("data-keys=\"enter\""))
    #expect(render(Button("a") {}.keyboardShortcut(.space)).contains("\"command space\""))
  }
}

@MainActor
struct KeyEquivalentTests {
  @Test func keysHaveNames() {
    let keys: [KeyEquivalent] = [
      .return, .escape, .delete, .tab, .space, .upArrow, .downArrow, .leftArrow, .rightArrow, "K",
    ]
    #expect(
      keys.map(\.name) == [
        "enter", "escape", "backspace", "tab", "space", "arrowup", "arrowdown", "arrowleft",
        "arrowright", "k",
      ])
  }
}

@MainActor
struct EventModifiersTests {
  @Test func theyComeInOneOrder() {
    #expect(KeyboardShortcut("a", modifiers: .all).keys == "command control option shift a")
  }
}
