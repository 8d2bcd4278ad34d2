// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct KeyPressTests {
  @Test func thePageIsToldTheKeys() {
    let html = render(
      Text("a").focusable().onKeyPress(keys: [.upArrow, "K"], phases: .all) { _ in .handled })
    #expect(html.contains("data-press=\"arrowup k\""))
    #expect(html.contains("data-phases=\"down repeat up\""))
    #expect(html.contains("tabindex=\"0\""))
    #expect(!render(Text("a").focusable(false)).contains("tabindex"))
  }

  @Test func aKeyRunsItsAction() throws {
    var log: [String] = []
    let host = ViewHost.shown(
      Text("a").onKeyPress(keys: ["a", .leftArrow]) {
        log.append("\($0.key.name) \($0.phase.rawValue) \($0.modifiers.rawValue)")
        return .handled
      })
    try host.send(.key("a", .down, .shift), .div, 1)
    try host.send(.key("arrowleft", .repeat, []), .div, 1)
    #expect(log == ["a 1 2", "arrowleft 2 0"])
    #expect(throws: ViewEventError.self) { try host.send(.key("a", .up, []), .div, 1) }
    #expect(throws: ViewEventError.self) { try host.send(.key("b", .down, []), .div, 1) }
  }

  @Test func oneKeyNeedsNoArgument() throws {
    var count = 0
    let host = ViewHost.shown(
      Text("a")
        .onKeyPress(.space) {
          count += 1
          return .handled
        }
        .onKeyPress(.return, phases: .up) { press in
          count += press.characters == "\r" ? 10 : 0
          return .ignored
        })
    try host.send(.key("space", .down, []), .div, 2)
    try host.send(.key("enter", .up, []), .div, 1)
    #expect(count == 11)
  }

  @Test func ofALetterInBothCasesTheOneThatIsTypedIsReported() throws {
    for _ in 0..<20 {
      var log: [Character] = []
      let host = ViewHost.shown(
        Text("a").onKeyPress(keys: ["A", "a", "B", "c"]) {
          log.append($0.key.character)
          return .handled
        })
      for (name, modifiers) in [("a", []), ("a", .shift), ("b", []), ("c", .shift)]
        as [(String, EventModifiers)]
      {
        try host.send(.key(name, .down, modifiers), .div, 1)
      }
      #expect(log == ["a", "A", "B", "c"])
    }
  }
}
