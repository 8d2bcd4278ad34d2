// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct GridTests {
  @Test func aCellAlignsItsColumn() {
    #expect(
      render(GridRow { Text("a").padding().gridColumnAlignment(.trailing) })
        .contains("<div class=\"mv-g mv-column-trailing\""))
  }

  @Test func rowsAndCells() {
    #expect(
      render(
        Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
          GridRow(alignment: .top) {
            Text("a")
            Text("b").gridCellColumns(2)
          }
          Divider()
        })
        == "<div class=\"mv-grid mv-align-leading\" style=\"column-gap:4px;row-gap:2px\">"
        + "<div class=\"mv-grid-row mv-cells-top\"><span>a</span>"
        + "<span style=\"grid-column-end:span 2\">b</span><div class=\"mv-span\"></div></div>"
        + "<hr></div>")
  }

  @Test func aCellHasAnElementForEachColumn() throws {
    struct Page: View {
      @State private var columns = 3
      var body: some View {
        GridRow {
          Text("a").gridCellColumns(columns).padding()
          Text("b")
        }
        Button("Less") { columns -= 1 }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    func classes() -> [String?] {
      host.elements(.div).map { $0.value("class") }.filter { $0 != "mv-grid-row" }
    }
    #expect(classes() == ["mv-root", "mv-g", "mv-span", "mv-span"])
    for count in [1, 0, 0] {
      try host.tap()
      try page.apply(host.flush())
      #expect(classes() == ["mv-root", "mv-g"] + Array(repeating: "mv-span", count: count))
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func eachCellOfAGroupSpansColumns() throws {
    struct Page: View {
      @State private var names = ["a", "b", "c"]
      var body: some View {
        GridRow { ForEach(names, id: \.self) { Text($0) }.gridCellColumns(2) }
        Button("Less") { names.remove(at: names.count / 2) }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for texts in ["abc", "ac", "a", ""] {
      let html = host.html()
      #expect(page.root.description == PatchedPage(html: html).root.description)
      let cells = html.matches(of: #/>(\w)</span><div data-n="\d+" class="mv-span"></div>/#)
      #expect(cells.map(\.1).joined() == texts)
      #expect(html.split(separator: "mv-span").count == texts.count + 1)
      guard !texts.isEmpty else { break }
      try host.tap()
      try page.apply(host.flush())
    }
  }

  @Test func theInnermostNumberOfColumnsIsUsed() throws {
    struct Page: View {
      @State private var inner = 2
      var body: some View {
        GridRow {
          ForEach(0..<2) { index in
            if index == 0 { Text("a").gridCellColumns(inner) } else { Text("b") }
          }
          .gridCellColumns(4)
        }
        Button("Change") { inner = inner == 2 ? 1 : 3 }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for inner in [2, 1, 3] {
      let html = page.root.description
      #expect(html.contains("span \(inner)") && html.contains("span 4"))
      #expect(html.split(separator: "class=\"mv-span\"").count - 1 == inner - 1 + 3)
      #expect(html == PatchedPage(html: host.html()).root.description)
      try host.tap()
      try page.apply(host.flush())
    }
  }

  @Test func modifiersAroundACellAreForTheCellOnly() {
    let html = render(
      GridRow { Text("a").gridCellColumns(2).accessibilityIdentifier("a").opacity(0.5) })
    #expect(html.hasSuffix("a</span><div class=\"mv-span\"></div></div>"))
  }
}

@MainActor
struct LazyVGridTests {
  @Test func itemsAreTracks() {
    let html = render(
      LazyVGrid(
        columns: [
          GridItem(.fixed(40), spacing: 3), GridItem(), GridItem(.adaptive(minimum: 20)),
          GridItem(.flexible(minimum: 1, maximum: 9)),
        ], spacing: 5
      ) { Text("a") })
    #expect(
      html == "<div class=\"mv-lazy-grid mv-x\" style=\"grid-template-columns:40px "
        + "minmax(10px,1fr) repeat(auto-fill,minmax(20px,1fr)) minmax(1px,9px);column-gap:3px;"
        + "row-gap:5px\"><span>a</span></div>")
  }
}

@MainActor
struct LazyHGridTests {
  @Test func aSpacingIsNeverNegative() {
    let items = [GridItem(spacing: -1)]
    #expect(
      render(LazyHGrid(rows: items, spacing: -2) {}).contains(";row-gap:0px;column-gap:0px"))
    #expect(
      render(LazyVGrid(columns: items, spacing: -2) {}).contains(";column-gap:0px;row-gap:0px"))
  }

  @Test func rowsAreTracks() {
    #expect(
      render(LazyHGrid(rows: [GridItem(.fixed(1))]) {})
        .contains("mv-down mv-y\" style=\"grid-template-rows:1px\""))
  }
}

@MainActor
struct GridItemTests {
  @Test func boundsAreNeverTheWrongWayRound() {
    #expect(
      render(LazyVGrid(columns: [GridItem(.flexible(minimum: 9, maximum: 2))]) {})
        .contains("minmax(9px,9px)"))
  }

  @Test func anAlignmentOfAllItemsIsThatOfTheCells() {
    let item = GridItem(alignment: .topLeading)
    #expect(
      render(LazyVGrid(columns: [item, item]) {}).contains("place-items:start start"))
    #expect(
      render(LazyHGrid(rows: [GridItem(alignment: .bottom)]) {})
        .contains("place-items:end center"))
    let baseline = GridItem(
      alignment: Alignment(horizontal: .trailing, vertical: .lastTextBaseline))
    #expect(
      render(LazyVGrid(columns: [baseline]) {}).contains("place-items:last baseline end"))
    #expect(!render(LazyVGrid(columns: [item, GridItem()]) {}).contains("place-items"))
  }

  @Test func onlyTheFirstAdaptiveItemIsRepeated() {
    let items = [GridItem(.adaptive(minimum: 20)), GridItem(.adaptive(minimum: 30))]
    let tracks = "repeat(auto-fill,minmax(20px,1fr)) minmax(30px,1fr)"
    #expect(
      render(LazyVGrid(columns: items) {}).contains("\"grid-template-columns:\(tracks)\""))
    #expect(render(LazyHGrid(rows: items) {}).contains("\"grid-template-rows:\(tracks)\""))
  }

  @Test func asManyColumnsFitAsTheSmallerWidthAllows() {
    #expect(
      render(LazyVGrid(columns: [GridItem(.adaptive(minimum: 280, maximum: 380))]) {})
        .contains("repeat(auto-fill,minmax(280px,1fr))"))
  }
}

@MainActor
struct GridRowTests {
  @Test func aModifierAroundARowIsAroundEachCell() {
    let row = "<div class=\"mv-grid\"><div class=\"mv-grid-row\">"
    let box = "<div class=\"mv-g\" style=\"padding-top:1px\">"
    #expect(
      render(
        Grid {
          GridRow {
            Text("a")
            Text("b")
          }.padding(.top, 1)
        })
        == "\(row)\(box)<span>a</span></div>\(box)<span>b</span></div></div></div>")
    #expect(
      render(GridRow { Text("a") }.padding(.top, 1))
        == "\(box)<div class=\"mv-grid-row\"><span>a</span></div></div>",
      "a row outside of a grid is one view")
  }

  @Test func decorationsApplyToTheCellsAlsoOutsideOfAGrid() {
    let cell = "<span style=\"opacity:0.5\">a</span>"
    #expect(
      render(GridRow { Text("a") }.opacity(0.5)) == "<div class=\"mv-grid-row\">\(cell)</div>")
    #expect(
      render(List { GridRow { Text("a") }.opacity(0.5) })
        == "<ul class=\"mv-list mv-x\"><li><div class=\"mv-grid-row\">\(cell)</div></li></ul>")
  }

  @Test func aRowInALayoutThatBecomesAGridIsARowOfIt() throws {
    struct Page: View {
      @State private var isGrid = false
      var body: some View {
        let layout = isGrid ? AnyLayout(GridLayout()) : AnyLayout(HStackLayout())
        layout {
          GridRow {
            Button("Turn") { isGrid.toggle() }
            Text("b")
          }
          .padding(.top, 1)
        }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for name in ["mv-hstack", "mv-grid", "mv-hstack"] {
      let inside = page.root.description.replacing(#/\ data-n="\d+"/#, with: "")
      let box = "<div class=\"mv-g\" style=\"padding-top:1px\">"
      #expect(inside.contains("<div class=\"\(name)\"><div class=\"mv-grid-row\">\(box)<button"))
      #expect(inside.contains("\(box)<span>b</span></div></div></div>"))
      try host.tap()
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func decorationsOfARowApplyToItsCells() throws {
    struct Page: View {
      @State private var count = 1
      @State private var isFaint = true
      var body: some View {
        Grid {
          GridRow {
            ForEach(0..<count, id: \.self) { Text("\($0)").opacity(0.5) }
          }
          .opacity(isFaint ? 0.5 : 1).background(Color.red).padding(.top, CGFloat(count))
        }
        Button("More") { count += 1 }
        Button("Turn") { isFaint.toggle() }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    func styles() -> [String?] {
      host.elements(.span).prefix { $0.text != "More" }.map { $0.value("style") }
    }
    #expect(styles() == ["opacity:0.25"])
    try host.tap()
    try page.apply(host.flush())
    #expect(styles() == ["opacity:0.25", "opacity:0.25"])
    try host.tap(1)
    try page.apply(host.flush())
    #expect(styles() == ["opacity:0.5", "opacity:0.5"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    #expect(page.root.description.components(separatedBy: "padding-top:2px").count == 3)
    #expect(page.root.description.components(separatedBy: "background:var(--mv-red)").count == 3)
  }

  @Test func cellsAreAlignedAtABaseline() {
    #expect(
      render(Grid(alignment: .leadingFirstTextBaseline) {}).hasPrefix(
        "<div class=\"mv-grid mv-align-leading mv-align-firstTextBaseline\">"))
    #expect(
      render(GridLayout(alignment: .centerLastTextBaseline)() {}).hasPrefix(
        "<div class=\"mv-grid mv-align-lastTextBaseline\">"))
  }

  @Test func itsCellsStandInTheGrid() {
    #expect(render(GridRow { Text("a") }) == "<div class=\"mv-grid-row\"><span>a</span></div>")
  }
}
