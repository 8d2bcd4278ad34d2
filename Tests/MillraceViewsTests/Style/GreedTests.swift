// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct GreedTests {
  /// For each element that takes all the room in a direction: its first class, and its classes
  /// `mv-gx` and `mv-gy`.
  private func greedy(_ host: ViewHost) -> [String] {
    func walk(_ element: ElementNode) -> [String] {
      let classes = (element.classes ?? "").split(separator: " ")
      let greed = classes.filter { $0.hasPrefix("mv-g") && $0.count == 5 }
      return (greed.isEmpty ? [] : ["\(classes[0]) \(greed.joined(separator: " "))"])
        + element.sent.flatMap(walk)
    }
    return host.root.map(walk) ?? []
  }

  private func greedy(_ view: some View) -> [String] { greedy(ViewHost.shown(view)) }

  @Test func whatIsAroundAListAsksForItsWidth() {
    #expect(greedy(VStack { HStack { List { Text("a") } } }) == ["mv-hstack mv-gx"])
    #expect(greedy(VStack { HStack { Text("a") } }).isEmpty)
    #expect(
      greedy(HStack { VStack { Color.red } }) == ["mv-vstack mv-gx mv-gy"], "in both directions")
  }

  @Test func aCellAsksForTheWidthOfItsGrid() {
    let cell = Text("a").frame(maxWidth: .infinity).padding()
    #expect(
      greedy(VStack { Grid { GridRow { cell } } })
        == ["mv-grid mv-gx", "mv-grid-row mv-gx", "mv-g mv-gx"])
  }

  @Test func aSpacerAsksInTheDirectionOfItsStack() {
    #expect(greedy(VStack { HStack { Spacer() } }) == ["mv-hstack mv-gx"])
    #expect(greedy(HStack { VStack { Spacer() } }) == ["mv-vstack mv-gy"])
    #expect(greedy(ZStack { ZStack { Spacer() } }).isEmpty)
  }

  @Test func aSpacerInTheWrapperOfAModifierAsksInTheDirectionOfItsStack() {
    let horizontal = ["mv-hstack mv-gx", "mv-g mv-gx"]
    #expect(greedy(VStack { HStack { Spacer().padding() } }) == horizontal)
    #expect(greedy(VStack { HStack { Spacer().frame(height: 9) } }) == horizontal)
    #expect(greedy(VStack { HStack { Spacer().frame(width: 9) } }).isEmpty)
    #expect(
      greedy(HStack { VStack { Spacer().padding().background(.red) } })
        == ["mv-vstack mv-gy", "mv-g mv-gy"])
    #expect(greedy(VStack { HStack { Text("a").overlay { Spacer() } } }).isEmpty)
    #expect(greedy(ZStack { Spacer().padding() }).isEmpty)
  }

  @Test func aLengthAndALayerAreBounds() {
    let list = List { Text("a") }
    #expect(greedy(VStack { HStack { list.frame(width: 100) } }).isEmpty)
    #expect(greedy(VStack { HStack { Text("a").background { Color.red } } }).isEmpty)
    #expect(
      greedy(HStack { VStack { Color.red.frame(height: 9) } })
        == ["mv-vstack mv-gx", "mv-g mv-gx"], "the height is bounded, the width is not")
  }

  @Test func whatIsNotRightInAContainerIsNotMarked() {
    #expect(greedy(List { HStack { Spacer() } }).isEmpty, "a row is as wide as its list anyway")
  }

  @Test func aButtonIsMarkedWhereverItIs() {
    let button = Button {
    } label: {
      Text("a").frame(maxWidth: .infinity).padding()
    }
    .buttonStyle(.plain)
    let wide = ["mv-plain mv-gx"]
    #expect(greedy(List { button }) == wide && greedy(Form { button }) == wide)
    #expect(greedy(VStack { button }) == wide && greedy(Button("a") {}).isEmpty)
  }

  @Test func itComesAndGoesWithWhatAsks() throws {
    struct Page: View {
      @State private var isWide = false
      @State private var isBound = false
      var body: some View {
        VStack {
          HStack {
            Button("wide") { isWide.toggle() }
            Button("bound") { isBound.toggle() }
            VStack { if isWide { Color.red.frame(width: isBound ? 9 : nil, height: 9) } }
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    for (button, expected) in [
      (0, ["mv-hstack mv-gx", "mv-vstack mv-gx", "mv-g mv-gx"]), (1, []),
      (1, ["mv-hstack mv-gx", "mv-vstack mv-gx", "mv-g mv-gx"]), (0, []),
    ] {
      try host.tap(button)
      try page.apply(host.flush())
      #expect(greedy(host) == expected)
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aClassThatDoesNotAffectTheLayoutConcernsItsElementOnly() throws {
    struct Page: View {
      @State private var isBold = false
      var body: some View {
        VStack {
          Button("bold") { isBold.toggle() }
          Text("a").bold(isBold)
        }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let before = host.queue.changes
    #expect(host.flush().count == 1)
    #expect(host.queue.changes == before + 1, "the text, and no element because of its greed")
  }

  @Test func manyRowsThatComeAreToldOfOnce() {
    let model = Model()
    struct Page: View {
      let model: Model
      var body: some View {
        VStack { ForEach(0..<(model.isOn ? 500 : 1)) { _ in HStack { Spacer() } } }
      }
    }
    let host = ViewHost.shown(Page(model: model))
    model.isOn = true
    #expect(host.flush().count == 1, "the inserted rows contain their classes")
  }
}
