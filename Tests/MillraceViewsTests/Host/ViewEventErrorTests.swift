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

  @Test func theMessagesNameTheNodeAndTheRemedy() {
    let node = NodeID(rawValue: 3)
    #expect(ViewEventError.unknownNode(node).description.hasPrefix("Event for node #3: this page"))
    #expect(ViewEventError.unsupported(node, .tap).description.contains("does not take tap."))
    #expect(ViewEventError.disabled(node).description.contains("the control is disabled"))
    #expect(ViewEventError.closed.description.contains("let the page load again"))
  }
}
