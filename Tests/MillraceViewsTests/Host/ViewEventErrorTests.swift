// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ViewEventErrorTests {
  @Test func unknownUnsupportedAndClosed() throws {
    let host = ViewHost.shown(VStack { Button("a") {} })
    let unknown = NodeID(rawValue: 99)
    #expect(throws: ViewEventError.unknownNode(unknown)) {
      try host.handle(ViewEvent(node: unknown, kind: .tap))
    }
    #expect(throws: ViewEventError.unknownNode(NodeID(rawValue: -1))) {
      try host.handle(ViewEvent(node: NodeID(rawValue: -1), kind: .tap))
    }
    let label = host.ids(.span)[0]
    #expect(throws: ViewEventError.unsupported(label, .tap)) {
      try host.handle(ViewEvent(node: label, kind: .tap))
    }
    let button = host.ids(.button)[0]
    #expect(throws: ViewEventError.unsupported(button, .input("x"))) {
      try host.handle(ViewEvent(node: button, kind: .input("x")))
    }
    host.close()
    #expect(throws: ViewEventError.closed) {
      try host.handle(ViewEvent(node: button, kind: .tap))
    }
  }

  /// If the work doubled at each level, the test would not end.
  @Test func anEventForAnElementFarDownThatDoesNotListenIsRefused() throws {
    struct Deep: View {
      let depth: Int
      var body: some View {
        if depth > 0 { VStack { Deep(depth: depth - 1) } } else { Text("a") }
      }
    }
    let host = ViewHost.shown(Deep(depth: 64))
    let text = host.ids(.span)[0]
    #expect(throws: ViewEventError.unsupported(text, .tap)) {
      try host.handle(ViewEvent(node: text, kind: .tap))
    }
  }

  @Test func whatThePageShowsInVainIsTakenBack() throws {
    struct Locked: View {
      var body: some View {
        Form {
          Toggle("On", isOn: .constant(true))
          TextField("Name", text: .constant("Ada"))
        }
        .disabled(true)
        Picker("Size", selection: .constant(1)) {
          Text("Small").tag(1)
          Text("Large").tag(2)
        }
      }
    }
    let host = ViewHost.shown(Locked())
    let (inputs, select) = (host.ids(.input), host.ids(.select)[0])
    func patches(after event: ViewEvent) -> [Patch] {
      #expect(throws: ViewEventError.self) { try host.handle(event) }
      return host.flush()
    }
    #expect(
      patches(after: ViewEvent(node: inputs[0], kind: .toggle(false)))
        == [.setAttribute(inputs[0], name: "checked", value: "")])
    #expect(patches(after: ViewEvent(node: inputs[0], kind: .toggle(true))) == [])
    #expect(
      patches(after: ViewEvent(node: inputs[1], kind: .input("Bob")))
        == [.setAttribute(inputs[1], name: "value", value: "Ada")])
    let patch = try #require(patches(after: ViewEvent(node: select, kind: .select("x"))).first)
    guard case .setAttribute(select, name: "value", _) = patch else {
      Issue.record("\(patch)")
      return
    }
  }

  @Test func theMessagesNameTheNodeAndTheRemedy() {
    let node = NodeID(rawValue: 3)
    #expect(ViewEventError.unknownNode(node).description.hasPrefix("Event for node #3: this page"))
    #expect(ViewEventError.unsupported(node, .tap).description.contains("does not take tap."))
    #expect(ViewEventError.disabled(node).description.contains("the control is disabled"))
    #expect(ViewEventError.covered(node).description.contains("tab or column is not shown"))
    #expect(ViewEventError.covered(node).description.contains("a view around it is redacted"))
    #expect(ViewEventError.closed.description.contains("reload the page"))
  }
}
