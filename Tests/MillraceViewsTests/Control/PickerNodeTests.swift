// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

private struct Page: View {
  @State private var size = "s"
  @State private var hasLarge = true
  var isLocked = false
  var body: some View {
    Picker("Size", selection: Binding(get: { size }, set: { if !isLocked { size = $0 } })) {
      Text("Small").tag("s")
      if hasLarge { Text("Large").tag("l") }
      Text("Not a string").tag(1)
    }
    Button("Large") { size = "l" }
    Button("No large") { hasLarge.toggle() }
    Text(size)
  }
}

@MainActor struct PickerNodeTests {
  @Test func aChoiceIsWrittenAndNotToldBack() throws {
    let host = ViewHost.shown(Page())
    try host.send(.select("l"), .select)
    #expect(host.flush() == [.setText(host.ids(.span)[3], "l")])
  }

  @Test func aChangeByTheProgramAndARefusalAreOnePatch() throws {
    let host = ViewHost.shown(Page())
    let select = host.ids(.select)[0]
    try host.tap(0)
    #expect(host.flush().contains(.setAttribute(select, name: "value", value: "l")))
    let locked = ViewHost.shown(Page(isLocked: true))
    try locked.send(.select("l"), .select)
    #expect(locked.flush() == [.setAttribute(select, name: "value", value: "s")])
  }

  @Test(arguments: ["x", "", "1", "S", "\"><script>"])
  func whatIsNotOfferedIsRefusedAndTakenBack(value: String) {
    let host = ViewHost.shown(Page())
    let select = host.ids(.select)[0]
    #expect(throws: ViewEventError.unsupported(select, .select(value))) {
      try host.send(.select(value), .select)
    }
    #expect(host.flush() == [.setAttribute(select, name: "value", value: "s")])
  }

  @Test func aPickerWhoseOptionsChangeKnowsThoseThatThereAre() throws {
    struct Counting: View {
      @State private var first = 0
      var body: some View {
        Picker("n", selection: .constant(0)) {
          ForEach(first..<first + 3, id: \.self) { Text("\($0)") }
        }
        Button("Next") { first += 3 }
      }
    }
    let host = ViewHost.shown(Counting())
    for _ in 0..<5 {
      try host.tap()
      _ = host.flush()
    }
    let option = try #require(host.nodes(.option).first as? OptionNode)
    #expect(option.options.count == 4, "the three options, and the selected one")
    try host.send(.select("16"), .select)
  }

  @Test func whatIsNoLongerOfferedIsRefused() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    #expect(host.flush().count == 2)
    #expect(throws: ViewEventError.self) { try host.send(.select("l"), .select) }
  }

  @Test func aSelectionThatIsOfferedAgainIsChosenAgain() throws {
    let host = ViewHost.shown(Page())
    try host.tap(0)
    try host.tap(1)
    _ = host.flush()
    try host.tap(1)
    #expect(
      host.flush().last
        == .setAttribute(host.ids(.select)[0], name: "value", value: "l"))
  }

  @Test func aSelectionWhoseOptionsArriveWithAnotherChangeIsChosen() throws {
    struct Late: View {
      @State private var names: [String] = []
      @State private var choice = "b"
      var body: some View {
        Picker("Name", selection: $choice) { ForEach(names, id: \.self) { Text($0) } }
          .disabled(names.isEmpty)
        Button("Load") { names = ["a", "b"] }
        Button("Reload") { (names, choice) = (["c", "d"], "d") }
      }
    }
    let host = ViewHost.shown(Late())
    let select = host.ids(.select)[0]
    try host.tap(0)
    let patches = host.flush()
    #expect(patches.contains(.removeAttribute(select, name: "disabled")))
    #expect(patches.contains(.setAttribute(select, name: "value", value: "b")))
    try host.tap(1)
    let again = host.flush()
    #expect(again.count { $0 == .setAttribute(select, name: "value", value: "d") } == 1)
  }
}
