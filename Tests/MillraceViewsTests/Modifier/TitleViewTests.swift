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
    try host.tap(0)
    #expect(host.title == "" && host.flush().contains(.setTitle("")))
    try host.tap(1)
    #expect(host.title == "Two")
    try host.tap(0)
    #expect(host.title == "")
    try host.tap(2)
    #expect(host.title == "Root")
  }

  @Test func aLevelWithoutATitleHasThatAroundTheStack() throws {
    let host = ViewHost.shown(Levels(around: "Around"))
    #expect(host.title == "Root")
    try host.tap(0)
    #expect(host.title == "Around")
    try host.tap(1)
    #expect(host.title == "Two")
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
    #expect(host.texts.contains("a sheet"))
    #expect(host.title == "Page")
  }
}
