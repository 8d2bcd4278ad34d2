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
struct InvisibleControlTests {
  private struct Page: View {
    let kind: Int
    let act: (String) -> Void
    var body: some View {
      let shown = HStack {
        Button("Press") { act("press") }
        Button("Save") { act("save") }.keyboardShortcut("s")
        Toggle("On", isOn: Binding(get: { false }, set: { _ in act("toggle") }))
      }
      .sheet(isPresented: .constant(true)) { Button("Sheet") { act("sheet") } }
      switch kind {
      case 0: shown.hidden()
      case 1: shown.opacity(0)
      default: HTMLView("section", attributes: ["hidden": ""]) { shown }
      }
    }
  }

  /// A shortcut presses a button that a modifier hides, and the page reports it as a tap.
  @Test(arguments: 0..<3)
  func onlyWhatAUserCanStillDoIsHandled(kind: Int) throws {
    var log: [String] = []
    let host = ViewHost.shown(Page(kind: kind) { log.append($0) })
    let all = host.elements().all
    func id(_ label: String) throws -> NodeID { try #require(all.first { $0.label == label }).id }
    let press = try id("Press")
    #expect(throws: ViewEventError.covered(press)) {
      try host.handle(ViewEvent(node: press, kind: .tap))
    }
    let toggle = try id("On")
    #expect(throws: ViewEventError.covered(toggle)) {
      try host.handle(ViewEvent(node: toggle, kind: .toggle(true)))
    }
    let keyed = kind < 2 ? ["Save", "Sheet"] : ["Sheet"]
    for label in keyed { try host.handle(ViewEvent(node: try id(label), kind: .tap)) }
    #expect(log == keyed.map { $0.lowercased() })
  }

  @Test func aDragThatHidesItsViewGoesOn() throws {
    struct Page: View {
      @State private var isDragged = false
      let end: () -> Void
      var body: some View {
        Text("a").gesture(
          DragGesture(minimumDistance: 0).onChanged { _ in isDragged = true }.onEnded { _ in end() }
        )
        .opacity(isDragged ? 0 : 1)
      }
    }
    var ends = 0
    let host = ViewHost.shown(Page { ends += 1 })
    let box = try #require(host.nodes(.div).first { $0.events.contains(.drag) }).id
    func drag(_ phase: ViewEvent.Drag.Phase) -> ViewEvent {
      ViewEvent(
        node: box, kind: .drag(ViewEvent.Drag(from: .zero, to: CGPoint(x: 9, y: 9), phase: phase)))
    }
    try host.handle(drag(.changed))
    _ = host.flush()
    #expect(host.html().contains("visibility:hidden"))
    try host.handle(drag(.ended))
    #expect(ends == 1)
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
