// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct TitleViewTests {
  private struct Page: View {
    @State private var isDetail = false
    @State private var count = 0
    var body: some View {
      VStack {
        Button("Detail") { isDetail.toggle() }
        Button("Count") { count += 1 }
        if isDetail { Text("d").navigationTitle("Detail") }
      }
      .navigationTitle("Count \(count)")
    }
  }

  @Test func theTitleFollowsTheViews() throws {
    let host = ViewHost.shown(Page())
    #expect(host.title == "Count 0")
    #expect(host.flush().isEmpty)
    try host.tap(1)
    #expect(host.flush() == [.setTitle("Count 1")])
    try host.tap(0)
    #expect(host.flush().last == .setTitle("Detail"))
    try host.tap(0)
    #expect(host.flush().last == .setTitle("Count 1"))
  }

  @Test func withoutATitleItIsEmpty() {
    #expect(ViewHost(Text("a")).title == "")
  }

  private struct Levels: View {
    @State private var path: [Int] = []
    let around: String?

    var body: some View {
      VStack {
        Button("first") { path = [1] }
        Button("second") { path = [1, 2] }
        Button("root") { path = [] }
        if let around { stack.navigationTitle(around) } else { stack }
      }
    }

    private var stack: some View {
      NavigationStack(path: $path) {
        Text("root")
          .navigationDestination(for: Int.self) { number in
            if number == 1 { Text("one") } else { Text("two").navigationTitle("Two") }
          }
          .navigationTitle("Root")
      }
    }
  }

  @Test func aLevelWithoutATitleDoesNotKeepThatOfTheLevelThatItCovers() throws {
    let host = ViewHost.shown(Levels(around: nil))
    #expect(host.title == "Root")
    for (button, title) in [(0, ""), (1, "Two"), (0, ""), (2, "Root")] {
      try host.tap(button)
      #expect(host.flush().contains(.setTitle(title)))
      #expect(host.title == title)
    }
  }

  @Test func aLevelWithoutATitleHasThatAroundTheStack() throws {
    let host = ViewHost.shown(Levels(around: "Around"))
    #expect(host.title == "Root")
    for (button, title) in [(0, "Around"), (1, "Two")] {
      try host.tap(button)
      #expect(host.flush().contains(.setTitle(title)))
    }
  }

  private struct TitledRow: View {
    let id: Int
    @State private var count = 0
    var body: some View {
      if id == 0 {
        Button("Count") { count += 1 }.navigationTitle("Row \(count)")
      } else {
        Text("\(id)")
      }
    }
  }

  @Test func aRowThatLeavesThePageTakesItsTitleWithIt() throws {
    let host = ViewHost.shown(
      List(0..<1000, id: \.self) { TitledRow(id: $0) }.navigationTitle("List"))
    try host.tap()
    #expect(host.flush().contains(.setTitle("Row 1")))
    for (rows, title) in [(500..<560, "List"), (0..<60, "Row 1")] {
      try host.send(.rows(rows, keeping: nil), .ul)
      #expect(host.flush().contains(.setTitle(title)))
    }
  }

  private struct Sheets: View {
    @State private var isOpen = false
    var body: some View {
      Button("open") { isOpen = true }
        .navigationTitle("Page")
        .sheet(isPresented: $isOpen) {
          NavigationStack { Text("a sheet").navigationTitle("Stack") }
          Text("more").navigationTitle("Sheet")
        }
    }
  }

  @Test func aSheetDoesNotReplaceTheTitleOfThePage() throws {
    let host = ViewHost.shown(Sheets())
    try host.tap(0)
    #expect(!host.flush().contains(.setTitle("Sheet")))
    #expect(host.texts.contains("a sheet"))
    #expect(host.title == "Page")
  }

  private struct TitledSheet: View {
    @State private var isOpen = false
    @State private var path: [Int] = []
    @State private var count = 0

    var body: some View {
      Button("open") { isOpen = true }
        .navigationTitle("Page")
        .sheet(isPresented: $isOpen) {
          Button("count") { count += 1 }
          Button("first") { path = [1] }
          Button("second") { path = [1, 2] }
          Button("root") { path = [] }
          NavigationStack(path: $path) {
            Text("root")
              .navigationTitle("Count \(count)")
              .navigationDestination(for: Int.self) { number in
                if number == 1 { Text("one") } else { Text("two").navigationTitle("Two") }
              }
          }
        }
    }
  }

  @Test func theTitleInASheetIsItsHeadingAndItsName() throws {
    let host = ViewHost(TitledSheet())
    let page = PatchedPage(html: host.html())
    for (button, title) in [
      (0, "Count 0"), (1, "Count 1"), (2, nil), (3, "Two"), (2, nil), (4, "Count 1"),
    ] {
      try host.tap(button)
      try page.apply(host.flush())
      #expect(host.elements(.dialog).map { $0.value("aria-label") } == [title])
      let headings = host.elements().all.filter { $0.role == .heading }
      #expect(headings.map(\.label) == (title.map { [$0] } ?? []))
      #expect(host.title == "Page")
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    }
  }

  @Test func aSheetOnASheetHasItsOwnTitle() {
    struct Page: View {
      var body: some View {
        Text("a").sheet(isPresented: .constant(true)) {
          Text("b").navigationTitle("Outer").sheet(isPresented: .constant(true)) {
            Text("c").navigationTitle("Inner")
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements(.dialog).map { $0.value("aria-label") } == ["Outer", "Inner"])
    #expect(host.title == "")
  }

  private struct Tabs: View {
    @State private var chosen = "a"
    @State private var inner = "c"
    @State private var name = "A"
    @State private var path: [Int] = []

    var body: some View {
      Button("a") { chosen = "a" }
      Button("b") { chosen = "b" }
      Button("plain") { chosen = "plain" }
      Button("d") { inner = "d" }
      Button("rename") { name = "New" }
      Button("push") { path = [1] }
      Button("pop") { path = [] }
      NavigationStack(path: $path) {
        tabs.navigationTitle("Around")
          .navigationDestination(for: Int.self) { _ in Text("level") }
      }
    }

    private var tabs: some View {
      TabView(selection: $chosen) {
        Tab("a", systemImage: "star", value: "a") { Text("in a").navigationTitle(name) }
        Tab("b", systemImage: "star", value: "b") {
          TabView(selection: $inner) {
            Tab("c", systemImage: "star", value: "c") { Text("in c").navigationTitle("C") }
            Tab("d", systemImage: "star", value: "d") { Text("in d").navigationTitle("D") }
          }
        }
        Tab("plain", systemImage: "star", value: "plain") { Text("no title") }
      }
    }
  }

  @Test func theTitleIsThatOfTheTabThatIsSeen() throws {
    let host = ViewHost.shown(Tabs())
    #expect(host.title == "A")
    for (button, title) in [
      (1, "C"), (3, "D"), (0, "A"), (2, "Around"), (1, "D"), (5, ""), (6, "D"),
    ] {
      try host.tap(button)
      #expect(host.flush().contains(.setTitle(title)))
      #expect(host.title == title)
    }
  }

  @Test func aTitleThatChangesInATabThatIsNotSeenIsShownWithTheTab() throws {
    let host = ViewHost.shown(Tabs())
    try host.tap(1)
    _ = host.flush()
    try host.tap(4)
    #expect(host.flush().isEmpty && host.title == "C")
    try host.tap(0)
    #expect(host.flush().contains(.setTitle("New")))
  }

  @Test func theInnerTitleIsUsedAgainWhenARowReturns() throws {
    struct Row: View {
      let id: Int
      @State private var name = "Inner"
      var body: some View {
        Button("\(id)") { name = "Renamed" }.navigationTitle(name).navigationTitle("Outer")
      }
    }
    struct Page: View {
      var body: some View {
        List { ForEach(0..<300) { if $0 == 0 { Row(id: 0) } else { Text("\($0)") } } }
          .navigationTitle("Page")
      }
    }
    let host = ViewHost.shown(Page())
    func scroll(to rows: Range<Int>) throws {
      try host.send(.rows(rows, keeping: nil), .ul)
      _ = host.flush()
    }
    try host.tap()
    _ = host.flush()
    #expect(host.title == "Renamed")
    try scroll(to: 200..<260)
    #expect(host.title == "Page")
    try scroll(to: 0..<60)
    #expect(host.title == "Renamed")
  }
}
