// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct SubmitViewTests {
  @Test func returnRunsTheActionsFromTheInnermostOutwards() throws {
    var lines: [String] = []
    let host = ViewHost.shown(
      Form { TextField("a", text: .constant("")).onSubmit { lines.append("inner") } }
        .onSubmit { lines.append("outer") })
    try host.send(.submit, .input)
    #expect(lines == ["inner", "outer"])
  }

  @Test func theNewestActionIsRun() throws {
    struct Page: View {
      @State private var text = ""
      let report: (String) -> Void
      var body: some View {
        let now = text
        TextField("a", text: $text).onSubmit { report(now) }
      }
    }
    var seen: [String] = []
    let host = ViewHost.shown(Page { seen.append($0) })
    try host.send(.input("typed"), .input)
    _ = host.flush()
    try host.send(.submit, .input)
    #expect(seen == ["typed"])
  }

  @Test func withoutAnActionReturnDoesNothing() throws {
    let host = ViewHost.shown(TextField("a", text: .constant("")))
    try host.send(.submit, .input)
    #expect(host.flush().isEmpty)
  }

  @Test func eachKindOfFieldRunsTheOuterActionsOfItsKind() throws {
    var lines: [String] = []
    let host = ViewHost.shown(
      TextField("a", text: .constant("")).searchable(text: .constant(""))
        .onSubmit(of: [.text, .search]) { lines.append("both") }
        .onSubmit(of: .search) { lines.append("search") }
        .onSubmit { lines.append("text") })
    try host.send(.submit, .input, 0)
    #expect(lines == ["both", "search"])
    lines = []
    try host.send(.submit, .input, 1)
    #expect(lines == ["both", "text"])
  }

  @Test func otherTriggersReplaceTheEarlierOnes() throws {
    struct Page: View {
      @State private var triggers = SubmitTriggers.text
      let report: (String) -> Void
      var body: some View {
        TextField("a", text: .constant("")).searchable(text: .constant(""))
          .onSubmit(of: .search) { report("inner") }
          .onSubmit(of: triggers) { report("outer") }
        Button("Search only") { triggers = .search }
      }
    }
    var lines: [String] = []
    let host = ViewHost.shown(Page { lines.append($0) })
    try host.send(.submit, .input, 0)
    try host.send(.submit, .input, 1)
    #expect(lines == ["inner", "outer"])
    try host.tap()
    _ = host.flush()
    lines = []
    try host.send(.submit, .input, 0)
    #expect(lines == ["inner", "outer"])
    lines = []
    try host.send(.submit, .input, 1)
    #expect(lines.isEmpty)
  }
}

@MainActor
struct SubmitTriggersTests {
  @Test func anActionWithoutTriggersNeverRuns() throws {
    var count = 0
    let host = ViewHost.shown(
      TextField("a", text: .constant("")).searchable(text: .constant(""))
        .onSubmit(of: []) { count += 1 })
    try host.send(.submit, .input, 0)
    try host.send(.submit, .input, 1)
    #expect(count == 0)
  }
}
