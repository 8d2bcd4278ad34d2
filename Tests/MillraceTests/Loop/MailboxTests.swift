// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@MainActor
@Suite struct MailboxTests {
  /// An engine that only counts the drains that arrive.
  @MainActor
  private final class Counter<Action: Sendable> {
    let mailbox = Mailbox<Action>()
    var drains = 0

    init() {
      mailbox.reader = (
        drain: { [weak self] in self?.drains += 1 }, receive: { _, _, _, _ in }, end: { _ in },
        follow: { _ in nil }, unfollow: { _ in }
      )
    }
  }

  /// A mailbox, and the number of drains that it requested.
  private struct Bench<Action: Sendable>: Sendable {
    let mailbox: Mailbox<Action>
    private let host: Counter<Action>

    @MainActor
    init() {
      host = Counter()
      mailbox = host.mailbox
    }

    /// The main actor runs its tasks in order, so this one runs after all drains.
    @MainActor var drains: Int {
      get async { await Task { @MainActor [host] in host.drains }.value }
    }

    func post(_ action: Action, of watch: UInt64 = 0, isChained: Bool = false) {
      let pending = PendingAction(
        DispatchedAction(action), dispatchID: 0, isChained: isChained)
      mailbox.post(.action(pending), of: watch)
    }

    /// All jobs; those that belong to the running turn have an exclamation mark.
    func take() -> [String] {
      var jobs: [String] = []
      mailbox.take { job, _ in jobs.append(Self.describe(job)) }
      return jobs
    }

    private static func describe(_ job: borrowing Job<Action>) -> String {
      switch job {
      case .action(let pending): "\(pending.dispatched.action)\(pending.isChained ? "!" : "")"
      case .batch: "batch"
      case .effectEnded(let key): "end \(key)"
      case .effectFailed(let key, _): "fail \(key)"
      case .effect: "effect"
      case .effectDue(let key): "due \(key)"
      }
    }
  }

  @Test func jobsAreTakenInOrderAndOnce() {
    let bench = Bench<Int>()
    #expect(bench.mailbox.isEmpty)
    bench.post(1)
    bench.mailbox.post(.effectEnded(9))
    bench.post(2)
    #expect(!bench.mailbox.isEmpty)
    #expect(bench.take() == ["1", "end 9", "2"])
    #expect(bench.mailbox.isEmpty)
    #expect(bench.take().isEmpty)
  }

  @Test func aBurstAsksForOneDrain() async {
    let bench = Bench<Int>()
    for number in 0..<100 { bench.post(number) }
    bench.mailbox.post(.effectEnded(1))
    #expect(await bench.drains == 1)
    // Although the jobs are taken before the drain begins, the next job still waits for that drain.
    _ = bench.take()
    bench.post(100)
    #expect(await bench.drains == 1)
    bench.mailbox.drainBegan()
    bench.post(101)
    bench.mailbox.post(.effectEnded(2))
    #expect(await bench.drains == 2)
  }

  @Test func theEndOfAnEffectAsksForADrainToo() async {
    let bench = Bench<Int>()
    bench.mailbox.post(.effectEnded(1))
    #expect(await bench.drains == 1)
    #expect(!bench.mailbox.isEmpty)
  }

  @Test func aReplyDuringATurnBelongsToItAndNeedsNoHop() async {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    bench.post(1, of: 1)
    #expect(await bench.drains == 0)
    #expect(bench.mailbox.unwatch())
    #expect(bench.take() == ["1!"])
    #expect(!bench.mailbox.unwatch())
  }

  @Test func aReplyAfterTheTurnIsAJobLikeOthers() async {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    #expect(!bench.mailbox.unwatch())
    bench.post(1, of: 1)
    #expect(await bench.drains == 1)
    #expect(bench.take() == ["1"])
  }

  @Test func aReplyToAnEarlierTurnDoesNotBelongToTheOneThatRuns() async {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    #expect(!bench.mailbox.unwatch())
    bench.mailbox.watch(3)
    bench.post(1, of: 1)
    bench.post(2, of: 3)
    #expect(await bench.drains == 1)
    #expect(bench.take() == ["1", "2!"])
  }

  @Test func aReplyThatAnotherTurnOvertookDoesNotBelongToThat() {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    bench.post(1, of: 1)
    bench.mailbox.watch(3)
    bench.post(2, of: 3)
    #expect(bench.take() == ["1", "2!"])
  }

  @Test func jobsOfOthersDoNotHoldUpTheEndOfATurn() async {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    bench.post(1)
    #expect(await bench.drains == 1)
    #expect(!bench.mailbox.unwatch())
    #expect(bench.take() == ["1"])
  }

  @Test func whetherAJobBelongsToTheTurnIsDecidedHere() {
    let bench = Bench<Int>()
    bench.post(1, isChained: true)
    bench.mailbox.watch(1)
    bench.post(2, of: 1)
    #expect(bench.take() == ["1", "2!"])
  }

  @Test func aCutTurnAsksForADrainAndLeavesItsJobsToIt() async {
    let bench = Bench<Int>()
    bench.mailbox.watch(1)
    bench.post(1, of: 1)
    #expect(await bench.drains == 0)
    #expect(bench.mailbox.unwatch())
    bench.mailbox.interrupt()
    #expect(await bench.drains == 1)
    bench.mailbox.interrupt()
    bench.post(2, of: 1)
    #expect(await bench.drains == 1)
    bench.mailbox.drainBegan()
    #expect(bench.take() == ["1!", "2"])
  }

  @Test func aClosedMailboxDropsWhatItHasAndRefusesTheRest() async {
    final class Payload: Sendable {}
    let bench = Bench<Payload>()
    weak var held: Payload?
    do {
      let payload = Payload()
      held = payload
      bench.post(payload)
    }
    #expect(held != nil)
    bench.mailbox.close()
    #expect(held == nil)
    #expect(bench.mailbox.isEmpty)
    bench.mailbox.drainBegan()
    bench.post(Payload())
    bench.mailbox.post(.effectEnded(1))
    #expect(await bench.drains == 1)
    #expect(bench.take().isEmpty)
  }

  @Test func manyThreadsScheduleOneDrain() async {
    let bench = Bench<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for number in 0..<500 { bench.post(number) } }
      }
    }
    #expect(await bench.drains == 1)
    #expect(bench.take().count == 4_000)
  }

  /// Takes all jobs that are there in one drain, as a store does.
  @MainActor
  private final class Reader {
    let mailbox = Mailbox<[Int]>()
    var expected: [Int]
    var received = 0
    var bursts = 0

    init(threads: Int) {
      expected = Array(repeating: 0, count: threads)
      mailbox.reader = (
        drain: { [weak self] in self?.drain() }, receive: { _, _, _, _ in }, end: { _ in },
        follow: { _ in nil }, unfollow: { _ in }
      )
    }

    private func drain() {
      mailbox.drainBegan()
      bursts += 1
      mailbox.take { job, _ in
        guard case .action(let pending) = job else { return }
        let (thread, number) = (pending.dispatched.action[0], pending.dispatched.action[1])
        #expect(expected[thread] == number)
        expected[thread] = number + 1
        received += 1
      }
    }
  }

  @Test func theOrderOfEachThreadIsKeptAndNothingIsLostOrDoubled() async {
    let (threads, jobs) = (8, 3_000)
    let reader = Reader(threads: threads)
    let mailbox = reader.mailbox
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        group.addTask {
          for number in 0..<jobs {
            let action = DispatchedAction([thread, number])
            mailbox.post(.action(PendingAction(action, dispatchID: 0, isChained: false)))
          }
        }
      }
    }
    // `post` requests a drain before it returns, so all drains run before this task.
    await Task { @MainActor in }.value
    #expect(reader.received == threads * jobs)
    #expect(reader.expected == Array(repeating: jobs, count: threads))
    #expect(reader.bursts <= reader.received)
    #expect(mailbox.isEmpty)
  }

  @Test func jobsThatAreNeverTakenEndWithTheMailbox() {
    final class Payload: Sendable {}
    weak var held: Payload?
    do {
      let bench = Bench<Payload>()
      // A job of a running closure schedules no drain, whose task would keep the mailbox.
      bench.mailbox.watch(1)
      do {
        let payload = Payload()
        held = payload
        bench.post(payload, of: 1)
      }
      #expect(held != nil)
      withExtendedLifetime(bench) {}
    }
    #expect(held == nil)
  }
}
