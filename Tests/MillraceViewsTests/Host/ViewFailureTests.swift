// SPDX-License-Identifier: Apache-2.0

import Observation
import Testing

import MillraceViews

@MainActor struct ViewFailureTests {
  /// Records the code that runs.
  @MainActor private final class Runs {
    var names: [String] = []
    func note(_ name: String) -> String {
      names.append(name)
      return name
    }
  }

  private struct Reader: View {
    @Environment(Model.self) private var model
    var body: some View { Text(model.text) }
  }

  private struct Other: View {
    let runs: Runs
    var body: some View { Text(runs.note("other")) }
  }

  /// Supplies the model until it is nil.
  private struct Page: View {
    @State private var model: Model? = Model()
    let runs: Runs
    var body: some View {
      Button("away") { model = nil }
      Reader().environment(model)
      Other(runs: runs).onDisappear { _ = runs.note("gone") }
    }
  }

  @Test func aMissingObjectEndsTheHostBeforeTheBodyRuns() throws {
    let runs = Runs()
    let host = ViewHost(
      VStack {
        Reader(); Other(runs: runs)
      }.onAppear { _ = runs.note("shown") },
      endsOnFailure: true)
    let failure = try #require(host.failure)
    #expect(failure.view == "Reader")
    #expect(failure.message.hasPrefix("A view asked the environment for an object of type Model"))
    #expect(failure.description.hasPrefix("Reader: its page has ended. A view asked"))
    #expect(host.html() == "" && host.flush() == [])
    #expect(host.bodies(Reader.self) == 0)
    #expect(runs.names.isEmpty, "no body runs after the failure")
    let event = ViewEvent(node: NodeID(rawValue: 1), kind: .tap)
    #expect(throws: ViewEventError.closed) { try host.handle(event) }
  }

  @Test func aLivePageEndsInTheFlushAndTellsItOnce() throws {
    let runs = Runs()
    let host = ViewHost(Page(runs: runs), endsOnFailure: true)
    var failures: [ViewFailure] = []
    host.onFailure = { failures.append($0) }
    var calls = 0
    host.onInvalidate = { calls += 1 }
    #expect(host.html() != "" && host.failure == nil)
    try host.tap()
    #expect(calls == 1)
    #expect(host.flush() == [])
    #expect(failures == [try #require(host.failure)])
    #expect(runs.names == ["other", "gone"], "views disappear, and no body runs")
    #expect(host.flush() == [] && host.html() == "" && failures.count == 1)
  }

  @Test func anEventMayFindThatThePageFails() throws {
    let runs = Runs()
    let host = ViewHost(Page(runs: runs), endsOnFailure: true)
    var failures: [ViewFailure] = []
    host.onFailure = { failures.append($0) }
    _ = host.html()
    try host.tap()
    #expect(throws: ViewEventError.closed) { try host.tap() }
    #expect(failures == [try #require(host.failure)])
    #expect(runs.names == ["other", "gone"])
    #expect(host.flush() == [] && failures.count == 1)
  }

  /// A view that is shown and hidden without end, and then reads an object that is missing.
  private struct Flicker: View {
    let runs: Runs
    let last: Int
    @State private var isShown = false
    var body: some View {
      Button("Start") { isShown = true }
      if isShown {
        Text("a").onAppear { isShown = false }.onDisappear { isShown = true }
      }
      let _ = runs.note("body")
      if runs.names.count == last { Reader() }
    }
  }

  @Test func aPageThatFailsAtTheEndOfALoopSendsNothing() throws {
    func patches(failingInRun last: Int) throws -> (patches: [Patch], runs: Int, host: ViewHost) {
      let runs = Runs()
      let host = ViewHost(Flicker(runs: runs, last: last), endsOnFailure: true)
      host.onFault = { _ in }
      _ = host.html()
      try host.tap()
      return (host.flush(), runs.names.count, host)
    }
    let whole = try patches(failingInRun: -1)
    #expect(whole.host.failure == nil && whole.patches.count > 1)
    // The last run is that with which the host ends the loop.
    let failed = try patches(failingInRun: whole.runs)
    #expect(failed.host.failure?.view == "Reader" && failed.runs == whole.runs)
    #expect(failed.patches.isEmpty)
  }

  @Test func otherHostsGoOn() throws {
    let model = Model()
    let failed = ViewHost(
      VStack {
        ModelText(model: model); Reader()
      }, endsOnFailure: true)
    let host = ViewHost.shown(ModelText(model: model))
    model.text = "b"
    #expect(failed.flush() == [] && host.flush().count == 1)
  }

  @Test func withoutTheOptionAnErrorStandsInThePlace() throws {
    let host = ViewHost(Page(runs: Runs()))
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    host.onFailure = { _ in Issue.record("the host does not end") }
    _ = host.html()
    try host.tap()
    #expect(!host.flush().isEmpty && host.failure == nil && faults.count == 1)
    #expect(host.texts.last == "other")
  }

  private struct Recursive: View {
    let depth: Int
    var body: some View { Group { Recursive(depth: depth + 1) }.padding() }
  }

  @Test func aViewThatContainsItselfEndsTheHost() throws {
    let host = ViewHost(Recursive(depth: 0), endsOnFailure: true)
    let failure = try #require(host.failure)
    #expect(failure.view == "Recursive" && failure.message.contains("contains the view itself"))
    let other = ViewHost(Recursive(depth: 0))
    var faults: [ViewFault] = []
    other.onFault = { faults.append($0) }
    _ = other.html()
    #expect(faults == [.unavailable(message: failure.message, view: "Recursive")])
  }

  /// A gesture whose value type is `Int`, but whose body has another value type.
  private struct Wrong: Gesture {
    typealias Value = Int
    typealias Body = DragGesture
    nonisolated static var _valueType: Int.Type { Int.self }
    var body: DragGesture { DragGesture() }
  }

  @Test func aGestureOfAWrongTypeEndsTheHost() throws {
    for gesture in [0, 1] {
      let text = Text("a")
      let host =
        gesture == 0
        ? ViewHost(text.gesture(Wrong()), endsOnFailure: true)
        : ViewHost(text.gesture(Wrong().onEnded { _ in }), endsOnFailure: true)
      let failure = try #require(host.failure)
      #expect(
        failure.message
          == "Wrong has another Value type than its body. Use the same type for both.")
      #expect(host.html() == "")
    }
  }

  @Test func aGestureOfAWrongTypeStopsTheProgramWithoutTheOption() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = ViewHost(Text("a").gesture(Wrong())) }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Wrong has another Value type than its body."))
  }

  @Test func codeThatBeganWithAnObjectKeepsItWhenItIsTakenAway() throws {
    @MainActor final class Later { var run: (() -> String)? }
    struct Keeper: View {
      @Environment(Model.self) private var model
      let later: Later
      var body: some View {
        let _ = later.run = { model.text }
        Text("a")
      }
    }
    struct Page: View {
      @State private var model: Model? = Model()
      let later: Later
      var body: some View {
        Button("away") { model = nil }
        Keeper(later: later).environment(model)
      }
    }
    let later = Later()
    let host = ViewHost(Page(later: later), endsOnFailure: true)
    _ = host.html()
    try host.tap()
    _ = host.flush()
    #expect(host.failure != nil && later.run?() == "a")
  }
}
