// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct ViewBuilderTests {
  private func build(@ViewBuilder _ content: () -> some View) -> String {
    render(content())
  }

  @Test func nothingOneAndSeveral() {
    #expect(build {} == "")
    #expect(build { Text("a") } == "<span>a</span>")
    #expect(
      build {
        Text("a")
        Divider()
        Text("b")
      } == "<span>a</span><hr><span>b</span>")
  }

  @Test(arguments: [0, 1, 2])
  func conditionsAndSwitches(number: Int) {
    let html = build {
      if number == 0 { Text("zero") }
      if number == 1 { Text("one") } else { Text("not one") }
      switch number {
      case 0: Text("a")
      case 1: Text("b")
      default: Text("c")
      }
      if #available(macOS 15, *) { Text("now") }
    }
    let expected = [
      ["zero", "not one", "a", "now"], ["one", "b", "now"], ["not one", "c", "now"],
    ]
    #expect(html == expected[number].map { "<span>\($0)</span>" }.joined())
  }

  @Test func moreThanTenViews() {
    let html = build {
      Text("0")
      Text("1")
      Text("2")
      Text("3")
      Text("4")
      Text("5")
      Text("6")
      Text("7")
      Text("8")
      Text("9")
      Text("10")
      Text("11")
    }
    #expect(html == (0...11).map { "<span>\($0)</span>" }.joined())
  }
}
