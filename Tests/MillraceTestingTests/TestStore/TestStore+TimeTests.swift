// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct TestStoreTimeTests {
  @Test func timePassesFromDeadlineToDeadline() async {
    let clock = TestClock()
    let store = TestStore.ledger(
      starting: .run { send in
        for seconds in 1...3 {
          try? await clock.sleep(for: .seconds(seconds))
          await send(.note("\(clock.now.offset)"))
        }
      }, clock: clock)
    await store.send(.fail)
    await store.advance(by: .seconds(10))
    await store.receive(.note("1.0 seconds")) { $0.notes.append("1.0 seconds") }
    await store.receive(.note("3.0 seconds")) { $0.notes.append("3.0 seconds") }
    await store.receive(.note("6.0 seconds")) { $0.notes.append("6.0 seconds") }
    #expect(clock.now.offset == .seconds(10))
    await store.finish()
  }

  /// As the documentation of `advance(by:)` describes.
  @Test func aTaskThatAnEffectMakesForItselfIsFollowedFromSleepToSleep() async {
    let clock = TestClock()
    let store = TestStore.ledger(
      starting: .run { send in
        let (ticks, source) = AsyncStream.makeStream(of: Int.self)
        Task {
          for second in 1...50 {
            try? await clock.sleep(for: .seconds(1))
            source.yield(second)
          }
          source.finish()
        }
        for await tick in ticks { await send(.add(tick)) }
      }, clock: clock)
    await store.send(.fail)
    var sum = 0
    for second in 1...50 {
      await store.clock.untilAsleep()
      await store.advance(by: .seconds(1))
      sum += second
      await store.receive(.add(second)) { $0.count = sum }
    }
    await store.finish()
  }

  @Test func runLetsTimePassUntilNoTaskSleeps() async {
    let store = TestStore.search()
    await store.send(.type("s")) { $0.text = "s" }
    await store.run()
    #expect(store.clock.now.offset == .milliseconds(300))
    await store.skipReceivedActions()
    await store.run()
    await store.finish()
  }

  @Test func timePassesWithoutALookAtAllEffectsAtEachDeadline() async {
    let (count, looks) = (100, EffectLooks())
    let store = TestStore.ledger(
      starting: .merge(
        (1...count).map {
          .just(.add(1)).delay(for: .milliseconds($0)).cancellable(id: looks.id($0))
        }))
    await store.send(.fail)
    await store.advance(by: .milliseconds(count))
    #expect(store.store.count == count)
    #expect((count..<10 * count).contains(looks.count))
    await store.skipReceivedActions()
    await store.finish()
  }
}
