// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor
struct DisclosureGroupTests {
  @Test func aGroupUnfolds() throws {
    let host = ViewHost.shown(DisclosureGroup("More") { Text("inside") })
    #expect(host.texts == ["More"] && host.elements(.button)[0].value("aria-expanded") == "false")
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["More", "inside"])
    #expect(host.elements(.button)[0].value("aria-expanded") == "true")
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["More"])
  }

  @Test func aBindingUnfoldsIt() throws {
    struct Page: View {
      @State private var isOpen = true
      var body: some View {
        DisclosureGroup("More", isExpanded: $isOpen) { Text("inside") }
        Text("\(isOpen)")
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["More", "false"])
  }

  @Test func aGroupThatIsDisabledSaysSo() throws {
    struct Page: View {
      @State private var isDisabled = true
      var body: some View {
        DisclosureGroup("More") { Text("inside") }.disabled(isDisabled)
        Button("Turn") { isDisabled.toggle() }
      }
    }
    let host = ViewHost.shown(Page())
    let fold = host.ids(.button)[0]
    #expect(host.elements(.button)[0].value("disabled") == "")
    #expect(throws: ViewEventError.disabled(fold)) { try host.tap(0) }
    try host.tap(1)
    #expect(host.flush() == [.removeAttribute(fold, name: "disabled")])
    try host.tap(0)
    _ = host.flush()
    #expect(host.texts == ["More", "inside", "Turn"])
  }
}

@MainActor
struct GroupBoxTests {
  @Test func aBoxHasATitle() {
    #expect(
      render(GroupBox("t") { Text("a") })
        == "<div class=\"mv-group-box mv-x\"><div class=\"mv-caption\"><span>t</span></div>"
        + "<div class=\"mv-vstack\"><span>a</span></div></div>")
  }
}

@MainActor
struct ContentUnavailableViewTests {
  @Test func nothingToShow() {
    let host = ViewHost.shown(
      ContentUnavailableView("None", systemImage: "tray", description: Text("Add one.")))
    #expect(host.texts == ["None", "Add one."])
    #expect(
      ViewHost.shown(ContentUnavailableView.search(text: "<x>")).texts
        == ["No results for “<x>”", "Check the spelling or try a new search."])
  }
}
