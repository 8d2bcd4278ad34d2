// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct NavigationBarTests {
  @Test func barsAreHiddenByClasses() {
    #expect(
      render(Text("a").toolbar(.hidden, for: .navigationBar, .tabBar))
        == "<span class=\"mv-no-navigation-bar mv-no-tab-bar\">a</span>")
    #expect(render(Text("a").toolbar(.visible, for: .navigationBar)) == "<span>a</span>")
    #expect(
      render(Text("a").toolbarVisibility(.hidden, for: .automatic))
        == render(Text("a").navigationBarHidden(true)))
    let hidden = render(Text("a").navigationBarHidden(true))
    #expect(render(Text("a").toolbar(.hidden)) == hidden)
    #expect(render(Text("a").toolbarVisibility(.hidden)) == hidden)
    #expect(render(Text("a").toolbar(.visible).navigationBarHidden(false)) == "<span>a</span>")
    #expect(
      render(Text("a").navigationBarTitleDisplayMode(.inline))
        == "<span class=\"mv-inline-title\">a</span>")
    #expect(
      render(Text("a").toolbarTitleDisplayMode(.inline).toolbarTitleDisplayMode(.large))
        == "<span class=\"mv-inline-title\">a</span>")
  }

  @Test func aStackInALevelWithoutABackButtonHasBackButtons() {
    struct Page: View {
      @State private var path = [1]
      @State private var inner = ["a"]
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { _ in
            NavigationStack(path: $inner) {
              Text("inner root").navigationDestination(for: String.self) { Text($0) }
            }
            .navigationBarBackButtonHidden()
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements().seen().all.filter { $0.role == .button }.map(\.label) == ["Back"])
  }

  @Test func aPopoverInALevelDoesNotHideItsBackButton() {
    struct Page: View {
      @State private var path = [1]
      @State private var isOpen = true
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { _ in
            Text("level").popover(isPresented: $isOpen) {
              Text("popover").navigationBarBackButtonHidden()
            }
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.elements().seen().all.filter { $0.role == .button }.map(\.label) == ["Back"])
    #expect(host.html().contains("popover"))
  }

  @Test func aLevelHidesItsBackButton() throws {
    struct Page: View {
      @State private var path = [1]
      @State private var hides = true
      var body: some View {
        NavigationStack(path: $path) {
          Text("root").navigationDestination(for: Int.self) { number in
            Text("level \(number)").navigationBarBackButtonHidden(hides && number == 1)
          }
        }
        Button("Show") { hides = false }
        Button("Push") { path = [1, 2] }
      }
    }
    let host = ViewHost.shown(Page())
    func buttons() -> [String] {
      host.elements().seen().all.filter { $0.role == .button }.map(\.label)
    }
    #expect(buttons() == ["Show", "Push"])
    try host.tap(1)
    _ = host.flush()
    #expect(buttons() == ["Back", "Show", "Push"])
    try host.tap(0)
    _ = host.flush()
    #expect(buttons() == ["Show", "Push"])
    try host.tap(0)
    _ = host.flush()
    #expect(buttons() == ["Back", "Show", "Push"])
  }

  @Test func aTextIsATitle() {
    #expect(ViewHost.shown(Text("a").navigationTitle(Text("b"))).title == "b")
  }

  @Test func olderLinksOpenTheirView() throws {
    let host = ViewHost.shown(
      NavigationStack {
        NavigationLink("a", destination: Text("x"))
        NavigationLink(destination: Text("y")) { Text("b") }
      })
    try host.tap(1)
    _ = host.flush()
    #expect(host.texts.contains("y"))
  }

  @Test func aTabForASearchHasALabel() {
    let html = render(
      TabView {
        Tab("a", systemImage: "star", role: nil) { Text("x") }
        Tab(role: .search) { Text("y") }
        Tab {
          Text("z")
        } label: {
          Text("c")
        }
      })
    #expect(html.contains("<span>Search</span>"))
    #expect(html.contains("<span>c</span>"))
  }
}

@MainActor
struct AutomaticNavigationSplitViewStyleTests {
  @Test func theColumnsStaySideBySide() {
    let view = NavigationSplitView {
      Text("a")
    } detail: {
      Text("b")
    }
    #expect(render(view.navigationSplitViewStyle(.automatic)) == render(view))
    #expect(render(view.navigationSplitViewStyle(.balanced)) == render(view))
  }
}
