// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct ToolbarTests {
  @Test func modifiersAroundAViewAreNotAroundItsBars() {
    struct Page: View {
      @State private var text = ""
      var body: some View {
        List { Text("a") }.searchable(text: $text).toolbar { Button("Add") {} }.refreshable {}
          .overlay { Text("No Results") }.padding(.top, 1)
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.texts.count { $0 == "No Results" } == 1)
    #expect(host.html().components(separatedBy: "padding-top:1px").count == 2)
    #expect(host.html().contains("<div data-n=\"2\" class=\"mv-toolbar mv-refresh mv-x\">"))
    #expect(
      render(List { Text("a").toolbar { Text("b") }.padding(.top, 1) })
        == "<ul class=\"mv-list mv-x\">"
        + "<li><div class=\"mv-toolbar mv-bar mv-x\"><span>b</span></div></li>"
        + "<li><div class=\"mv-g\" style=\"padding-top:1px\"><span>a</span></div></li></ul>",
      "a bar in a list is a row")
  }

  @Test func aBarInAStackIsAboveItsView() {
    let view = Text("a").toolbar { Text("b") }.padding(.top, 1).opacity(0.5)
    let bar = "<div class=\"mv-toolbar mv-bar mv-x\"><span>b</span></div>"
    let content =
      "<div class=\"mv-g\" style=\"padding-top:1px;opacity:0.5\"><span>a</span></div>"
    #expect(render(view) == bar + content)
    #expect(render(VStack { view }) == "<div class=\"mv-vstack\">\(bar)\(content)</div>")
    for (html, name) in [
      (render(ZStack { view }), "mv-zstack"), (render(HStack { view }), "mv-hstack"),
    ] {
      let stack = "<div class=\"mv-vstack mv-gx\">\(bar)\(content)</div>"
      #expect(html == "<div class=\"\(name)\">\(stack)</div>")
    }
  }

  @Test func aBarDoesNotFadeWithItsView() throws {
    struct Page: View {
      @State private var isHidden = true
      var body: some View {
        ZStack {
          if isHidden { bar.hidden() } else { bar.opacity(0).blendMode(.multiply) }
        }
        Button("Show") { isHidden = false }
      }
      private var bar: some View { Text("a").toolbar { Text("b") }.foregroundStyle(.red) }
    }
    let host = ViewHost.shown(Page())
    for _ in 0..<2 {
      #expect(host.elements().seen().texts == ["b", "Show"])
      try host.tap()
      _ = host.flush()
    }
  }

  @Test func itemsAreOnTop() {
    #expect(
      render(
        Text("a").toolbar {
          ToolbarItem(placement: .cancellationAction) { Text("x") }
          ToolbarItemGroup { Text("y") }
        })
        == "<div class=\"mv-toolbar mv-bar mv-x\"><div class=\"mv-toolbar mv-toolbar-start\">"
        + "<span>x</span></div><div class=\"mv-toolbar mv-toolbar-end\"><span>y</span></div></div>"
        + "<span>a</span>")
  }

  @Test func aSearchFollowsEachLetter() throws {
    struct Page: View {
      @State private var term = ""
      @State private var asked = ""
      var body: some View {
        Text("\(term)|\(asked)").searchable(text: $term, prompt: "Find <b>")
          .onSubmit(of: .search) { asked = term }.onSubmit { asked = "wrong" }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.html().contains("type=\"search\""))
    #expect(host.html().contains("placeholder=\"Find &lt;b&gt;\""))
    try host.send(.input("x"), .input)
    try host.send(.submit, .input)
    _ = host.flush()
    #expect(host.texts.last == "x|x")
  }

  /// The page does not hide it with the navigation bar.
  @Test func theButtonThatRefreshesHasABarOfItsOwn() {
    let html = render(Text("a").refreshable {})
    #expect(html.hasPrefix("<div class=\"mv-toolbar mv-refresh mv-x\">"))
  }

  @Test func aRefreshIsDisabledWhileItRuns() async throws {
    final class Log { var resume: CheckedContinuation<Void, Never>? }
    let log = Log()
    let host = ViewHost.shown(
      Text("a").refreshable { @MainActor in
        await withCheckedContinuation { log.resume = $0 }
      })
    try host.tap()
    _ = host.flush()
    #expect(throws: ViewEventError.self) { try host.tap() }
    while log.resume == nil { await Task.yield() }
    #expect(host.elements(.button)[0].value("disabled") == "")
    log.resume?.resume()
    while host.elements(.button)[0].value("disabled") != nil {
      await Task.yield()
      _ = host.flush()
    }
  }

  @Test func aRefreshDoesNotRunAgainWhenItsLevelIsShownAgain() async throws {
    final class Log {
      var lines: [String] = []
      var resume: CheckedContinuation<Void, Never>?
    }
    struct Page: View {
      let log: Log
      @State private var path: [Int] = []
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").task { log.lines.append("shown") }
            .refreshable { @MainActor in
              log.lines.append("refresh")
              await withCheckedContinuation { log.resume = $0 }
            }
            .navigationDestination(for: Int.self) { Text("level \($0)") }
        }
        Button("Turn") { path = path.isEmpty ? [1] : [] }
      }
    }
    let log = Log()
    let host = ViewHost.shown(Page(log: log))
    /// Covers the level, shows it again, and waits until its tasks have begun again.
    func coverAndShow() async throws {
      log.lines = []
      for _ in 0..<2 {
        let turn = try #require(host.ids(.button).last)
        try host.handle(ViewEvent(node: turn, kind: .tap))
        _ = host.flush()
      }
      while !log.lines.contains("shown") { await Task.yield() }
    }
    while log.lines.isEmpty { await Task.yield() }
    try host.tap()
    _ = host.flush()
    while log.resume == nil { await Task.yield() }
    // The task of the button begins before that of the text.
    try await coverAndShow()
    #expect(log.lines == ["shown"], "the refresh still runs")
    log.resume?.resume()
    while host.elements(.button)[0].value("disabled") != nil {
      await Task.yield()
      _ = host.flush()
    }
    try await coverAndShow()
    #expect(log.lines == ["shown"])
    try host.tap()
    log.resume = nil
    _ = host.flush()
    while log.resume == nil { await Task.yield() }
    #expect(log.lines == ["shown", "refresh"])
    log.resume?.resume()
  }
}

@MainActor
struct ToolbarItemGroupTests {
  @Test func itsItemsAreInOnePlace() {
    let html = render(
      ToolbarItemGroup(placement: .principal) {
        Text("a"); Text("b")
      })
    #expect(
      html == "<div class=\"mv-toolbar mv-toolbar-middle\"><span>a</span><span>b</span></div>")
  }
}

@MainActor
struct RefreshActionTests {
  @Test func aViewFindsIt() {
    struct Reader: View {
      @Environment(\.refresh) private var refresh
      var body: some View { Text(refresh == nil ? "none" : "there") }
    }
    #expect(ViewHost.shown(Reader()).texts == ["none"])
    #expect(ViewHost.shown(Reader().refreshable {}).texts.last == "there")
  }
}
