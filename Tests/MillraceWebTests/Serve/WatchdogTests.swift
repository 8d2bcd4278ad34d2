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

  @Test func aWatchdogThatIsStoppedDuringABlockIsSilent() async {
    let log = sink.log()
    weak var running: Watchdog?
    do {
      let watchdog = Watchdog(limit: .milliseconds(20), log: log)
      running = watchdog
      sink.hold(until: "has been blocked")
      watchdog.stop()
    }
    while running != nil { await Task.yield() }  // its thread has ended then
    let lines = await sink.lines(of: log)
    #expect(lines.count == 1 && lines[0].contains("has been blocked"))
  }

  @Test func withoutATimeItsThreadIsNotAlwaysBusy() {
    for limit in [Duration.zero, .seconds(-1), .nanoseconds(1)] {
      #expect(Watchdog.pause(for: limit) == 0.01)
    }
    #expect(Watchdog.pause(for: .milliseconds(1_500)) == 1.5)
  }
}
