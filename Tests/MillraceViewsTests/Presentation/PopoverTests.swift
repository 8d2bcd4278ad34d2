// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct PopoverTests {
  struct Page: View {
    @State private var isOpen = false
    var body: some View {
      Button("Open") { isOpen = true }.popover(isPresented: $isOpen) { Text("inside") }
      Text("\(isOpen)")
    }
  }

  @Test func itOpensAndIsClosed() throws {
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["Open", "inside", "true"])
    let popover = try #require(host.elements(.div).first { $0.value("role") == "dialog" })
    try host.handle(ViewEvent(node: popover.id, kind: .dismiss))
    _ = host.flush()
    #expect(host.texts == ["Open", "false"])
  }
}
