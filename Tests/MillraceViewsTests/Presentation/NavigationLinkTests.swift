// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor struct NavigationLinkTests {
  @Test func inAListItSelectsItsValue() throws {
    struct Page: View {
      @State private var chosen: Int?
      var body: some View {
        NavigationSplitView {
          List(selection: $chosen) { NavigationLink("five", value: 5) }
        } detail: {
          Text("\(chosen ?? 0)")
        }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts.last == "5")
  }

  @Test func anOpenLevelFollowsItsLink() throws {
    struct Link: View {
      let title: String
      var body: some View { NavigationLink("Go") { Text("title \(title)") } }
    }
    struct Page: View {
      @State private var title = "a"
      var body: some View {
        NavigationStack { Link(title: title) }
        Button("Rename") { title = "b" }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts.contains("title a"))
    let rename = try #require(host.ids(.button).last)
    try host.handle(ViewEvent(node: rename, kind: .tap))
    _ = host.flush()
    #expect(host.texts.contains("title b") && !host.texts.contains("title a"))
  }

  @Test func aBindingHoldsTheValueOfALevel() throws {
    struct Page: View {
      @State private var item: Int?
      var body: some View {
        NavigationStack {
          Button("open") { item = 4 }.navigationDestination(item: $item) { Text("item \($0)") }
        }
        Text("\(item ?? -1)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts.contains("item 4"))
    try host.tap(1)
    _ = host.flush()
    #expect(!host.texts.contains("item 4") && host.texts.last == "-1")
  }
}
