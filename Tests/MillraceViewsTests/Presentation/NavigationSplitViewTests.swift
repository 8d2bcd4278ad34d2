// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct NavigationSplitViewTests {
  @Test func theFirstColumnIsAPlaceToGoFrom() {
    #expect(
      render(
        NavigationSplitView {
          Text("a")
        } detail: {
          Text("b")
        })
        == "<div class=\"mv-split mv-x mv-y mv-wide\"><nav aria-label=\"Sidebar\"><span>a</span>"
        + "</nav><div><span>b</span></div></div>")
  }
}

@MainActor
struct NavigationSplitViewVisibilityTests {
  @Test func aBindingHidesColumns() {
    func hidden(_ visibility: NavigationSplitViewVisibility) -> Int {
      let html = render(
        NavigationSplitView(columnVisibility: .constant(visibility)) {
          Text("a")
        } content: {
          Text("b")
        } detail: {
          Text("c")
        })
      return html.components(separatedBy: " hidden").count - 1
    }
    #expect(hidden(.all) == 0 && hidden(.automatic) == 0)
    #expect(hidden(.doubleColumn) == 1 && hidden(.detailOnly) == 2)
  }
}
