// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Tally: View {
  @State private var count = 0
  var body: some View { Button("\(count)") { count += 1 } }
}

private struct Page: View {
  @State private var isFirst = true
  var body: some View {
    Button("Switch") { isFirst.toggle() }
    if isFirst { Tally() } else { Tally() }
    if isFirst { Text("only first") }
    Text("end")
  }
}

@MainActor struct ConditionalContentTests {
  @Test func theBranchesHaveStateOfTheirOwn() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts == ["Switch", "1", "only first", "end"])
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["Switch", "0", "end"])
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["Switch", "0", "only first", "end"])
  }

  /// The branches above it change too.
  ///
  /// Adjacent elements are removed together and inserted together.
  @Test func anOptionalIsOneInsertAndOneRemove() throws {
    let host = ViewHost.shown(Page())
    let end = host.ids(.span)[3]
    let buttons = host.ids(.button)
    try host.tap(0)
    let away = host.flush()
    #expect(away.count == 2)
    #expect(away.contains(.remove(buttons[1], through: NodeID(rawValue: end.rawValue - 1))))
    try host.tap(0)
    let back = host.flush()
    #expect(back.count == 2)
    guard case .insert(let html, NodeID(rawValue: 1), end) = back[1] else {
      Issue.record("\(back)")
      return
    }
    let id = host.ids(.span)[2].rawValue
    #expect(html.hasSuffix("<span data-n=\"\(id)\">only first</span>"))
  }
}
