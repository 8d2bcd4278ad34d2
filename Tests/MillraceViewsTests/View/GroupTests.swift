// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct GroupTests {
  @Test func itMakesNoBoxAndModifiesEachView() {
    let html = render(
      Group {
        Text("a")
        Text("b")
      }
      .font(.title))
    #expect(html == "<span class=\"mv-font-title\">a</span><span class=\"mv-font-title\">b</span>")
  }

  @Test func itsContentIsUpdated() {
    let model = Model()
    let host = ViewHost.shown(Group { ModelText(model: model) })
    model.text = "b"
    #expect(host.flush() == [.setText(host.ids(.span)[0], "b")])
  }
}
