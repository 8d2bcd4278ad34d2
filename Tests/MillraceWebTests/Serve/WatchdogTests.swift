// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct WatchdogTests {
  private let sink = LogSink()

  @Test func aMainActorThatIsHeldIsSaidWhileItIs() async {
    let watchdog = Watchdog(limit: .milliseconds(20), log: sink.log())
    sink.hold(until: "has been blocked")
    #expect(sink.arrived.first?.level == .error)
    _ = await sink.line(with: "the main actor is no longer blocked")
    watchdog.stop()
  }

  @Test func withoutATimeItsThreadIsNotAlwaysBusy() {
    for limit in [Duration.zero, .seconds(-1), .nanoseconds(1)] {
      #expect(Watchdog.pause(for: limit) == 0.01)
    }
    #expect(Watchdog.pause(for: .milliseconds(1_500)) == 1.5)
  }
}
