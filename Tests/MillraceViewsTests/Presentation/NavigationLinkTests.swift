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
    #expect(current(host) == [false])
    try host.tap()
    _ = host.flush()
    #expect(host.texts.last == "5" && current(host) == [true])
  }

  private struct Person: Identifiable, Hashable {
    let id: Int
    var name: String
  }

  /// For each row, whether it is shown as selected.
  private func current(_ host: ViewHost) -> [Bool] {
    host.elements(.li).map { $0.value("aria-current") == "true" }
  }

  @Test func theRowStandsForTheValueOfItsLink() throws {
    struct Page: View {
      @State private var people = [Person(id: 1, name: "Ada"), Person(id: 2, name: "Ben")]
      @State private var chosen: Person?
      var body: some View {
        NavigationSplitView {
          List(people, selection: $chosen) { NavigationLink($0.name, value: $0) }
        } detail: {
          Text(chosen?.name ?? "none")
          Button("Rename") {
            people[1].name = "Bob"
            chosen = people[1]
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts[2] == "Ben" && current(host) == [false, true])
    // The key Return on a row sends this event.
    try host.send(.tap, .li, 0)
    _ = host.flush()
    #expect(host.texts[2] == "Ada" && current(host) == [true, false])
    try host.tap(2)
    _ = host.flush()
    #expect(host.texts[2] == "Bob" && current(host) == [false, true])
  }

  @Test func aRowStandsForItsIDWhereTheSelectionHoldsNoValueOfTheLink() throws {
    struct Page: View {
      @State private var chosen: Int?
      var body: some View {
        List([Person(id: 1, name: "Ada"), Person(id: 2, name: "Ben")], selection: $chosen) {
          NavigationLink($0.name, value: $0)
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(throws: ViewEventError.self) { try host.tap(1) }
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(current(host) == [false, true])
  }

  @Test func withoutItsLinkARowStandsForItsIDAgain() throws {
    struct Page: View {
      @State private var chosen: Int? = 102
      @State private var isPlain = false
      var body: some View {
        List(selection: $chosen) {
          ForEach([1, 2], id: \.self) { id in
            HStack {
              if isPlain { Text("\(id)") } else { NavigationLink("\(id)", value: id + 100) }
            }
          }
        }
        Button("Plain") { isPlain = true }
        Text("\(chosen ?? 0)")
      }
    }
    let host = ViewHost.shown(Page())
    #expect(current(host) == [false, true])
    try host.tap(2)
    _ = host.flush()
    #expect(current(host) == [false, false])
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(host.texts.last == "2" && current(host) == [false, true])
  }

  @Test func aLinkInTheHeaderOfASectionMakesNoRowOfIt() throws {
    struct Page: View {
      @State private var chosen: Int? = 7
      var body: some View {
        List(selection: $chosen) {
          Section {
            NavigationLink("row", value: 7)
          } header: {
            NavigationLink("header", value: 7)
          }
        }
      }
    }
    #expect(current(ViewHost.shown(Page())) == [false, true])
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

  @Test func aLinkThatIsDisabledSelectsNothing() throws {
    struct Page: View {
      @State private var chosen: Int?
      @State private var isDisabled = true
      @State private var isLoading = true
      var body: some View {
        List(selection: $chosen) {
          ForEach([1, 2], id: \.self) { id in
            HStack { NavigationLink("\(id)", value: id + 100).disabled(isDisabled) }
          }
        }
        .disabled(isLoading)
        Button("Turn") { isDisabled.toggle() }
        Button("Lock") { isLoading.toggle() }
        Button("Choose") { chosen = 101 }
        Text("\(chosen ?? 0)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(3)
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(host.texts.last == "2" && current(host) == [false, true])
    try host.tap(2)
    try host.send(.tap, .li, 1)
    _ = host.flush()
    #expect(host.texts.last == "102" && current(host) == [false, true])
    try host.tap(3)
    try host.tap(4)
    _ = host.flush()
    #expect(current(host) == [true, false], "a disabled list shows its selection")
  }

  @Test func aLinkThatGoesLeavesItsRowToAnotherOne() throws {
    struct Page: View {
      @State private var chosen: Int? = 103
      @State private var count = 3
      var body: some View {
        List(selection: $chosen) {
          HStack {
            if count > 0 { NavigationLink("a", value: 101) }
            if count > 2 { NavigationLink("b", value: 102) }
            if count > 1 { NavigationLink("c", value: 103) }
          }
          .tag(9)
        }
        Button("Fewer") { count -= 1 }
        Text("\(chosen ?? 0)")
      }
    }
    let host = ViewHost.shown(Page())
    func press() throws -> String? {
      try host.send(.tap, .li)
      _ = host.flush()
      return host.texts.last
    }
    #expect(try press() == "101" && current(host) == [true])
    for expected in ["101", "101", "9"] {
      let fewer = try #require(host.ids(.button).last)
      try host.handle(ViewEvent(node: fewer, kind: .tap))
      #expect(try press() == expected)
    }
  }
  @Test func inADialogOfARowItSelectsNoRowOfTheListBehindIt() throws {
    struct Page: View {
      @State private var chosen: Int?
      @State private var isSheet = false
      @State private var isModal = false
      @State private var isPopover = false
      var body: some View {
        List(selection: $chosen) {
          HStack {
            Button("Sheet") { isSheet = true }
              .sheet(isPresented: $isSheet) { NavigationLink("five", value: 5) }
          }
          Button("Popover") { isPopover = true }
            .popover(isPresented: $isPopover) { NavigationLink("six", value: 6) }
          HStack {
            Button("Modal") { isModal = true }
              .sheet(isPresented: $isModal) {
                NavigationLink("seven", value: 7).interactiveDismissDisabled()
              }
          }
        }
        Text("chosen \(chosen ?? 0)")
      }
    }
    for (row, label) in [(0, "five"), (1, "six"), (2, "seven")] {
      let host = ViewHost.shown(Page())
      try host.tap(row)
      _ = host.flush()
      let link = try #require(
        host.elements().all.first { $0.role == .button && $0.label == label })
      #expect(throws: ViewEventError.self) {
        try host.handle(ViewEvent(node: link.id, kind: .tap))
      }
      _ = host.flush()
      #expect(host.texts.contains("chosen 0"))
    }
  }
}
