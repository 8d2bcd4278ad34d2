// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ListTests {
  @Test func everyElementIsARow() {
    let html = render(
      List {
        Text("a")
        if true { Text("b").bold() }
        ForEach(0..<2) { Button("\($0)") {} }
        HStack { Text("c") }
      })
    #expect(
      html == """
        <ul class="mv-list"><li><span>a</span></li><li><span class="mv-bold">b</span></li>\
        <li><button type="button" data-on="tap"><span>0</span></button></li>\
        <li><button type="button" data-on="tap"><span>1</span></button></li>\
        <li><div class="mv-hstack"><span>c</span></div></li></ul>
        """)
  }

  @Test func aListInARowHasRowsOfItsOwn() {
    let html = render(List { List { Text("a") } })
    #expect(
      html == """
        <ul class="mv-list"><li><ul class="mv-list"><li><span>a</span></li></ul></li></ul>
        """)
  }

  @Test func identifiableData() {
    struct Item: Identifiable { let id: Int }
    #expect(
      render(List([Item(id: 4)]) { Text("\($0.id)") })
        == "<ul class=\"mv-list\"><li><span>4</span></li></ul>")
  }
}
