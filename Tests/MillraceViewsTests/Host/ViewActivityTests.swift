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
