// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import Millrace

@Suite struct EffectTrackerTests {
  @MainActor @Test func aDispatchIsCancelledUntilItsLastEffectHasEnded() {
    let tracker = EffectTracker()
    tracker.cancel(1)
    #expect(!tracker.isCancelled(1))
    tracker.begin(1)
    tracker.begin(1)
    tracker.cancel(1)
    tracker.end(1)
    #expect(tracker.isCancelled(1))
    #expect(!tracker.isCancelled(2))
    tracker.end(1)
    #expect(!tracker.isCancelled(1))
  }

  @MainActor @Test func anEndWithoutABeginningIsIgnored() {
    let tracker = EffectTracker()
    tracker.end(1)
    for _ in 0..<2 {
      tracker.begin(1)
      tracker.cancel(1)
      #expect(tracker.isCancelled(1))
      tracker.end(1)
      #expect(!tracker.isCancelled(1))
      tracker.end(1)
    }
  }

  @MainActor @Test func aCancellationSearchesFromTheFirstEffectForNoMoreThanAreCounted() {
    final class Host: ObserverHost {
      let log = Log()

      func remove(_ observer: StoreObserver) {}
      func updatePlain() {}
      func cancelEffects(of dispatchID: UInt64, from first: UInt64, atMost count: Int) {
        log.append("\(dispatchID) from \(first), \(count)")
      }
    }
    let (host, tracker) = (Host(), EffectTracker())
    tracker.host = host
    tracker.begin(1)
    tracker.begin(1, effect: 5)
    tracker.begin(2, effect: 6)
    tracker.begin(1, effect: 7)
    tracker.begin(3)
    for dispatch in 1...4 as ClosedRange<UInt64> { tracker.cancel(dispatch) }
    #expect(host.log.lines == ["1 from 5, 3", "2 from 6, 1", "3 from 0, 0"])
  }

  @Test func finishReturnsAtOnceWhenNothingRuns() async {
    let tracker = EffectTracker()
    await tracker.finish(1)
    tracker.begin(1)
    tracker.end(1)
    await tracker.finish(1)
  }

  /// Starts tasks that wait for the end of a dispatch and then log it.
  ///
  /// When this function returns, all are about to wait.
  private func waiters(
    _ count: Int, of dispatchID: UInt64, _ tracker: EffectTracker, _ log: Log
  ) async -> [Task<Void, Never>] {
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<count {
      let (entered, continuation) = AsyncStream.makeStream(of: Void.self)
      tasks.append(
        Task {
          continuation.finish()
          await tracker.finish(dispatchID)
          log.append("finished")
        })
      for await _ in entered {}
    }
    return tasks
  }

  @Test func allWaitsEndWithTheLastEffect() async {
    let tracker = EffectTracker()
    let log = Log()
    tracker.begin(1)
    tracker.begin(1)
    let tasks = await waiters(5, of: 1, tracker, log)
    tracker.end(1)
    log.append("last effect")
    tracker.end(1)
    for task in tasks { await task.value }
    #expect(log.lines == ["last effect"] + Array(repeating: "finished", count: 5))
  }

  @Test func whoWaitsForAnotherDispatchGoesOnWaiting() async {
    let tracker = EffectTracker()
    let (log, other) = (Log(), Log())
    tracker.begin(1)
    tracker.begin(2)
    let first = await waiters(1, of: 1, tracker, log)
    let second = await waiters(1, of: 2, tracker, other)
    tracker.end(1)
    for task in first { await task.value }
    #expect(log.lines == ["finished"])
    #expect(other.lines.isEmpty)
    tracker.end(2)
    for task in second { await task.value }
    #expect(other.lines == ["finished"])
  }

  @Test func aCancelledWaitLeavesTheOtherWaitsOnly() async {
    let tracker = EffectTracker()
    let log = Log()
    tracker.begin(1)
    let kept = await waiters(1, of: 1, tracker, log)
    for _ in 0..<3 {
      let cancelled = await waiters(2, of: 1, tracker, Log())
      for task in cancelled { task.cancel() }
      for task in cancelled { await task.value }
    }
    #expect(tracker.waiterCount(of: 1) <= 1)
    #expect(log.lines.isEmpty)
    tracker.end(1)
    for task in kept { await task.value }
    #expect(log.lines == ["finished"])
    #expect(tracker.waiterCount(of: 1) == 0)
  }

  @MainActor @Test func finishAllEndsAllWaits() async {
    let tracker = EffectTracker()
    let log = Log()
    tracker.begin(1)
    tracker.begin(2)
    var tasks = await waiters(2, of: 1, tracker, log)
    tasks += await waiters(2, of: 2, tracker, log)
    tracker.finishAll()
    for task in tasks { await task.value }
    #expect(log.lines == Array(repeating: "finished", count: 4))
    tracker.end(1)
    tracker.cancel(1)
    #expect(!tracker.isCancelled(1))
  }

  @MainActor @Test func manyThreadsBeginAndEnd() async {
    let tracker = EffectTracker()
    tracker.begin(9)
    await withTaskGroup(of: Void.self) { group in
      for dispatchID in UInt64(0)..<8 {
        group.addTask {
          for _ in 0..<500 {
            tracker.begin(dispatchID % 2)
            tracker.begin(9)
            tracker.end(dispatchID % 2)
            tracker.end(9)
          }
          await tracker.finish(dispatchID + 100)
        }
      }
    }
    for dispatchID: UInt64 in [0, 1, 9] { tracker.cancel(dispatchID) }
    #expect(!tracker.isCancelled(0))
    #expect(!tracker.isCancelled(1))
    #expect(tracker.isCancelled(9))
    tracker.end(9)
    await tracker.finish(9)
    #expect(!tracker.isCancelled(9))
  }
}
