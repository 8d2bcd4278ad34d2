// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import Millrace
import TestSupport
import Testing

@testable import MillraceTesting

@Suite(.timeLimit(.minutes(5))) struct AsyncSequenceTestDoubleTests {
  private struct Broken: Error, Equatable {}

  @Test func sendReturnsWhenTheConsumerHasComeBack() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let log = Log()
    let consumer = Task {
      for await element in double {
        await Task.yield()
        log.append("used \(element)")
      }
      log.append("over")
    }
    for number in 0..<50 {
      await double.send(number)
      #expect(log.lines == (0...number).map { "used \($0)" })
    }
    double.finish()
    await consumer.value
    #expect(log.lines.last == "over")
    #expect(double.iterators == 1 && double.cancellations == 0)
  }

  @Test func sendReturnsWhenTheConsumerLeaves() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let log = Log()
    let consumer = Task {
      for await element in double where element == 1 {
        log.append("enough")
        break
      }
    }
    await double.send(1)
    #expect(log.lines == ["enough"])
    await consumer.value
    #expect(double.waiting == 0)
  }

  @Test func sendWaitsForAConsumer() async {
    let double = AsyncSequenceTestDouble(of: String.self)
    async let sent: Void = double.send("early")
    let value = Task {
      var iterator = double.makeAsyncIterator()
      return await iterator.next()
    }
    #expect(await value.value == "early")
    await sent
  }

  @Test func aSendThatIsCancelledReturns() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let sender = Task { await double.send(1) }
    sender.cancel()
    await sender.value
    double.finish()
    var iterator = double.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test func aConsumerThatIsCancelledIsCounted() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let consumer = Task {
      var count = 0
      for await _ in double { count += 1 }
      return count
    }
    await double.send(7)
    await double.untilAwaited()
    #expect(double.waiting == 1)
    consumer.cancel()
    #expect(await consumer.value == 1)
    #expect(double.cancellations == 1 && double.waiting == 0)
  }

  @Test func whoIsCancelledBeforeItAsksGetsNothing() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let gate = Gate()
    let consumer = Task {
      await gate.wait()
      var iterator = double.makeAsyncIterator()
      return await iterator.next()
    }
    consumer.cancel()
    await gate.open()
    #expect(await consumer.value == nil)
    #expect(double.cancellations == 1)
  }

  @Test func itFailsWithTheTypeOfItsError() async {
    let double = AsyncSequenceTestDouble(of: Int.self, failure: Broken.self)
    let consumer = Task {
      var seen: [Int] = []
      var iterator = double.makeAsyncIterator()
      do throws(Broken) {
        while let element = try await iterator.next() { seen.append(element) }
        return (seen, nil as Broken?)
      } catch {
        return (seen, error)
      }
    }
    await double.send(1)
    double.fail(Broken())
    double.finish()
    let (seen, error) = await consumer.value
    #expect(seen == [1] && error == Broken())
  }

  @Test func anErrorComesOnce() async throws {
    let double = AsyncSequenceTestDouble(of: Int.self, failure: Broken.self)
    double.fail(Broken())
    var iterator = double.makeAsyncIterator()
    await #expect(throws: Broken.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test func eachElementGoesToTheConsumerThatHasWaitedLongest() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let log = Log()
    func consume(_ name: String) -> Task<Void, Never> {
      Task { for await element in double { log.append("\(name) \(element)") } }
    }
    let one = consume("one")
    await double.untilAwaited(by: 1)
    let other = consume("other")
    await double.untilAwaited(by: 2)
    for number in 1...4 { await double.send(number) }
    double.finish()
    await one.value
    await other.value
    #expect(log.lines == ["one 1", "other 2", "one 3", "other 4"])
    #expect(double.iterators == 2)
  }

  @MainActor
  @Test func anActionIsCommittedWhenSendReturns() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let store = Store(
      initialState: [Int](),
      reducer: Reducer<[Int], Int> { (all: inout [Int], next: Int) in all.append(next) })
    store.addEffect(.stream(double))
    await double.send(1)
    await double.send(2)
    #expect(store.state == [1, 2])
    double.finish()
  }

  @MainActor
  @Test func sendingAfterTheEndFailsTheTest() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    double.finish()
    let line: UInt = #line + 1
    let reports = await Reports.of { await double.send(3) }
    #expect(reports.all.map(\.line) == [line])
    #expect(
      reports.texts == [
        """
        Sent `3` to a sequence that has ended.

        Probably: `finish()` or `fail(_:)` was called before.

        What to do: send all elements before the end, or create another sequence.
        """
      ])
  }

  @Test func whoSendsAtTheMomentOfTheEndIsTakenOrFails() async {
    for _ in 0..<1_000 {
      let double = AsyncSequenceTestDouble(of: Int.self)
      let reports = Reports()
      let gate = Gate()
      async let taken = {
        await gate.wait()
        return await double.reduce(0) { count, _ in count + 1 }
      }()
      async let sent: Void = withIssueReporters([reports]) {
        await gate.wait()
        await double.send(1)
      }
      async let ended: Void = {
        await gate.wait()
        double.finish()
      }()
      await gate.open()
      await sent
      await ended
      let count = await taken
      #expect(count + reports.all.count == 1)
    }
  }

  @MainActor
  @Test func copiesOfOneIteratorLeaveNoSendBehind() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let iterator = double.makeAsyncIterator()
    func takeWithCopy() -> Task<Int?, Never> {
      Task {
        var copy = iterator
        return await copy.next()
      }
    }
    let (one, other) = (takeWithCopy(), takeWithCopy())
    await double.untilAwaited(by: 2)
    let senders = (1...2).map { number in Task { await double.send(number) } }
    #expect(await Set([one.value, other.value]) == [1, 2])
    let last = takeWithCopy()
    for sender in senders { await sender.value }
    double.finish()
    #expect(await last.value == nil)
  }

  @Test func aCallThatIsCancelledAfterItsAnswerLeavesNothingBehind() async {
    var left = 0
    for _ in 0..<300 {
      let double = AsyncSequenceTestDouble(of: Int.self)
      let sender = Task { await double.send(1) }
      var iterator = Optional(double.makeAsyncIterator())
      #expect(await iterator?.next() == 1)
      iterator = nil
      sender.cancel()
      await sender.value
      let consumer = Task {
        var iterator = double.makeAsyncIterator()
        return await iterator.next()
      }
      await double.untilAwaited()
      double.finish()
      consumer.cancel()
      #expect(await consumer.value == nil)
      left += double.cancelledKeys
    }
    #expect(left == 0)
  }

  @Test func whoWaitsForConsumersInVainCanBeCancelled() async {
    let double = AsyncSequenceTestDouble(of: Int.self)
    let waiting = Task { await double.untilAwaited() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(double.waiting == 0)
  }
}
