// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import Millrace

@Suite struct MailboxTests {
  /// A mailbox and how often it asked for a hop.
  private struct Bench<Action: Sendable> {
    let mailbox: Mailbox<Action>
    private let log: Log

    init() {
      let log = Log()
      self.log = log
      mailbox = Mailbox { log.append("hop") }
    }

    var hops: Int { log.lines.count }

    func post(_ action: Action, isReply: Bool = false, isChained: Bool = false) {
      mailbox.post(
        PendingAction(DispatchedAction(action), scope: 0, isChained: isChained),
        isReply: isReply)
    }

    /// All letters; those that belong to the running turn are marked.
    func take() -> [String] {
      var letters: [Job<Action>] = []
      mailbox.take(into: &letters)
      return letters.map { letter in
        switch letter {
        case .action(let pending): "\(pending.dispatched.action)\(pending.isChained ? "!" : "")"
        case .batch: "batch"
        case .effectEnded(let key): "end \(key)"
        case .effect: "effect"
        case .effectDue(let key): "due \(key)"
        }
      }
    }
  }

  @Test func lettersAreTakenInOrderAndOnce() {
    let bench = Bench<Int>()
    #expect(bench.mailbox.isEmpty)
    bench.post(1)
    bench.mailbox.postEnd(of: 9)
    bench.post(2)
    #expect(!bench.mailbox.isEmpty)
    #expect(bench.take() == ["1", "end 9", "2"])
    #expect(bench.mailbox.isEmpty)
    #expect(bench.take().isEmpty)
  }

  @Test func aBurstAsksForOneHop() {
    let bench = Bench<Int>()
    for number in 0..<100 { bench.post(number) }
    bench.mailbox.postEnd(of: 1)
    #expect(bench.hops == 1)
    // Letters that are taken before the hop arrives do not make it unnecessary to wait for it.
    _ = bench.take()
    bench.post(100)
    #expect(bench.hops == 1)
    bench.mailbox.arrived()
    bench.post(101)
    bench.mailbox.postEnd(of: 2)
    #expect(bench.hops == 2)
  }

  @Test func theEndOfAnEffectAsksForAHopToo() {
    let bench = Bench<Int>()
    bench.mailbox.postEnd(of: 1)
    #expect(bench.hops == 1)
    #expect(!bench.mailbox.isEmpty)
  }

  @Test func aReplyDuringATurnBelongsToItAndNeedsNoHop() {
    let bench = Bench<Int>()
    bench.mailbox.watch()
    bench.post(1, isReply: true)
    #expect(bench.hops == 0)
    #expect(!bench.mailbox.unwatch())
    #expect(bench.take() == ["1!"])
    #expect(bench.mailbox.unwatch())
  }

  @Test func aReplyAfterTheTurnIsALetterLikeOthers() {
    let bench = Bench<Int>()
    bench.mailbox.watch()
    #expect(bench.mailbox.unwatch())
    bench.post(1, isReply: true)
    #expect(bench.hops == 1)
    #expect(bench.take() == ["1"])
  }

  @Test func lettersOfOthersDoNotHoldUpTheEndOfATurn() {
    let bench = Bench<Int>()
    bench.mailbox.watch()
    bench.post(1)
    #expect(bench.hops == 1)
    #expect(bench.mailbox.unwatch())
    #expect(bench.take() == ["1"])
  }

  @Test func whetherALetterBelongsToTheTurnIsDecidedHere() {
    let bench = Bench<Int>()
    bench.post(1, isChained: true)
    bench.mailbox.watch()
    bench.post(2, isReply: true)
    #expect(bench.take() == ["1", "2!"])
  }

  @Test func aCutTurnAsksForAHopAndLeavesItsLettersToIt() {
    let bench = Bench<Int>()
    bench.mailbox.watch()
    bench.post(1, isReply: true)
    #expect(bench.hops == 0)
    bench.mailbox.interrupt()
    #expect(bench.hops == 1)
    bench.mailbox.interrupt()
    bench.post(2, isReply: true)
    #expect(bench.hops == 1)
    bench.mailbox.arrived()
    #expect(bench.take() == ["1!", "2"])
  }

  @Test func aClosedMailboxDropsWhatItHasAndRefusesTheRest() {
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
    bench.mailbox.arrived()
    bench.post(Payload())
    bench.mailbox.postEnd(of: 1)
    #expect(bench.hops == 1)
    #expect(bench.take().isEmpty)
  }

  @Test func manyThreadsThatNobodyServesAskForOneHop() async {
    let bench = Bench<Int>()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for number in 0..<500 { bench.post(number) } }
      }
    }
    #expect(bench.hops == 1)
    #expect(bench.take().count == 4_000)
  }

  @Test func theOrderOfEachThreadIsKeptAndNothingIsLostOrDoubled() async {
    let (threads, letters) = (8, 3_000)
    let (hops, continuation) = AsyncStream.makeStream(of: Void.self)
    let mailbox = Mailbox<[Int]> { continuation.yield() }
    let posting = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<threads {
          group.addTask {
            for number in 0..<letters {
              let action = DispatchedAction([thread, number])
              mailbox.post(PendingAction(action, scope: 0, isChained: false))
            }
          }
        }
      }
      // A hop is asked for before `post` returns: now all hops are in the stream.
      continuation.finish()
    }

    // Like a store: one hop, everything that is there by then.
    var expected = Array(repeating: 0, count: threads)
    var (received, bursts) = (0, 0)
    var buffer: [Job<[Int]>] = []
    for await _ in hops {
      mailbox.arrived()
      mailbox.take(into: &buffer)
      bursts += 1
      for case .action(let pending) in buffer {
        let (thread, number) = (pending.dispatched.action[0], pending.dispatched.action[1])
        #expect(expected[thread] == number)
        expected[thread] = number + 1
        received += 1
      }
      buffer.removeAll(keepingCapacity: true)
    }
    await posting.value
    #expect(received == threads * letters)
    #expect(expected == Array(repeating: letters, count: threads))
    #expect(bursts <= received)
    #expect(mailbox.isEmpty)
  }
}
