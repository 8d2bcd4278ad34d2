// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Pair<Left, Right>: DynamicProperty {
  @State var left: Left
  @State var right: Right
}

private struct Generic<Value>: View {
  var pair: Pair<Int, Value>
  @State private var third = "c"
  let padding: (UInt8, UInt8) = (1, 2)

  var body: some View {
    Text("\(pair.left) \(pair.right) \(third)")
    Button("Add") {
      pair.left += 1
      third += "c"
    }
  }
}

@MainActor struct PropertyInstallerTests {
  @Test func everyPropertyHasASlotOfItsOwn() throws {
    let host = ViewHost.shown(Generic(pair: Pair(left: 1, right: 2.5)))
    try host.tap()
    _ = host.flush()
    #expect(host.texts[0] == "2 2.5 cc")
  }

  @Test func aViewWithoutPropertiesKeepsNothing() {
    let host = ViewHost.shown(Text("a"))
    #expect(TypeLayout.of(Text.self).dynamicFields.isEmpty)
    host.close()
  }
}
