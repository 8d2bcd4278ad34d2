// SPDX-License-Identifier: Apache-2.0

@testable import MillraceViews
import Testing

@MainActor
struct KeyCommandsTests {
  @Test func commandsAreKeys() throws {
    struct Page: View {
      @State private var log: [String] = []
      var body: some View {
        Text(log.joined(separator: " ")).focusable(interactions: .activate)
          .onMoveCommand { log.append("\($0)") }
          .onExitCommand { log.append("exit") }
          .onDeleteCommand { log.append("delete") }
      }
    }
    let host = ViewHost.shown(Page())
    let nodes = host.nodes(.div).filter { $0.events.contains(.key) }
    #expect(nodes.count == 3)
    #expect(nodes[0].value(.dataPress) == "backspace delete")
    // A page leaves the keys of a control to the control, also if the command is for it alone.
    #expect(nodes.allSatisfy { $0.value(.dataPhases) == "down repeat command" })
    for (node, key) in [
      (0, "delete"), (1, "escape"), (2, "arrowup"), (2, "arrowdown"), (2, "arrowleft"),
      (2, "arrowright"),
    ] {
      try host.handle(ViewEvent(node: nodes[node].id, kind: .key(key, .down, [])))
    }
    _ = host.flush()
    #expect(host.texts == ["delete exit up down left right"])
  }

  @Test func withoutAnActionThereAreNoKeys() {
    let host = ViewHost.shown(Text("a").onExitCommand(perform: nil))
    #expect(host.nodes(.div).last?.value(.dataPress) == "")
  }

  @Test func aShortcutCanBeNil() {
    let none: KeyboardShortcut? = nil
    #expect(!render(Button("a") {}.keyboardShortcut(none)).contains("data-keys"))
    #expect(render(Button("a") {}.keyboardShortcut(.cancelAction)).contains("data-keys=\"escape\""))
    #expect(render(Button("a") {}.keyboardShortcut(.home)).contains("data-keys=\"command home\""))
  }

  @Test func theRingCanBeHidden() {
    #expect(render(Text("a").focusEffectDisabled()) == "<span class=\"mv-no-ring\">a</span>")
    #expect(render(Text("a").focusEffectDisabled(false)) == "<span>a</span>")
  }
}

@MainActor
struct FocusInteractionsTests {
  @Test func eachOfThemNeedsTheFocus() {
    #expect(
      render(Text("a").focusable(interactions: .edit))
        == "<div class=\"mv-g\" tabindex=\"0\"><span>a</span></div>")
    #expect(!render(Text("a").focusable(false, interactions: .automatic)).contains("tabindex"))
    #expect(!render(Text("a").focusable(interactions: [])).contains("tabindex"))
  }
}
