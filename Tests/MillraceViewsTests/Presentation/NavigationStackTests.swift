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
    #expect(host.nodes(.nav).count == 3, "each level has a back button")
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

  @Test func aValueWithoutADestinationSaysSoAndIsReportedOnce() throws {
    let host = ViewHost.shown(Page())
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    try press("two", host)
    _ = host.flush()
    _ = host.html()
    let message = """
      No navigationDestination for String is in the stack. Add this modifier to a view that is in \
      the stack before the value is pushed.
      """
    #expect(faults == [.unavailable(message: message, view: "NavigationStack in Page")])
    #expect(host.texts.contains { $0.hasPrefix("No navigationDestination for String") })
    #expect(throws: ViewEventError.self) { try press("none", host) }
    for label in ["Back", "two"] {
      try press(label, host)
      _ = host.flush()
    }
    #expect(host.texts.contains { $0.hasPrefix("No navigationDestination for String") })
    #expect(faults.count == 1, "once for a type")
  }

  @Test func aDestinationThatIsSetTogetherWithThePathIsNotMissing() throws {
    struct Home: View {
      @Binding var isOpen: Bool
      @Binding var path: [String]
      var body: some View {
        if isOpen {
          Text("root").navigationDestination(for: String.self) { Text("at \($0)") }
        } else {
          Button("open") { (isOpen, path) = (true, ["a"]) }
        }
      }
    }
    struct Late: View {
      @State private var isOpen = false
      @State private var path: [String] = []
      var body: some View {
        // The stack reads the path itself, so it is updated before its root.
        NavigationStack(path: $path) { Home(isOpen: $isOpen, path: $path) }
      }
    }
    let host = ViewHost.shown(Late())
    host.onFault = { Issue.record("\($0)") }
    try press("open", host)
    #expect(shown(host) == ["at a"])
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

  @Test(arguments: ["view", "flag", "item"])
  func aValueGoesOnTopOfALevelThatNoValueStandsFor(_ way: String) throws {
    struct Middle: View {
      @State private var count = 0
      var body: some View {
        Text("middle \(count)")
        Button("add") { count += 1 }
        NavigationLink("on", value: 1)
      }
    }
    struct Mixed: View {
      @State private var path: [Int] = []
      @State private var isShown = false
      @State private var item: String?
      var body: some View {
        NavigationStack(path: $path) {
          Text("root")
          NavigationLink("view") { Middle() }
          Button("flag") { isShown = true }
            .navigationDestination(isPresented: $isShown) { Middle() }
          Button("item") { item = "x" }
            .navigationDestination(item: $item) { _ in Middle() }
            .navigationDestination(for: Int.self) { number in
              Text("number \(number)")
              NavigationLink("up", value: number + 1)
              NavigationLink("more") { Middle() }
              Button("other") { path = [9] }
            }
        }
        Text("\(path) \(isShown) \(item ?? "none")")
      }
    }
    let host = ViewHost.shown(Mixed())
    try press(way, host)
    #expect(shown(host) == ["middle 0"])
    try press("add", host)
    _ = host.flush()
    try press("on", host)
    #expect(shown(host) == ["number 1"])
    try press("more", host)
    #expect(shown(host) == ["middle 0"])
    try press("on", host)
    #expect(shown(host) == ["number 1"], "the level of the second value")
    try press("Back", host)
    #expect(shown(host) == ["middle 0"])
    try press("Back", host)
    #expect(shown(host) == ["number 1"])
    try press("up", host)
    #expect(shown(host) == ["number 2"] && host.texts.last?.hasPrefix("[1, 2]") == true)
    try press("other", host)
    #expect(shown(host) == ["number 9"], "9 has replaced 1 and 2")
    try press("Back", host)
    #expect(shown(host) == ["middle 1"], "the level has kept its state")
    try press("Back", host)
    #expect(shown(host) == ["root"] && host.texts.last == "[] false none")
  }

  @Test func whatDismissesALevelThatIsGoneTakesNoOtherAway() throws {
    @MainActor final class Kept { var dismiss: DismissAction? }
    struct Inner: View {
      let kept: Kept
      @Environment(\.dismiss) private var dismiss
      var body: some View {
        Text("inner").onAppear { kept.dismiss = dismiss }
      }
    }
    struct Outer: View {
      let kept: Kept
      var body: some View {
        NavigationStack {
          Text("root")
          NavigationLink("inner") { Inner(kept: kept) }
          NavigationLink("other") { Text("other") }
        }
      }
    }
    let kept = Kept()
    let host = ViewHost.shown(Outer(kept: kept))
    try press("inner", host)
    _ = host.flush()
    try press("Back", host)
    _ = host.flush()
    try press("other", host)
    #expect(shown(host) == ["other"])
    kept.dismiss?()
    #expect(shown(host) == ["other"])
  }

  @Test func aCoveredLevelTakesNoEvents() throws {
    struct Twice: View {
      @State private var path: [Int] = []
      @State private var text = ""
      @State private var isOver = false
      @FocusState private var hasFocus: Bool
      var body: some View {
        NavigationStack(path: $path) {
          NavigationLink("go", value: 1)
            .navigationDestination(for: Int.self) { Text("number \($0)") }
            .onHover { isOver = $0 }
          TextField("t", text: $text).focused($hasFocus)
        }
        Text("\(path) \(text) \(isOver) \(hasFocus)")
      }
    }
    let host = ViewHost.shown(Twice())
    let page = PatchedPage(html: host.html())
    let link = try #require(host.elements().all.first { $0.label == "go" })
    let field = host.ids(.input)[0]
    let box = try #require(host.nodes(.div).first { $0.events.contains(.hover) }).id
    try host.handle(ViewEvent(node: field, kind: .focus(true)))
    try host.handle(ViewEvent(node: box, kind: .hover(true)))
    try host.handle(ViewEvent(node: link.id, kind: .tap))
    for event in [
      ViewEvent(node: link.id, kind: .tap), ViewEvent(node: field, kind: .input("x")),
      ViewEvent(node: field, kind: .focus(true)), ViewEvent(node: box, kind: .hover(true)),
    ] {
      #expect(throws: ViewEventError.covered(event.node)) { try host.handle(event) }
    }
    // The end of a focus or of a hover is accepted.
    try host.handle(ViewEvent(node: field, kind: .focus(false)))
    try host.handle(ViewEvent(node: box, kind: .hover(false)))
    try page.apply(host.flush())
    #expect(host.texts.last == "[1]  false false")
    #expect(page.root.description == PatchedPage(html: host.html()).root.description)
    try press("Back", host)
    _ = host.flush()
    try host.handle(ViewEvent(node: field, kind: .input("y")))
    _ = host.flush()
    #expect(host.texts.last == "[] y false false")
  }

  @Test func aDialogOfACoveredLevelTakesEvents() throws {
    struct Asking: View {
      @State private var path: [Int] = []
      @State private var isAsking = false
      @State private var count = 0
      var body: some View {
        NavigationStack(path: $path) {
          Button("ask") {
            path = [1]
            isAsking = true
          }
          .sheet(isPresented: $isAsking) { Button("count") { count += 1 } }
          .navigationDestination(for: Int.self) { Text("number \($0)") }
        }
        Text("\(count)")
      }
    }
    let host = ViewHost.shown(Asking())
    try press("ask", host)
    _ = host.flush()
    try press("count", host)
    _ = host.flush()
    #expect(host.texts.contains("1"))
  }

  @Test func ofTwoDestinationsTheOneNearerToTheRootCounts() throws {
    struct Twice: View {
      @State private var isEarly = false
      var body: some View {
        NavigationStack {
          VStack {
            if isEarly {
              Text("early").navigationDestination(for: Int.self) { Text("early \($0)") }
            }
            Group {
              NavigationLink("go", value: 1)
              Button("early") { isEarly = true }
            }
            .navigationDestination(for: Int.self) { number in
              Text("outer \(number)")
              NavigationLink("up", value: number + 1)
                .navigationDestination(for: Int.self) { Text("upper \($0)") }
                .navigationDestination(for: String.self) { Text("text \($0)") }
              NavigationLink("word", value: "w")
            }
          }
          .navigationDestination(for: Double.self) { _ in Text("none") }
        }
      }
    }
    let host = ViewHost.shown(Twice())
    try press("go", host)
    #expect(shown(host) == ["outer 1"])
    try press("up", host)
    #expect(shown(host) == ["outer 2"])
    try press("word", host)
    #expect(shown(host) == ["text w"])
    for _ in 0..<3 {
      try press("Back", host)
      _ = host.flush()
    }
    try press("early", host)
    _ = host.flush()
    try press("go", host)
    #expect(shown(host) == ["outer 1"], "the early destination is deeper in the root level")
  }

  @Test func aDestinationGoesWithItsView() throws {
    struct Choosing: View {
      @State private var isFirst = true
      var body: some View {
        NavigationStack {
          NavigationLink("go", value: 1)
          Button("change") { isFirst.toggle() }
          if isFirst {
            Text("a").navigationDestination(for: Int.self) { Text("first \($0)") }
          } else {
            Text("b").navigationDestination(for: Int.self) { Text("second \($0)") }
          }
        }
      }
    }
    let host = ViewHost.shown(Choosing())
    for wanted in ["first 1", "second 1", "first 1"] {
      try press("go", host)
      #expect(shown(host) == [wanted])
      try press("Back", host)
      _ = host.flush()
      try press("change", host)
      _ = host.flush()
    }
  }

  @Test func aCoveredLevelDisappearsAndAppearsAgain() throws {
    @MainActor final class Log { var lines: [String] = [] }
    struct Logged: View {
      let log: Log
      var body: some View {
        NavigationStack {
          NavigationLink("go") {
            Text("level").onAppear { log.lines.append("level") }
              .onDisappear { log.lines.append("-level") }
            NavigationLink("on") { Text("top").onAppear { log.lines.append("top") } }
          }
          .onAppear { log.lines.append("root") }
          .onDisappear { log.lines.append("-root") }
        }
      }
    }
    let log = Log()
    let host = ViewHost.shown(Logged(log: log))
    for (name, lines) in [
      ("go", ["level", "-root"]), ("on", ["top", "-level"]), ("Back", ["level"]),
      ("Back", ["-level", "root"]),
    ] {
      log.lines = []
      try press(name, host)
      _ = host.flush()
      #expect(log.lines.sorted() == lines.sorted(), "\(name)")
    }
    log.lines = []
    host.close()
    #expect(log.lines == ["-root"])
  }

  @Test func patchesLeadToTheSamePage() throws {
    let host = ViewHost(Page())
    let page = PatchedPage(html: host.html())
    for name in ["one", "next", "Back", "Back", "deep", "Back", "Back", "Back", "more", "Back"] {
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
