// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Observation
import Testing

@MainActor struct TabViewTests {
  struct Page: View {
    @State private var chosen = "b"
    @State private var hasMore = false

    var body: some View {
      TabView(selection: $chosen) {
        Tab("A", systemImage: "house", value: "a") { Button("More") { hasMore = true } }
        Tab("B", systemImage: "star", value: "b") { Text("in b") }
        if hasMore { Text("in c").tabItem { Text("C") }.tag("c") }
        Text("in d").tag("d").tabItem { Text("D") }
      }
      Text(chosen)
    }
  }

  private func panels(_ host: ViewHost) -> [String?] {
    _ = host.flush()
    return host.elements(.div).filter { $0.value("role") == "tabpanel" }.map { $0.value("hidden") }
  }

  private func tabs(_ host: ViewHost) -> [PageElement] {
    host.elements(.button).filter { $0.value("role") == "tab" }
  }

  @Test func oneIsSeen() throws {
    let host = ViewHost.shown(Page())
    #expect(panels(host) == ["", nil, ""])
    #expect(tabs(host).map { $0.value("aria-selected") } == ["false", "true", "false"])
    try host.handle(ViewEvent(node: tabs(host)[2].id, kind: .tap))
    #expect(panels(host) == ["", "", nil] && host.texts.last == "d")
  }

  @Test func aViewWithoutALabelIsAPage() throws {
    struct Pages: View {
      @State private var page = 1
      @State private var style = false
      var body: some View {
        TabView(selection: $page) {
          Text("first").padding().tag(0)
          ForEach(1..<3) { Text("page \($0)") }
          Text("last").tabItem { Text("Last") }.tag(3)
        }
        .tabViewStyle(.page)
      }
    }
    let host = ViewHost.shown(Pages())
    #expect(panels(host) == ["", nil, "", ""])
    #expect(
      tabs(host).map { $0.value("aria-label") } == ["Page 1", "Page 2", "Page 3", nil])
    #expect(host.html().contains("class=\"mv-tabs mv-x mv-y mv-pages\""))
    #expect(
      host.html().contains("<div data-n=\"") && host.html().contains("padding-top:16px"),
      "the wrapper of a modifier is in the panel")
    try host.handle(ViewEvent(node: tabs(host)[2].id, kind: .tap))
    #expect(panels(host) == ["", "", nil, ""])
    try host.handle(ViewEvent(node: tabs(host)[0].id, kind: .tap))
    #expect(panels(host) == [nil, "", "", ""])
  }

  @Test func aLabelThatComesLaterIsTheNameOfItsButton() throws {
    struct Pages: View {
      @State private var isLoaded = false
      var body: some View {
        TabView {
          Button("Load") { isLoaded = true }.tabItem { Loaded(isLoaded: $isLoaded) }
        }
      }
      struct Loaded: View {
        @Binding var isLoaded: Bool
        var body: some View { if isLoaded { Text("Inbox") } }
      }
    }
    let host = ViewHost.shown(Pages())
    let load = try #require(host.elements(.button).first { $0.value("role") == nil })
    try host.handle(ViewEvent(node: load.id, kind: .tap))
    _ = host.flush()
    #expect(tabs(host).map { $0.value("aria-label") } == [nil])
  }

  @Test func dotsCanBeHidden() {
    let pages = TabView { Text("a") }
    #expect(
      render(pages.tabViewStyle(.page(indexDisplayMode: .never))).contains("mv-pages mv-no-dots"))
    #expect(
      render(pages.tabViewStyle(.page(indexDisplayMode: .always))).contains("mv-pages mv-all-dots"))
    #expect(render(pages.tabViewStyle(.page)).contains("mv-pages\""))
    #expect(!render(pages.tabViewStyle(.automatic).tabViewStyle(.page)).contains("mv-pages"))
  }

  @Test func aTabMayComeLater() throws {
    let host = ViewHost.shown(Page())
    let page = PatchedPage(html: host.html())
    let more = try #require(host.elements(.button).last)
    try host.handle(ViewEvent(node: tabs(host)[0].id, kind: .tap))
    try host.handle(ViewEvent(node: more.id, kind: .tap))
    try page.apply(host.flush())
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    #expect(tabs(host).count == 4)
    try host.handle(ViewEvent(node: tabs(host)[2].id, kind: .tap))
    #expect(panels(host) == ["", "", nil, ""] && host.texts.last == "c")
  }

  @Test func theButtonsHaveTheOrderOfTheTabs() throws {
    struct Turned: View {
      @State private var names = ["a", "b", "c"]
      var body: some View {
        TabView { ForEach(names, id: \.self) { name in Text("in \(name)").tabItem { Text(name) } } }
        Button("Turn") { names.reverse() }
      }
    }
    let host = ViewHost.shown(Turned())
    let page = PatchedPage(html: host.html())
    try host.tap(3)
    try page.apply(host.flush())
    #expect(host.texts == ["c", "b", "a", "in c", "in b", "in a", "Turn"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Observable final class Model {
    var number = 0
  }

  struct Number: View {
    let model: Model
    var body: some View { Text("tab \(model.number)") }
  }

  struct Row: View {
    let id: Int
    let model: Model
    @State private var count = 0
    var body: some View {
      Button("\(id): \(count)") { count += 1 }
      TabView { Text("in \(id)").tabItem { Number(model: model) } }
    }
  }

  /// The button of a tab is outside of its panel, but leaves the page together with it.
  @Test func theButtonOfATabLeavesAndComesBackWithTheRowOfAList() throws {
    let model = Model()
    let host = ViewHost.shown(List { ForEach(0..<300) { Row(id: $0, model: model) } })
    let page = PatchedPage(html: host.html())
    func scroll(to rows: Range<Int>) throws {
      try host.send(.rows(rows, keeping: nil), .ul)
      try page.apply(host.flush())
    }
    let button = try #require(host.elements(.button).first { $0.value("role") != "tab" })
    try host.handle(ViewEvent(node: button.id, kind: .tap))
    try page.apply(host.flush())
    try scroll(to: 200..<260)
    model.number += 1
    try page.apply(host.flush())
    #expect(!host.texts.contains("0: 1"))
    try scroll(to: 0..<60)
    #expect(host.texts.contains("0: 1"), "the row has kept its state")
    #expect(Set(host.texts.filter { $0.hasPrefix("tab") }) == ["tab 1"])
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
  }

  @Test func anOptionalSelectionIsTheSameAsWhatItHolds() throws {
    struct Chosen: View {
      @State private var chosen: String? = "b"
      var body: some View {
        TabView(selection: $chosen) {
          Text("in a").tag("a").tabItem { Text("A") }
          Text("in b").tag("b").tabItem { Text("B") }
        }
        Text(chosen ?? "none")
      }
    }
    let host = ViewHost.shown(Chosen())
    #expect(panels(host) == ["", nil])
    try host.tap(0)
    #expect(panels(host) == [nil, ""] && host.texts.last == "a")
  }

  @Test func withoutASelectionItKeepsItsOwn() throws {
    let host = ViewHost.shown(
      TabView {
        Text("a").tabItem { Text("A") }
        Text("b").tabItem { Text("B") }
      })
    #expect(panels(host) == [nil, ""])
    try host.tap(1)
    #expect(panels(host) == ["", nil])
  }

  @Test func aTabFollowsItsValue() throws {
    struct Names: View {
      @State private var names = ["a", "b"]
      @State private var chosen = "a"
      var body: some View {
        TabView(selection: $chosen) {
          ForEach(0..<2, id: \.self) { index in
            Tab("Tab", systemImage: "star", value: names[index]) { Text("in \(names[index])") }
          }
        }
        Button("Rename") { names[1] = "c" }
        Text(chosen)
      }
    }
    let host = ViewHost.shown(Names())
    try host.tap(2)
    _ = host.flush()
    try host.tap(1)
    #expect(panels(host) == ["", nil] && host.texts.last == "c")
  }

  @Test func aHiddenTabTakesNoEventsAndAppearsWhenItIsChosen() throws {
    @MainActor final class Log { var lines: [String] = [] }
    struct Logged: View {
      let log: Log
      @State private var chosen = "a"
      @State private var count = 0
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") {
            Button("Add") { count += 1 }.onAppear { log.lines.append("a") }
              .onDisappear { log.lines.append("-a") }
          }
          Tab("B", systemImage: "star", value: "b") {
            TabView {
              Text("c").onAppear { log.lines.append("c") }.onDisappear { log.lines.append("-c") }
                .tabItem { Text("C") }
              Text("d").onAppear { log.lines.append("d") }.tabItem { Text("D") }
            }
          }
        }
        Text("\(count)")
      }
    }
    let log = Log()
    let host = ViewHost.shown(Logged(log: log))
    #expect(log.lines == ["a"])
    let add = try #require(host.elements().all.first { $0.label == "Add" }).id
    try host.handle(ViewEvent(node: add, kind: .tap))
    try host.tap(1)
    #expect(throws: ViewEventError.covered(add)) {
      try host.handle(ViewEvent(node: add, kind: .tap))
    }
    _ = host.flush()
    #expect(log.lines == ["a", "-a", "c"] && host.texts.last == "1")
    let inner = try #require(tabs(host).last).id
    try host.handle(ViewEvent(node: inner, kind: .tap))
    _ = host.flush()
    #expect(log.lines == ["a", "-a", "c", "-c", "d"])
    try host.tap(0)
    _ = host.flush()
    #expect(log.lines.last == "a")
    #expect(throws: ViewEventError.covered(inner)) {
      try host.handle(ViewEvent(node: inner, kind: .tap))
    }
  }

  @Test func aPanelIsCalledAsItsTab() {
    let host = ViewHost.shown(Page())
    let panels = host.elements(.div).filter { $0.value("role") == "tabpanel" }
    #expect(panels.count == 3)
    #expect(panels.map { $0.value("aria-labelledby") } == tabs(host).map { $0.value("id") })
    #expect(Set(tabs(host).map { $0.value("id") }).count == 3)
  }

  @Test func aTabWhoseTagChangesKeepsItsState() throws {
    struct Counter: View {
      @State private var count = 0
      var body: some View { Button("count \(count)") { count += 1 } }
    }
    struct Tagged: View {
      @State private var tag = "a"
      @State private var chosen = "b"
      var body: some View {
        TabView(selection: $chosen) {
          Counter().tag(tag).tabItem { Text("A") }
          Group { Text("in c") }.tabItem { Text("C") }.tag(tag + "c")
        }
        Button("Change") { tag = "b" }
      }
    }
    let host = ViewHost.shown(Tagged())
    try host.tap(2)
    _ = host.flush()
    try host.tap(3)
    _ = host.flush()
    #expect(host.texts.contains("count 1"))
    #expect(panels(host) == [nil, ""])
    try host.tap(1)
    #expect(panels(host) == ["", nil])
  }

  @Test func aDisabledTabShowsIt() throws {
    struct Locked: View {
      @State private var isLocked = false
      @State private var chosen = "a"
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") { Button("Lock") { isLocked.toggle() } }
          Tab("B", systemImage: "star", value: "b") { Text("in b") }.disabled(isLocked)
        }
      }
    }
    let host = ViewHost.shown(Locked())
    #expect(tabs(host).map { $0.value("disabled") } == [nil, nil])
    try host.tap(2)
    _ = host.flush()
    #expect(tabs(host).map { $0.value("disabled") } == [nil, ""])
    let second = tabs(host)[1].id
    #expect(throws: ViewEventError.disabled(second)) {
      try host.handle(ViewEvent(node: second, kind: .tap))
    }
    try host.tap(2)
    _ = host.flush()
    #expect(tabs(host).map { $0.value("disabled") } == [nil, nil])
  }

  @Test func theKeyboardReachesTheOthersWhereTheSelectedOneIsDisabled() throws {
    struct Locked: View {
      @State private var isLocked = false
      @State private var chosen = "a"
      var body: some View {
        TabView(selection: $chosen) {
          Tab("A", systemImage: "star", value: "a") { Text("in a") }.disabled(isLocked)
          Tab("B", systemImage: "star", value: "b") { Text("in b") }
        }
        Button("Lock") { isLocked.toggle() }
      }
    }
    let host = ViewHost.shown(Locked())
    for wanted in [["-1", "0"], ["0", "-1"]] {
      try host.tap(2)
      #expect(panels(host) == [nil, ""])
      #expect(tabs(host).map { $0.value("tabindex") } == wanted)
    }
  }

  private struct Padded: View {
    @State private var length: CGFloat = 4
    var body: some View {
      TabView {
        VStack { ForEach(0..<100, id: \.self) { Text("row \($0)") } }
          .tabItem { Text("A") }.padding(length).background(length > 5 ? .red : .blue)
        Group {
          Text("b").tabItem { Text("B") }
          Tab("C", systemImage: "star") { Text("c") }
        }
        .padding(length)
      }
      Button("More") { length += 1 }
    }
  }

  @Test func aModifierAroundATabIsForItsContent() throws {
    let host = ViewHost(Padded())
    let page = PatchedPage(html: host.html())
    for length in [4, 5, 6] {
      let text = page.root.description
      #expect(text.matches(of: try Regex("padding-top:\(length)px")).count == 3)
      try host.handle(ViewEvent(node: try #require(host.ids(.button).last), kind: .tap))
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aValueOfAnotherTypeIsReportedAndItsTabIsRefused() throws {
    struct Mixed: View {
      @State private var chosen = "a"
      @State private var count = 0
      var body: some View {
        TabView(selection: $chosen) {
          Text("in a").tabItem { Text("A") }.tag("a")
          Text("in b").tabItem { Text("B") }
          Tab("C", systemImage: "star", value: 3) { Text("in c") }
        }
        Button("\(count)") { count += 1 }
      }
    }
    let host = ViewHost(Mixed())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    #expect(throws: ViewEventError.self) { try host.tap(1) }
    try host.tap(3)
    _ = host.flush()
    #expect(panels(host) == [nil, "", ""])
    #expect(faults == [.tagOfAnotherType(tag: "1", type: "Int", selection: "String")])
    let own = ViewHost(TabView { Tab("A", systemImage: "star", value: "a") { Text("in a") } })
    own.onFault = { Issue.record("\($0)") }
    _ = own.html()
  }
}
