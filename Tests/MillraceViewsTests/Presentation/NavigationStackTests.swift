// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceViews

@MainActor
struct NavigationStackTests {
  struct Page: View {
    @State private var path = NavigationPath()
    @State private var isMore = false

    var body: some View {
      NavigationStack(path: $path) {
        Group {
          Text("root")
          NavigationLink("one", value: 1)
          NavigationLink("two", value: "two")
          NavigationLink("none", value: Int?.none)
          NavigationLink("view") { Text("a view") }
          Button("deep") { path = NavigationPath([1, 2, 3]) }
          Button("more") { isMore = true }
        }
        .navigationDestination(for: Int.self) { number in
          Text("number \(number)")
          NavigationLink("next", value: number + 1)
        }
        .navigationDestination(isPresented: $isMore) { Text("more") }
      }
      Text("depth \(path.count) \(isMore)")
    }
  }

  /// The texts of the levels that are not hidden, without those of buttons.
  private func shown(_ host: ViewHost) -> [String] {
    _ = host.flush()
    return host.nodes(.div).filter {
      $0.value(.class) == "mv-level" && $0.value(.hidden) == nil
    }.flatMap(\.elementsInside).compactMap(\.text)
  }

  private func press(_ name: String, _ host: ViewHost) throws {
    let button = try #require(host.elements().all.last { $0.role == .button && $0.label == name })
    try host.handle(ViewEvent(node: button.id, kind: .tap))
  }

  @Test func aValueIsALevelAndBackTakesItAway() throws {
    let host = ViewHost.shown(Page())
    #expect(shown(host) == ["root"])
    try press("one", host)
    #expect(shown(host) == ["number 1"])
    try press("next", host)
    #expect(shown(host) == ["number 2"])
    #expect(host.texts.last == "depth 2 false")
    try press("Back", host)
    #expect(shown(host) == ["number 1"])
    try press("Back", host)
    #expect(shown(host) == ["root"] && host.texts.last == "depth 0 false")
  }

  @Test func aPathMayBeSet() throws {
    let host = ViewHost.shown(Page())
    try press("deep", host)
    #expect(shown(host) == ["number 3"])
    #expect(host.nodes(.nav).count == 3, "each level has a way back")
  }

  @Test func aLinkToAViewAndABindingShowLevels() throws {
    let host = ViewHost.shown(Page())
    try press("view", host)
    #expect(shown(host) == ["a view"])
    try press("Back", host)
    try press("more", host)
    #expect(shown(host) == ["more"] && host.texts.last == "depth 0 true")
    try press("Back", host)
    #expect(shown(host) == ["root"] && host.texts.last == "depth 0 false")
  }

  @Test func aValueWithoutADestinationSaysSo() throws {
    let host = ViewHost.shown(Page())
    try press("two", host)
    _ = host.flush()
    #expect(host.texts.contains { $0.hasPrefix("No navigationDestination for String") })
    #expect(throws: ViewEventError.self) { try press("none", host) }
  }

  @Test func aCoveredLevelKeepsItsState() throws {
    struct Keeper: View {
      @State private var count = 0
      var body: some View {
        NavigationStack {
          Button("add") { count += 1 }
          Text("\(count)")
          NavigationLink("go") { Text("on top") }
        }
      }
    }
    let host = ViewHost.shown(Keeper())
    try press("add", host)
    try press("go", host)
    _ = host.flush()
    try press("Back", host)
    #expect(shown(host) == ["1"])
  }

  @Test func aPathOfOneTypeTakesNoOther() throws {
    struct Typed: View {
      @State private var path: [Int] = []
      var body: some View {
        NavigationStack(path: $path) {
          NavigationLink("text", value: "x")
          NavigationLink("number", value: 7)
            .navigationDestination(for: Int.self) { Text("is \($0)") }
        }
      }
    }
    let host = ViewHost.shown(Typed())
    #expect(throws: ViewEventError.self) { try press("text", host) }
    try press("number", host)
    #expect(shown(host) == ["is 7"])
  }

  @Test func aPathMayEndBelowALevelOfALink() throws {
    struct Linked: View {
      @State private var path = [1]
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { number in
            Text("number \(number)")
            NavigationLink("More") {
              Text("more")
              Button("Home") { path = [] }
              Button("Other") { path = [2] }
            }
          }
        }
      }
    }
    let host = ViewHost.shown(Linked())
    try press("More", host)
    #expect(shown(host) == ["more"])
    try press("Other", host)
    #expect(shown(host) == ["number 2"])
    try press("More", host)
    #expect(shown(host) == ["more"])
    try press("Home", host)
    #expect(shown(host) == ["root"])
    #expect(host.nodes(.nav).isEmpty)
  }

  @Test func aLevelMayGoWhileTheOneBelowIsUpdated() throws {
    struct Flagged: View {
      @State private var path = [1]
      @State private var hasMore = false
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { _ in
            Text("below")
            Button("More") { hasMore = true }
              .navigationDestination(isPresented: $hasMore) {
                Text("above")
                Button("Close") { hasMore = false }
              }
          }
        }
        Text("\(hasMore)")
      }
    }
    let host = ViewHost.shown(Flagged())
    try press("More", host)
    #expect(shown(host) == ["above"] && host.texts.last == "true")
    try press("Close", host)
    #expect(shown(host) == ["below"] && host.texts.last == "false")
  }

  @Test func aNewLevelMayShowAnotherOne() throws {
    struct Deep: View {
      @State private var path: [Int] = []
      @State private var selected: Int?
      var body: some View {
        NavigationStack(path: $path) {
          Button("Deep") {
            path = [1]
            selected = 7
          }
          .navigationDestination(for: Int.self) { _ in
            Text("below").navigationDestination(item: $selected) { Text("item \($0)") }
          }
        }
      }
    }
    let host = ViewHost.shown(Deep())
    try press("Deep", host)
    #expect(shown(host) == ["item 7"])
    try press("Back", host)
    #expect(shown(host) == ["below"])
  }

  @Test func theWayBackOfAStackThatIsDisabledSaysSo() throws {
    struct Page: View {
      @State private var path = [1]
      @State private var isDisabled = true
      var body: some View {
        Button("Turn") { isDisabled.toggle() }
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { Text("level \($0)") }
        }
        .disabled(isDisabled)
      }
    }
    let host = ViewHost.shown(Page())
    let back = host.ids(.button)[1]
    #expect(host.elements(.button)[1].value("disabled") == "")
    try host.tap(0)
    #expect(host.flush() == [.removeAttribute(back, name: "disabled")])
  }

  @Test func aLevelFollowsWhatItsClosureReads() throws {
    struct Counter: View {
      @State private var count = 0
      var body: some View {
        NavigationStack {
          NavigationLink("Go", value: 1)
            .navigationDestination(for: Int.self) { _ in
              Text("\(count)")
              Button("Add") { count += 1 }
            }
        }
      }
    }
    let host = ViewHost.shown(Counter())
    try press("Go", host)
    #expect(shown(host) == ["0"])
    try press("Add", host)
    #expect(shown(host) == ["1"])
    #expect(host.bodies(Counter.self) == 1)
  }

  @Test func rowsOfBindingsInALevelMayGo() throws {
    struct Item: Identifiable {
      let id: Int
      var name: String
    }
    struct Rows: View {
      @State private var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b")]
      var body: some View {
        NavigationStack {
          NavigationLink("Go", value: 1)
            .navigationDestination(for: Int.self) { _ in
              ForEach($items) { $item in Text(item.name) }
              Button("Drop") { items.removeFirst() }
            }
        }
      }
    }
    let host = ViewHost.shown(Rows())
    try press("Go", host)
    #expect(shown(host) == ["a", "b"])
    try press("Drop", host)
    #expect(shown(host) == ["b"])
    try press("Drop", host)
    #expect(shown(host) == [])
  }

  @Test func patchesLeadToTheSamePage() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for name in ["one", "next", "Back", "Back", "deep", "Back", "more", "Back"] {
      try press(name, host)
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description, "\(name)")
    }
  }

  @Test func aLevelThatIsGoneIsFreed() throws {
    struct Weak { weak var level: ElementNode? }
    let host = ViewHost.shown(Page())
    try press("one", host)
    _ = host.flush()
    let found = Weak(level: host.nodes(.div).last { $0.value(.class) == "mv-level" })
    #expect(found.level != nil)
    try press("Back", host)
    _ = host.flush()
    #expect(found.level == nil)
  }
}

@MainActor
struct NavigationPathTests {
  @Test func valuesAreAddedAndRemoved() {
    var path = NavigationPath([1, 2])
    path.append("x")
    #expect(path.count == 3 && !path.isEmpty)
    path.removeLast(2)
    #expect(path == NavigationPath([1]))
    path.removeLast(9)
    #expect(path.isEmpty)
  }
}
