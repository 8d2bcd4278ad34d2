// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct NodeIDTests {
  @Test func itIsShownWithItsNumber() {
    #expect("\(NodeID(rawValue: 7))" == "#7")
  }

  @Test func anIDIsNeverUsedAgain() {
    struct Page: View {
      let model: Model
      var body: some View { if model.isOn { Text("a") } }
    }
    let model = Model()
    let host = ViewHost.shown(Page(model: model))
    var seen: Set<NodeID> = []
    for _ in 0..<5 {
      model.isOn = true
      _ = host.flush()
      #expect(seen.insert(host.ids(.span)[0]).inserted)
      model.isOn = false
      _ = host.flush()
    }
  }
}
