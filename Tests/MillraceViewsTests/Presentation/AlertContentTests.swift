// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct AlertContentTests {
  @Test func itsPartsAreUpdatedInPlace() {
    struct Page: View {
      let model: Model
      var body: some View {
        Text("page").alert(model.text, isPresented: .constant(true)) {
          Button(model.text) {}
        } message: {
          Text("fixed")
        }
      }
    }
    let model = Model()
    let host = ViewHost.shown(Page(model: model))
    model.text = "b"
    let patches = host.flush()
    #expect(patches.filter { if case .setText(_, "b") = $0 { true } else { false } }.count == 2)
    #expect(patches.allSatisfy { if case .insert = $0 { false } else { true } })
  }
}
