// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ComponentNodeTests {
  @Test func aComponentThatIsDirtyAndUpdatedRunsOnce() throws {
    struct Child: View {
      let model: Model
      let number: Int
      var body: some View { Text("\(number) \(model.text)") }
    }
    struct Parent: View {
      let model: Model
      var body: some View { Child(model: model, number: model.other) }
    }
    let model = Model()
    let host = ViewHost.shown(Parent(model: model))
    model.text = "b"
    model.other = 1
    #expect(host.flush() == [.setText(host.ids(.span)[0], "1 b")])
    #expect(host.bodyCount == 4)
  }

  @Test func aBodyMayBeAComponentAgain() {
    struct Inner: View { var body: some View { Text("inner") } }
    struct Outer: View { var body: some View { Inner() } }
    let host = ViewHost(Outer())
    #expect(host.bodyCount == 2)
    #expect(host.html().contains("inner"))
  }
}
