// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

struct ViewEventTests {
  @Test func eventsAreCompared() {
    let event = ViewEvent(node: NodeID(rawValue: 1), kind: .input("a"))
    #expect(event == ViewEvent(node: NodeID(rawValue: 1), kind: .input("a")))
    #expect(event != ViewEvent(node: NodeID(rawValue: 1), kind: .input("b")))
  }
}
