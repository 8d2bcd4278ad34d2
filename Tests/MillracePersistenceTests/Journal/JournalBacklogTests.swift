// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import Testing

@testable import MillracePersistence

/// What the queue does with actions and jobs while records are stuck or actions were dropped.
@MainActor
struct JournalBacklogTests {
  private struct Item: JournalItem {
    let number: UInt64
    var takesSnapshot = false
    var takesHash = false
    var isReplacement = false
  }

  private func encoded(_ numbers: ClosedRange<UInt64>) -> [JournalQueue<Item>.Encoded] {
    numbers.map {
      JournalQueue<Item>.Encoded(
        position: ItemPosition($0),
        record: LogRecord(number: $0, person: nil, body: Data(count: 100)))
    }
  }

  /// A queue whose write of some actions has failed, and with nothing to do.
  private func stuckQueue(
    _ count: UInt64, capacity: Int = .max, size: Int
  ) -> JournalQueue<Item> {
    var queue = JournalQueue<Item>(capacity: capacity)
    for number in 1...count { _ = queue.append(Item(number: number)) }
    queue.beginAttempt()
    _ = queue.takeWaiting()
    queue.storeForRetry(encoded(1...count), ending: nil, size: size)
    _ = queue.takeUnwritten(from: 1)
    guard case .stop = queue.next(window: .zero) else { preconditionFailure("there is work") }
    return queue
  }

  @Test func actionWithoutPlaceTriesTheStuckRecordsAgain() {
    var queue = stuckQueue(2, size: 0)
    #expect(queue.stuck.count == 1 && queue.firstDropped == 2)
    let starts = queue.append(Item(number: 3))
    #expect(starts)
    guard case .retry(let records) = queue.next(window: .zero) else {
      Issue.record("no retry")
      return
    }
    #expect(records.map(\.position) == [1])
    #expect(queue.possiblyWrittenChecksums.count == 1)
    queue.beginAttempt()
    _ = queue.didWrite(stuck: 1, ending: nil)
    #expect(queue.possiblyWrittenChecksums == [])
  }

  @Test func endOfTheQueueIsItsFirstErrorAndCancelsItsTimer() {
    var queue = JournalQueue<Item>()
    let end = Handshake()
    let timer = Task { await end.wait() }
    queue.begin(timer)
    _ = queue.fail(.notSynced(place: "memory", reason: "a test"))
    #expect(timer.isCancelled)
    _ = queue.fail(.ended(place: "memory"))
    #expect(queue.failure == .notSynced(place: "memory", reason: "a test"))
    end.signal()
  }

  @Test func writtenRecordsMakeRoomForOthers() {
    var queue = stuckQueue(2, size: 400)
    #expect(queue.stuck.count == 2)
    queue.beginAttempt()
    _ = queue.didWrite(stuck: 2, ending: nil)
    for number in 3...4 as ClosedRange<UInt64> { _ = queue.append(Item(number: number)) }
    _ = queue.takeWaiting()
    queue.storeForRetry(encoded(3...4), ending: nil, size: 400)
    #expect(queue.stuck.map(\.position) == [3, 4] && queue.firstDropped == nil)
  }

  @Test(arguments: [MemoryLog.Fault.diskFull, .noRoomToSync])
  func eachFailureIsReportedOnce(fault: MemoryLog.Fault) async throws {
    let log = MemoryLog()
    let told = Starts()
    let store = try await recovered(purseJournal(on: log)) { told.add($0.name) }
    for round in 1...2 {
      log.fault = fault
      for _ in 0..<2 {
        await #expect(throws: JournalError.self) { try await store.dispatch(.put(1)).synced() }
      }
      #expect(told.all.count == round)
      log.fault = nil
      try await store.dispatch(.put(1)).synced()
    }
  }

  @Test func overflowBehindAFailedWriteIsReportedWithThatWrite() {
    var queue = stuckQueue(1, capacity: 1, size: 1_000)
    for number in 2...3 as ClosedRange<UInt64> { _ = queue.append(Item(number: number)) }
    #expect(queue.firstDropped == 3)
    #expect(queue.takeUnreportedOverflow() == nil)
    var ended = queue
    _ = ended.fail(.ended(place: "memory"))
    #expect(ended.takeUnreportedOverflow() == nil, "the end was reported")
    queue.beginAttempt()
    _ = queue.didWrite(stuck: 1, ending: nil)
    #expect(queue.takeUnreportedOverflow() == 3)
  }

  private func withContinuation(
    _ use: (CheckedContinuation<Void, any Error>) -> Void
  ) async throws {
    let (waiting, input) = AsyncStream<CheckedContinuation<Void, any Error>>.makeStream()
    let task = Task { try await withCheckedThrowingContinuation { input.yield($0) } }
    var arrivals = waiting.makeAsyncIterator()
    let continuation = try #require(await arrivals.next(isolation: #isolation))
    use(continuation)
    continuation.resume()
    try await task.value
  }

  /// Adds a job to a queue.
  private func withJob(
    _ queue: JournalQueue<Item>, _ use: (inout JournalQueue<Item>) -> Void
  ) async throws {
    try await withContinuation { continuation in
      var queue = queue
      _ = queue.append({ { _, _, _ in } }, continuation)
      use(&queue)
    }
  }

  @Test(arguments: [false, true])
  func jobOrReceiptThatComesDuringAFailedAttemptTriesItAgain(isJob: Bool) async throws {
    try await withContinuation { continuation in
      var queue = JournalQueue<Item>()
      _ = queue.append(Item(number: 1))
      queue.beginAttempt()
      _ = queue.takeWaiting()
      if isJob {
        _ = queue.append({ { _, _, _ in } }, continuation)
      } else {
        _ = queue.append(.init(position: 1, durability: .written, continuation: continuation))
      }
      queue.storeForRetry(encoded(1...1), ending: nil, size: 1_000)
      let failed = queue.takeUnwritten(from: 1)
      #expect(failed.isEmpty)
      guard case .retry = queue.next(window: .zero) else {
        Issue.record("no retry")
        return
      }
    }
  }

  @Test func jobTriesTheStuckRecordsAgain() async throws {
    try await withJob(stuckQueue(1, size: 1_000)) { queue in
      guard case .retry = queue.next(window: .zero) else {
        Issue.record("no retry")
        return
      }
      queue.beginAttempt()
      let failed = queue.takeUnwritten(from: 1)
      #expect(failed.count == 1, "the job fails with the second attempt")
    }
  }

  @Test func jobThatComesAfterAFailedAttemptFailsOnlyWithTheNext() async throws {
    try await withJob(stuckQueue(1, size: 1_000)) { queue in
      let failed = queue.takeUnwritten(from: 1)
      #expect(failed.isEmpty)
    }
  }

  @Test func noJobBeginsBehindAnActionThatCannotBeWritten() async throws {
    let error = JournalError.unencodable(place: "memory", number: 1, reason: "a test")
    var queue = JournalQueue<Item>()
    queue.beginAttempt()
    _ = queue.didWrite(stuck: 0, ending: (ItemPosition(1), error))
    try await withJob(queue) { queue in
      guard case .end(error) = queue.next(window: .zero) else {
        Issue.record("no end")
        return
      }
    }
  }

  @Test func jobThatIsPreparedWhenTheJournalHasEndedTakesNoItems() async throws {
    try await withJob(JournalQueue<Item>()) { queue in
      guard case .prepare = queue.next(window: .zero) else {
        Issue.record("no beginning")
        return
      }
      let failed = queue.fail(.ended(place: "memory"))
      let items = queue.begin { _, _, _ in }
      #expect(failed.count == 1 && items.isEmpty)
    }
  }
}
