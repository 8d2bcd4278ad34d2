// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct WatchdogTests {
  private let sink = LogSink()

  /// Holds the main actor until the log says so.
  private func hold() {
    while !sink.arrived.contains(where: { $0.text.contains("has been held") }) { sched_yield() }
  }

  @Test func aMainActorThatIsHeldIsSaidWhileItIs() async {
    let watchdog = Watchdog(limit: .milliseconds(20), log: sink.log())
    hold()
    #expect(sink.arrived.first?.level == .error)
    _ = await sink.line(with: "the main actor goes on")
    watchdog.stop()
  }
}
