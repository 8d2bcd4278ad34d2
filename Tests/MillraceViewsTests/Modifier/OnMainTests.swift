// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct OnMainTests {
  /// A view that stores functions without isolation.
  private struct Page: View {
    let act: () -> Void
    let hover: (Bool) -> Void
    let change: (Int, Int) -> Void
    let content: () -> Text
    @State private var count = 0

    var body: some View {
      Button("Act", action: act)
      Button("Add") { count += 1 }
      Text("\(count)").onChange(of: count, change).onHover(perform: hover)
      DisclosureGroup(content: content, label: content)
    }
  }

  @Test func storedFunctionsAreActionsAndContents() throws {
    var log: [String] = []
    let page = Page(
      act: { log.append("act") }, hover: { log.append("over: \($0)") },
      change: { log.append("\($0) to \($1)") }, content: { Text("inside") })
    let host = ViewHost.shown(page)
    try host.tap(0)
    try host.tap(1)
    _ = host.flush()
    try host.send(.hover(true), .div, 1)
    #expect(log == ["act", "0 to 1", "over: true"])
    try host.tap(2)
    _ = host.flush()
    #expect(host.texts.filter { $0 == "inside" }.count == 2)
  }
}
