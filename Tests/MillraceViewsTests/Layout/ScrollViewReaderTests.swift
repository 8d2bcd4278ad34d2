// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor
struct ScrollViewProxyTests {
  private struct Chat: View {
    @State private var messages = [1, 2, 3]

    var body: some View {
      ScrollViewReader { proxy in
        List(messages, id: \.self) { Text("message \($0)") }
        Text("end").id("end")
        Button("Send") {
          messages.append(messages.count + 1)
          proxy.scrollTo(messages.count, anchor: .bottom)
        }
        Button("Top") { proxy.scrollTo(1) }
        Button("End") { proxy.scrollTo("end" as String?, anchor: .center) }
        Button("None") { proxy.scrollTo(99) }
      }
    }
  }

  /// The element to which the page scrolls, and the places in the two directions.
  private func scroll(_ patches: [Patch]) -> (node: UInt64, places: [String])? {
    for case .setAttribute(_, name: "data-scroll", let value) in patches {
      let parts = value.split(separator: " ").map(String.init)
      return UInt64(parts[0]).map { ($0, Array(parts[1...2])) }
    }
    return nil
  }

  @Test func aRowThatTheSameActionAppends() throws {
    let host = ViewHost.shown(Chat())
    try host.tap(0)
    let found = try #require(scroll(host.flush()))
    #expect(found.node == host.ids(.li)[3].rawValue.asUInt64)
    #expect(found.places == ["end", "center"])
  }

  @Test func aRowOfAGridIsItsFirstCell() throws {
    struct Page: View {
      var body: some View {
        ScrollViewReader { proxy in
          Button("Go") { proxy.scrollTo(2) }
          Grid { ForEach(1..<4, id: \.self) { id in GridRow { Text("row \(id)") } } }
        }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let found = try #require(scroll(host.flush()))
    #expect(found.node == host.nodes(.span).first { $0.text == "row 2" }?.id.rawValue.asUInt64)
  }

  @Test func eachCallIsOneMorePatch() throws {
    let host = ViewHost.shown(Chat())
    for _ in 0..<2 {
      try host.tap(1)
      let patches = host.flush()
      #expect(patches.count == 1)
      let found = try #require(scroll(patches))
      #expect(found.node == host.ids(.li)[0].rawValue.asUInt64)
      #expect(found.places == ["nearest", "nearest"])
    }
  }

  @Test func aViewWithAnID() throws {
    let host = ViewHost.shown(Chat())
    try host.tap(2)
    let found = try #require(scroll(host.flush()))
    #expect(found.node == host.ids(.span)[3].rawValue.asUInt64)
    #expect(found.places == ["center", "center"])
  }

  @Test func anUnknownIDDoesNothing() throws {
    let host = ViewHost.shown(Chat())
    try host.tap(3)
    #expect(host.flush().isEmpty)
  }

  @Test func aCallAfterAChange() throws {
    struct Page: View {
      @State private var count = 3
      var body: some View {
        ScrollViewReader { proxy in
          ScrollView { LazyVStack { ForEach(0..<count, id: \.self) { Text("\($0)") } } }
            .onChange(of: count) { proxy.scrollTo(count - 1, anchor: .top) }
        }
        Button("More") { count += 1 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let found = try #require(scroll(host.flush()))
    #expect(found.node == host.ids(.span)[3].rawValue.asUInt64 && found.places[0] == "start")
  }

  /// A task can call it again and again while the page has no connection.
  @Test func aHundredCallsWaitForAFlush() throws {
    final class Found { var proxy: ScrollViewProxy? }
    struct Page: View {
      let found: Found
      var body: some View {
        ScrollViewReader { proxy in
          let _ = found.proxy = proxy
          Text("a").id(1)
        }
      }
    }
    let found = Found()
    let host = ViewHost.shown(Page(found: found))
    let proxy = try #require(found.proxy)
    for (count, isFound) in [(99, true), (100, false)] {
      proxy.scrollTo(1)
      for _ in 0..<count { proxy.scrollTo(99) }
      #expect((scroll(host.flush()) != nil) == isFound)
    }
    for _ in 0..<1000 { proxy.scrollTo(99) }
    proxy.scrollTo(1)
    #expect(scroll(host.flush()) != nil)
  }

  @Test func aRowOfALongListThatIsNotOnThePage() throws {
    struct Page: View {
      var body: some View {
        ScrollViewReader { proxy in
          List(0..<5000) { Text("row \($0)") }
          Button("Go") { proxy.scrollTo(4000) }
        }
      }
    }
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    try host.tap()
    let patches = host.flush()
    try page.apply(patches)
    let found = try #require(scroll(patches))
    let row = try #require(host.nodes(.li).first { $0.id.rawValue.asUInt64 == found.node })
    #expect(row.elementsInside.first?.text == "row 4000")
    #expect(host.ids(.li).count < 200)
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }
}

@MainActor
struct ScrollViewReaderTests {
  @Test func itHasNoElementOfItsOwnAndTracksItsContent() throws {
    struct Page: View {
      @State private var count = 0
      var body: some View {
        ScrollViewReader { _ in Button("\(count)") { count += 1 } }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(render(ScrollViewReader { _ in Text("a") }) == "<span>a</span>")
    try host.tap()
    #expect(host.flush().count == 1 && host.texts == ["1"])
    #expect(host.bodies(Page.self) == 1)
  }
}

extension BinaryInteger {
  fileprivate var asUInt64: UInt64 { UInt64(self) }
}
