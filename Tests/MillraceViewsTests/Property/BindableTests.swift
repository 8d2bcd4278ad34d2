// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct BindableTests {
  @Test func propertiesHaveBindings() throws {
    struct Page: View {
      @Bindable var model: Model
      var body: some View {
        TextField("t", text: $model.text)
        Text(model.text)
      }
    }
    let model = Model()
    let host = ViewHost.shown(Page(model: model))
    try host.send(.input("new"), .input)
    _ = host.flush()
    #expect(model.text == "new" && host.texts.last == "new")
    let same = Bindable(model)
    #expect(same.text.location.isSame(as: Bindable(model).text.location))
  }
}
