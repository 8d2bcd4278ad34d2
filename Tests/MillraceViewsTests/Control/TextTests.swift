// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct TextTests {
  @Test func everyFormOfText() {
    let part: Substring = "sub"
    #expect(render(Text("literal \(1)")) == "<span>literal 1</span>")
    #expect(render(Text(part)) == "<span>sub</span>")
    #expect(render(Text(verbatim: "*a*")) == "<span>*a*</span>")
  }

  @Test func aChangeIsOnePatch() {
    let model = Model()
    let host = ViewHost.shown(ModelText(model: model))
    model.text = ""
    #expect(host.flush() == [.setText(host.ids(.span)[0], "")])
  }

  @Test func textsAreComparedAndPutTogether() {
    #expect(Text("a") + Text("b") == Text("ab"))
    #expect(render(Text("a") + Text("<")) == "<span>a&lt;</span>")
  }
}
