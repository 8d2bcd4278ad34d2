// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

private struct Leaf: View {
  let number: Int
  var body: some View { Text("\(number)") }
}

private struct WithClosure: View {
  let action: () -> Void
  var body: some View { Text("closure") }
}

private struct Parent: View {
  @State private var count = 0
  var body: some View {
    Text("\(count)")
    Leaf(number: 1)
    Leaf(number: count / 2)
    WithClosure {}
    Button("Add") { count += 1 }
  }
}

@MainActor struct ViewTests {
  @Test func aChildRunsAgainOnlyIfItsInputsDiffer() throws {
    let host = ViewHost.shown(Parent())
    #expect(host.bodies(Leaf.self) == 2)
    try host.tap()
    #expect(host.flush() == [.setText(host.ids(.span)[0], "1")])
    #expect(host.bodies(Parent.self) == 2)
    #expect(host.bodies(Leaf.self) == 2)
    try host.tap()
    #expect(host.flush().count == 2)
    #expect(host.bodies(Leaf.self) == 3)
  }

  @Test func aChildWithAClosureAlwaysRunsAgain() throws {
    let host = ViewHost.shown(Parent())
    try host.tap()
    _ = host.flush()
    #expect(host.bodies(WithClosure.self) == 2)
  }

  @Test func aDeepTreeDoesNotOverflowTheStack() {
    struct Nested: View {
      let depth: Int
      var body: AnyView {
        depth == 0 ? AnyView(Text("end")) : AnyView(VStack { Nested(depth: depth - 1) })
      }
    }
    let host = ViewHost(Nested(depth: 1000))
    #expect(host.html().contains("end"))
    #expect(host.bodyCount == 1001)
    host.close()
  }
}
