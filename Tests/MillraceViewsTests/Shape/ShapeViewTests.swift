// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct ShapeViewTests {
  private struct Triangle: Shape {
    func path(in rect: CGRect) -> Path {
      Path { path in
        path.move(to: CGPoint(x: rect.midX, y: rect.minY))
        path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        path.closeSubpath()
      }
    }
  }

  @Test func aShapeIsStretched() {
    #expect(
      render(Triangle().fill(.red))
        == "<svg class=\"mv-shape mv-x mv-y\" aria-hidden=\"true\" viewBox=\"0 0 100 100\" "
        + "preserveAspectRatio=\"none\"><path style=\"fill:var(--mv-red)\" "
        + "d=\"M50 0L100 100L0 100Z\"></path></svg>")
    #expect(render(Triangle()).contains("fill:currentcolor"))
    #expect(!render(Circle()).contains("preserveAspectRatio"))
  }

  @Test func aFixedFrameSaysTheSize() {
    let html = render(Triangle().stroke(.blue, lineWidth: 2).frame(width: 20, height: 10))
    #expect(html.contains("viewBox=\"0 0 20 10\""))
    #expect(html.contains("style=\"fill:none;stroke:var(--mv-blue);stroke-width:2px\""))
    #expect(html.contains("d=\"M10 0L20 10L0 10Z\""))
    #expect(
      render(Triangle().padding().frame(width: 20, height: 10)).contains("0 0 100 100"))
  }

  @Test func aPathIsWhereItIs() {
    let path = Path(CGRect(x: 5, y: 5, width: 1, height: 1))
    #expect(!render(path.fill(.red)).contains("viewBox"))
  }

  @Test func aShapeFollowsItsView() throws {
    struct Page: View {
      @State private var isRed = true
      var body: some View {
        Button("a") { isRed.toggle() }
        Circle().fill(isRed ? .red : .blue).frame(width: 10, height: isRed ? 10 : 20)
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    try host.tap()
    try page.apply(host.flush())
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    #expect(page.root.description.contains("0 0 10 20"))
  }

  @Test func aNewElementOfAShapeInARowIsDecoratedToo() throws {
    struct Page: View {
      @State private var isSized = true
      var body: some View {
        Button("Turn") { isSized.toggle() }
        List { Capsule().frame(width: isSized ? 50 : nil, height: 8).help("bar") }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for _ in 0..<2 {
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.description.contains("title=\"bar\""))
    }
  }

  private struct Sized<Content: View>: View {
    let content: Content
    @State private var step = 0
    private var length: CGFloat? { [50, 100, nil, 20][step % 4] }
    var body: some View {
      Button("Next") { step += 1 }
      content.frame(width: length, height: 8).accessibilityHidden(step > 4).help("bar")
    }
  }

  private func expectToFollow(_ view: some View, _ sizes: [String?]) throws {
    let host = ViewHost(Sized(content: view))
    let page = PatchedPage(html: host.html())
    let fresh = { PatchedPage(html: host.html()).root.description }
    for size in sizes {
      try host.tap()
      try page.apply(host.flush())
      let text = page.root.description
      #expect(text == fresh())
      #expect(text.contains("title=\"bar\""))
      if let size {
        #expect(text.contains("viewBox=\"0 0 \(size)\""))
      } else {
        #expect(!text.contains("viewBox"))
      }
    }
  }

  @Test func aShapeFollowsItsFrame() throws {
    let sizes: [String?] = ["100 8", nil, "20 8", "50 8", "100 8", nil]
    try expectToFollow(Capsule(), sizes)
    try expectToFollow(Capsule().fill(.red), sizes)
    try expectToFollow(Group { Capsule() }.foregroundStyle(.blue), sizes)
    try expectToFollow(Triangle(), sizes.map { $0 ?? "100 100" })
  }

  @Test func aShapeWhoseFrameChangesIsDrawnAsIfItWereNew() throws {
    struct Bar: View {
      let model: Model
      var body: some View { Capsule().frame(width: CGFloat(model.other), height: 8) }
    }
    let model = Model()
    model.other = 40
    let host = ViewHost(Bar(model: model))
    let page = PatchedPage(html: host.html())
    model.other = 80
    try page.apply(host.flush())
    let new = PatchedPage(html: ViewHost(Bar(model: model)).html())
    #expect(page.root.description == new.root.description)
  }
}

@MainActor
struct StrokeStyleTests {
  @Test func lines() {
    let style = StrokeStyle(lineWidth: 1, lineCap: .round, lineJoin: .bevel, dash: [2, 3])
    #expect(
      render(Circle().stroke(.red, style: style)).contains(
        "stroke-linecap:round;stroke-linejoin:bevel;stroke-dasharray:2px 3px"))
    #expect(
      render(Rectangle().strokeBorder(.red, lineWidth: 2)).contains(
        "outline:2px solid var(--mv-red);outline-offset:-2px"))
    #expect(
      render(Rectangle().strokeBorder(.red, lineWidth: 2).frame(width: 10, height: 10))
        .contains("d=\"M1 1L9 1L9 9L1 9Z\""))
    #expect(
      render(Circle().fill(.red).stroke(.blue)).contains("fill:var(--mv-red);stroke:var(--mv-blue)")
    )
  }
}

@MainActor
struct FillStyleTests {
  @Test func anAreaThatIsEnclosedTwiceCanBeOutside() {
    let path = Path(CGRect(x: 0, y: 0, width: 9, height: 9))
    #expect(
      render(path.fill(.red, style: FillStyle(eoFill: true)))
        .contains("fill:var(--mv-red);fill-rule:evenodd"))
    #expect(
      render(path.fill(Color.red.gradient, style: FillStyle(eoFill: true)))
        .contains("path(evenodd,"))
  }
}
