// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

import MillraceViews

@MainActor struct ViewActivityTests {
  /// The activity that another thread reads while this thread waits for it.
  private static func seenElsewhere() -> String {
    let seen = Mutex("")
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      seen.withLock { $0 = ViewActivity.current.map { "\($0)" } ?? "none" }
      done.signal()
    }
    done.wait()
    return seen.withLock { $0 }
  }

  private struct Watched: View {
    let note: @MainActor (String) -> Void
    var body: some View {
      let _ = note(ViewActivityTests.seenElsewhere())
      Button("a") { note("action: \(ViewActivityTests.seenElsewhere())") }
    }
  }

  @Test func anotherThreadKnowsTheViewWhoseCodeRuns() throws {
    var seen: [String] = []
    let host = ViewHost.shown(VStack { Watched { seen.append($0) } })
    #expect(seen == ["Watched"])
    #expect(Self.seenElsewhere() == "none")
    try host.tap()
    #expect(seen == ["Watched", "action: Watched"])
    #expect(ViewActivity.current == nil)
  }

  /// A page whose bindings report the activity: of a field that takes its text over when it loses
  /// the focus, and of the address.
  private struct Setters: View {
    let note: @MainActor (String) -> Void
    @FocusState private var isFocused: Bool
    var body: some View {
      TextField("n", value: place(1), format: .number).focused($isFocused)
        .pageAddress(place(PageAddress()))
    }

    private func place<Value>(_ value: Value) -> Binding<Value> {
      Binding(
        get: { value }, set: { note("\($0): \(ViewActivityTests.seenElsewhere())") })
    }
  }

  @Test func theSettersOfAFocusAndOfAnAddressAreCodeOfTheirView() throws {
    var seen: [String] = []
    let host = ViewHost.shown(VStack { Setters { seen.append($0) } })
    try host.send(.focus(true), .input)
    try host.send(.input("3"), .input)
    try host.send(.focus(false), .input)
    #expect(!seen.isEmpty && seen.allSatisfy { $0 == "3: Setters" })
    seen = []
    host.open(try #require(PageAddress("/b")))
    #expect(seen == ["/b: Setters"])
    #expect(ViewActivity.current == nil)
  }

  @Test func aBodyWithinABodyGivesTheOuterOneBack() {
    struct Outer: View {
      let note: @MainActor (String) -> Void
      var body: some View {
        let _ = ViewHost(Text("b"))
        let _ = note("\(ViewActivity.current.map { "\($0)" } ?? "none")")
        Text("a")
      }
    }
    var seen: [String] = []
    _ = ViewHost(Outer { seen.append($0) })
    #expect(seen == ["Outer"] && ViewActivity.current == nil)
  }
}
