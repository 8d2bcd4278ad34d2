// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct NodeTests {
  @Test func unmountingReachesEverythingOnce() {
    var gone: [String] = []
    let host = ViewHost.shown(
      VStack {
        Text("a").onDisappear { gone.append("a") }
        HStack { Text("b").onDisappear { gone.append("b") } }
          .onDisappear { gone.append("around b") }
      })
    host.close()
    host.close()
    #expect(gone == ["a", "b", "around b"])
  }

  @Test func depthGrowsDownwards() {
    let host = ViewHost.shown(VStack { Text("a") })
    #expect(host.root?.depth == 0)
    #expect(host.nodes(.span)[0].depth == 2)
  }

  @Test func theTabAndTheLevelsOfARowAreKeptWhileItIsOutOfView() throws {
    struct Page: View {
      var body: some View {
        List(0..<500, id: \.self) { id in
          switch id {
          case 0:
            TabView {
              Text("one").tabItem { Text("1") }
              Text("two").tabItem { Text("2") }
            }
          case 1:
            NavigationStack {
              NavigationLink("Open", value: 7)
                .navigationDestination(for: Int.self) { Text("level \($0)") }
            }
          default: Text("\(id)")
          }
        }
      }
    }
    let host = ViewHost.shown(Page())
    func tabs() -> [String?] { host.elements(.button).prefix(2).map { $0.value("aria-selected") } }
    for button in [1, 2] {
      try host.tap(button)
      _ = host.flush()
    }
    #expect(tabs() == ["false", "true"] && host.texts.contains("level 7"))
    for range in [300..<360, 0..<60] {
      try host.send(.rows(range, keeping: nil), .ul)
      _ = host.flush()
      #expect(host.texts.contains("level 7") == (range.lowerBound == 0))
    }
    #expect(tabs() == ["false", "true"])
  }
}
