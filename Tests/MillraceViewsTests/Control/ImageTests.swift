// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor struct ImageTests {
  @Test func aFileHasAnAddressAndAName() {
    #expect(
      render(Image("a b/ü.png"))
        == "<img class=\"mv-image\" src=\"/images/a%20b%2F%C3%BC.png\" alt=\"a b/ü.png\">")
    #expect(render(Image(decorative: "x").resizable()).contains("mv-resizable"))
    #expect(render(Image("x", label: Text("A \"dog\""))).contains("alt=\"A &quot;dog&quot;\""))
    #expect(Image.address("../\u{0}") == "/images/..%2F%00")
  }

  @Test func aPictureOfTheSystemIsDrawn() {
    #expect(
      render(Image(systemName: "star.fill"))
        == "<svg class=\"mv-symbol\" aria-label=\"star fill\" role=\"img\" "
        + "viewBox=\"0 0 24 24\"><path class=\"mv-filled\" d=\"\(Symbol.named("star").path)\">"
        + "</path></svg>")
  }

  @Test func aPictureFollowsItsName() throws {
    struct Page: View {
      @State private var isOn = false
      var body: some View {
        Button(action: { isOn.toggle() }) { Image(systemName: isOn ? "pause" : "play") }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    #expect(host.flush().count == 2, "the outline and the label")
    #expect(host.elements(.path)[0].value("d") == Symbol.named("pause").path)
  }

  @Test func aFileAndAPictureOfTheSystemTakeTurns() throws {
    struct Page: View {
      @State private var photo: String?
      var body: some View {
        Button("Turn") { photo = photo == nil ? "ada.png" : nil }
        HStack { picture }
        picture.padding().accessibilityLabel("Ada")
      }

      private var picture: Image { photo.map { Image($0) } ?? Image(systemName: "person") }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    for count in [2, 0] {
      try host.tap()
      try page.apply(host.flush())
      #expect(host.ids(.img).count == count && host.ids(.path).count == 2 - count)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
      #expect(page.root.description.contains("aria-label=\"Ada\""))
    }
  }

  @Test func manyPicturesOfAListFollowTheirNames() throws {
    struct Page: View {
      @State private var suffix = ""
      var body: some View {
        Button("Change") { suffix = "!" }
        List(0..<100, id: \.self) { Image("\($0)\(suffix)") }
      }
    }
    let host = ViewHost.shown(Page())
    let ids = host.ids(.img)
    try host.tap()
    #expect(host.flush().count == 200, "the address and the alternative text of each image")
    #expect(host.ids(.img) == ids)
  }

  @Test func pixelsStaySharpWithoutInterpolation() {
    let html = render(Image("a.png").resizable().interpolation(.none))
    #expect(html.contains("class=\"mv-image mv-resizable mv-pixels\""))
    #expect(!render(Image("a.png").interpolation(.high)).contains("mv-pixels"))
    let image = Image(systemName: "star")
    #expect(render(image.symbolRenderingMode(.palette)) == render(image))
  }
}
