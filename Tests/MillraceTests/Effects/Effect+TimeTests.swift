// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct EffectTimeTests {
  private typealias Work = Effect<LedgerAction>

  private func say(_ word: String) -> Work { .just(.note(word)) }

  @Test func aDelayedEffectStartsWhenItsTimeHasCome() async {
    let timeline = Timeline(["a": say("late").delay(for: .milliseconds(500))])
    timeline.at(0, "a")
    timeline.at(499)
    #expect(timeline.lines == ["0 a"])
    timeline.at(500)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "500 late"])
    #expect(timeline.store.held.effects == 0)
  }

  @Test func theTimeRunsFromTheCommitOn() async {
    let timeline = Timeline(["a": say("late").delay(for: .milliseconds(500))])
    timeline.at(0, "a")
    // The clock may move before the timer's task has run.
    timeline.at(700)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "700 late"])
  }

  @Test func delaysAddUpInAConcatenation() async {
    let step = Effect<LedgerAction>.concatenate(
      say("1").delay(for: .milliseconds(100)), say("2").delay(for: .milliseconds(100)))
    let timeline = Timeline(["a": step])
    timeline.at(0, "a")
    await timeline.at(100, expect: 2)
    timeline.at(200)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "100 1", "200 2"])
  }

  @Test func cancellingEndsTheWait() async {
    let timeline = Timeline([
      "a": say("late").delay(for: .milliseconds(500)).cancellable(id: 1), "stop": .cancel(id: 1),
    ])
    timeline.at(0, "a")
    timeline.at(100, "stop")
    await timeline.finish()
    timeline.at(1_000)
    #expect(timeline.lines == ["0 a", "100 stop"])
    #expect(timeline.clock.sleepers == 0)
    #expect(timeline.store.held.effects == 0)
  }

  @Test func aDebouncedEffectStartsAfterAPause() async {
    let timeline = Timeline([
      "a": say("A").debounce(id: 1, for: .milliseconds(800)),
      "b": say("B").debounce(id: 1, for: .milliseconds(800)),
    ])
    timeline.at(0, "a")
    timeline.at(300, "b")
    timeline.at(600, "a")
    timeline.at(1_399)
    #expect(timeline.lines == ["0 a", "300 b", "600 a"])
    timeline.at(1_400)
    await timeline.finish()
    timeline.at(5_000, "b")
    timeline.at(5_800)
    await timeline.finish()
    #expect(
      timeline.lines == ["0 a", "300 b", "600 a", "1400 A", "5000 b", "5800 B"])
    #expect(timeline.store.held.effects == 0 && timeline.store.held.effectIDs == 0)
  }

  @Test func debouncesWithDifferentIdsDoNotMeet() async {
    let timeline = Timeline([
      "a": say("A").debounce(id: 1, for: .milliseconds(100)),
      "b": say("B").debounce(id: "1", for: .milliseconds(150)),
    ])
    timeline.at(0, "a", "b")
    await timeline.at(100, expect: 3)
    timeline.at(150)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "0 b", "100 A", "150 B"])
  }

  @Test func aDebounceCancelsTheOneThatRunsAlready() async {
    let gate = Gate()
    let slow = Work.run { send in
      await send(.note("begun"))
      await gate.wait()
      await send(.note("never"))
    }
    let timeline = Timeline([
      "a": slow.debounce(id: 1, for: .milliseconds(100)),
      "b": say("B").debounce(id: 1, for: .milliseconds(100)),
    ])
    timeline.at(0, "a")
    await timeline.at(100, expect: 2)
    timeline.at(150, "b")
    await gate.open()
    timeline.at(250)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "100 begun", "150 b", "250 B"])
  }

  @Test func aThrottleStartsTheFirstAtOnceAndTheLastAtTheEndOfTheWindow() async {
    let timeline = Timeline(
      Dictionary(
        uniqueKeysWithValues: ["a", "b", "c", "d"].map {
          ($0, say($0.uppercased()).throttle(id: 1, for: .milliseconds(1_000)))
        }))
    timeline.at(0, "a")
    timeline.at(200, "b")
    timeline.at(400, "c")
    await timeline.at(1_000, expect: 5)
    timeline.at(1_500, "d")
    await timeline.at(2_000, expect: 7)
    await timeline.finish()
    #expect(
      timeline.lines == ["0 a", "0 A", "200 b", "400 c", "1000 C", "1500 d", "2000 D"])
    // No effect came in the last window: it closes and leaves nothing.
    timeline.at(3_000)
    await until { timeline.store.held.effects == 0 }
    #expect(timeline.store.held.windows == 0)
    #expect(timeline.store.held.effectIDs == 0)
  }

  @Test func withoutLatestWhatComesInAWindowIsDropped() async {
    let timeline = Timeline(
      Dictionary(
        uniqueKeysWithValues: ["a", "b", "c"].map {
          ($0, say($0.uppercased()).throttle(id: 1, for: .milliseconds(1_000), latest: false))
        }))
    timeline.at(0, "a")
    timeline.at(999, "b")
    // The window is over by the clock, even if the store has not handled the timer's end yet.
    timeline.at(1_000, "c")
    timeline.at(1_001, "b")
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "0 A", "999 b", "1000 c", "1000 C", "1001 b"])
  }

  @Test func atTheEndOfAWindowTheKeptOneGoesFirst() async {
    let timeline = Timeline(
      Dictionary(
        uniqueKeysWithValues: ["a", "b", "c"].map {
          ($0, say($0.uppercased()).throttle(id: 1, for: .milliseconds(1_000)))
        }))
    timeline.at(0, "a")
    timeline.at(500, "b")
    timeline.at(1_000, "c")
    await until { timeline.lines.count == 5 }
    await timeline.at(2_000, expect: 6)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "0 A", "500 b", "1000 c", "1000 B", "2000 C"])
  }

  @Test func cancellingAThrottleDropsWhatItKeepsAndClosesTheWindow() async {
    let timeline = Timeline([
      "a": say("A").throttle(id: 1, for: .milliseconds(1_000)), "stop": .cancel(id: 1),
    ])
    timeline.at(0, "a")
    timeline.at(100, "a")
    timeline.at(200, "stop")
    await timeline.finish()
    timeline.at(300, "a")
    #expect(timeline.lines == ["0 a", "0 A", "100 a", "200 stop", "300 a", "300 A"])
    await until { timeline.store.held.effects == 1 }
    #expect(timeline.store.held.windows == 1)
  }

  @Test func finishDoesNotWaitForAWindowToClose() async {
    let timeline = Timeline(["a": say("A").throttle(id: 1, for: .milliseconds(1_000))])
    timeline.at(0, "a")
    await timeline.finish()
    #expect(timeline.store.held.windows == 1)
  }

  @Test func timersEndWithTheStore() async {
    let clock = TestClock()
    var store: LedgerStore? = .starting(
      [
        "a": .merge(
          say("x").delay(for: .seconds(1)), say("x").debounce(id: 1, for: .seconds(1)),
          say("x").throttle(id: 2, for: .seconds(1)))
      ], clock: clock)
    store?.dispatch(.note("a"))
    await clock.untilAsleep(3)
    store = nil
    await clock.untilAwake()
  }

  @Test func whatAThrottleKeptLeavesItsIdFreeWhenAllHaveEnded() async {
    let gate = Gate()
    let work = Work.run { _ in await gate.wait() }
    let timeline = Timeline([
      "a": work.throttle(id: 1, for: .milliseconds(1_000)), "b": work.cancellable(id: 1),
      "c": say("C").cancellable(id: 1, policy: .dropIfRunning),
    ])
    timeline.at(0, "a")
    timeline.at(100, "a")
    timeline.at(200, "b")
    timeline.at(1_000)
    await until { timeline.store.engine.effects.groups[EffectID(1)]?.running.count == 3 }
    await gate.open()
    await timeline.finish()
    #expect(timeline.store.held.effectIDs == 0)
    timeline.at(1_100, "c")
    #expect(timeline.lines.last == "1100 C")
  }

  @Test func whatAThrottleKeepsIsCancelledByTheIdsAroundIt() async {
    let timeline = Timeline([
      "a": say("A").throttle(id: 1, for: .milliseconds(1_000)).cancellable(id: "all"),
      "stop": .cancel(id: "all"),
    ])
    timeline.at(0, "a")
    timeline.at(100, "a")
    timeline.at(200, "stop")
    timeline.at(1_000)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "0 A", "100 a", "200 stop"])
  }

  @Test func theNextWindowOfAThrottleHasTheLengthOfWhatOpensIt() async {
    let timeline = Timeline([
      "a": say("A").throttle(id: 1, for: .milliseconds(50)),
      "b": say("B").throttle(id: 1, for: .milliseconds(400)),
      "c": say("C").throttle(id: 1, for: .milliseconds(400)),
    ])
    timeline.at(0, "a", "b")
    await timeline.at(50, expect: 4)
    timeline.at(120, "c")
    await timeline.at(450, expect: 6)
    await timeline.finish()
    #expect(timeline.lines == ["0 a", "0 A", "0 b", "50 B", "120 c", "450 C"])
  }

  private func timer() -> Timeline {
    Timeline([
      "start": .timer(every: .milliseconds(100)) { .note("tick") }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
  }

  @Test func aTimerSendsAtEachIntervalUntilItIsCancelled() async {
    let timeline = timer()
    timeline.at(0, "start")
    await timeline.clock.untilAsleep()
    for tick in 1...3 {
      await timeline.at(tick * 100, expect: 1 + tick)
      await timeline.clock.untilAsleep()
    }
    timeline.at(350, "stop")
    await timeline.finish()
    timeline.at(1_000)
    #expect(timeline.lines == ["0 start", "100 tick", "200 tick", "300 tick", "350 stop"])
    #expect(timeline.store.held.effects == 0 && timeline.clock.sleepers == 0)
  }

  @Test func aLateTickDoesNotDelayTheNextOneAndIsSentOnce() async {
    let timeline = timer()
    timeline.at(0, "start")
    await timeline.clock.untilAsleep()
    await timeline.at(130, expect: 2)
    await timeline.clock.untilAsleep()
    await timeline.at(200, expect: 3)
    await timeline.clock.untilAsleep()
    // The ticks of 300, 400 and 500 are one.
    await timeline.at(550, expect: 4)
    await timeline.clock.untilAsleep()
    await timeline.at(600, expect: 5)
    timeline.at(600, "stop")
    await timeline.finish()
    #expect(
      timeline.lines
        == ["0 start", "130 tick", "200 tick", "550 tick", "600 tick", "600 stop"])
  }

  @Test func aTimerWithATinyIntervalSkipsWithoutAnOverflow() async {
    let timeline = Timeline([
      "start": .timer(every: Duration(secondsComponent: 0, attosecondsComponent: 1)) {
        .note("tick")
      }.cancellable(id: 1),
      "stop": .cancel(id: 1),
    ])
    timeline.at(0, "start")
    await timeline.clock.untilAsleep()
    await timeline.at(60_000, expect: 2)
    timeline.at(60_000, "stop")
    await timeline.finish()
    #expect(timeline.lines.contains("60000 tick"))
  }

  @Test func aTimerWithoutAnIntervalStopsTheProgramWithAMessage() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Effect<Int>.timer(every: .zero, line: 4711) { 1 }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Effect+TimeTests.swift:4711: a timer every 0.0 seconds."))
  }
}
