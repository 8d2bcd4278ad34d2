// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import MillraceTesting

@Suite struct TestClockTests {
  @Test func timePassesOnlyWhenATestSaysSo() {
    let clock = TestClock()
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(2))
    #expect(clock.now == TestClock.Instant(offset: .seconds(2)))
    #expect(clock.now.duration(to: TestClock.Instant(offset: .seconds(5))) == .seconds(3))
  }

  @Test func aSleepUntilATimeThatHasPassedReturnsAtOnce() async throws {
    let clock = TestClock()
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)), tolerance: nil)
    try await clock.sleep(for: .zero)
    #expect(clock.sleepers == 0)
  }

  private actor Ticker {
    private(set) var ticks = 0

    func run(_ clock: TestClock) async throws {
      while !Task.isCancelled {
        try await clock.sleep(for: .seconds(1))
        ticks += 1
      }
    }
  }

  /// If the clock did not yield, the loop would hold its actor for ever.
  @Test(.timeLimit(.minutes(5))) func aLoopOnAnImmediateClockLeavesTurnsToOthers() async {
    let clock = TestClock.immediate
    let ticker = Ticker()
    let loop = Task { try await ticker.run(clock) }
    while await ticker.ticks < 3 { await Task.yield() }
    loop.cancel()
    _ = await loop.result
    #expect(clock.now.offset >= .seconds(3))
  }

  @Test func sleepersWakeAtTheirDeadlineAndNotBefore() async throws {
    let clock = TestClock()
    let log = Log()
    let short = Task {
      try await clock.sleep(for: .seconds(1))
      log.append("short at \(clock.now.offset)")
    }
    await clock.untilAsleep(1)
    let long = Task {
      try await clock.sleep(for: .seconds(3))
      log.append("long")
    }
    await clock.untilAsleep(2)
    clock.advance(by: .milliseconds(999))
    #expect(clock.sleepers == 2)
    clock.advance(by: .milliseconds(1))
    try await short.value
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(10))
    try await long.value
    #expect(log.lines == ["short at 1.0 seconds", "long"])
    await clock.untilAwake()
  }

  @Test func cancellingWakesWithAnError() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.untilAsleep()
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleepers == 0)
  }

  @Test func whoIsCancelledBeforeItSleepsDoesNotSleep() async {
    let clock = TestClock()
    let gate = Gate()
    let sleeper = Task {
      await gate.wait()
      try await clock.sleep(for: .seconds(1))
    }
    sleeper.cancel()
    await gate.open()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    #expect(clock.sleepers == 0)
  }

  @Test func aCallThatIsCancelledAfterItWasWokenLeavesNothingBehind() async {
    let clock = TestClock()
    for _ in 0..<300 {
      let sleeper = Task { try? await clock.sleep(for: .seconds(1)) }
      await clock.untilAsleep()
      let watcher = Task { await clock.untilAwake() }
      clock.advance(by: .seconds(1))
      sleeper.cancel()
      watcher.cancel()
      await sleeper.value
      await watcher.value
    }
    #expect(clock.cancelledKeys == 0)
  }

  @Test func whoWaitsForSleepersInVainCanBeCancelled() async {
    let clock = TestClock()
    let waiting = Task { await clock.untilAsleep(2) }
    let early = Task { await clock.untilAsleep(1) }
    early.cancel()
    await early.value
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(clock.sleepers == 0)
  }

  @Test func runLetsAsMuchTimePassAsThoseWhoSleepWant() async throws {
    let clock = TestClock()
    let log = Log()
    let sleepers = [3, 1, 2].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        log.append("\(seconds)")
      }
    }
    await clock.untilAsleep(3)
    #expect(clock.nextDeadline == TestClock.Instant(offset: .seconds(1)))
    clock.run()
    for sleeper in sleepers { try await sleeper.value }
    #expect(Set(log.lines) == ["1", "2", "3"])
    #expect(clock.now.offset == .seconds(3))
    #expect(clock.nextDeadline == nil)
    clock.run()
    #expect(clock.now.offset == .seconds(3))
  }

  @Test func onAnImmediateClockNoTaskWaitsAndTimeAdvances() async throws {
    let clock = TestClock.immediate
    try await clock.sleep(for: .seconds(5))
    try await clock.sleep(for: .seconds(2))
    #expect(clock.now.offset == .seconds(7))
    #expect(clock.sleepers == 0)
  }

  @MainActor @Test func sleepsWithOneDeadlineEndInTheOrderInWhichTheyBegan() async {
    let clock = TestClock()
    let log = Log()
    // All tasks run on the main queue: otherwise they would begin and go on in any order.
    let executor = TestExecutor()
    // The sleeps with one deadline begin and end between those with others.
    let tasks = [3, 1, 2, 3, 1, 2, 3].enumerated().map { number, seconds in
      Task(executorPreference: executor) {
        do { try await clock.sleep(for: .seconds(seconds)) } catch { return log.append("-") }
        log.append("\(number)")
      }
    }
    await clock.untilAsleep(7)
    tasks[3].cancel()
    tasks[1].cancel()
    #expect(clock.sleepers == 5)
    clock.advance(by: .seconds(3))
    for task in tasks { await task.value }
    #expect(log.lines.filter { $0 != "-" } == ["4", "2", "5", "0", "6"])
  }

  /// A search through all sleepers for each deadline would take minutes.
  @Test(.timeLimit(.minutes(2))) func manySleepersEndWithoutASearchThroughAllOfThem() async {
    let clock = TestClock()
    let count = 30_000
    let tasks = (1...count).map { number in
      Task {
        // Neither in the order of the deadlines nor in the reverse order.
        try await clock.sleep(for: .seconds(number * 7_919 % count + 1))
      }
    }
    await clock.untilAsleep(count)
    clock.advance(by: .seconds(count))
    for task in tasks { _ = await task.result }
    #expect(clock.sleepers == 0)
  }
}
