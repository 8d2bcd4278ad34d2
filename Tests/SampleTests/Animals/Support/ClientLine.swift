// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import TestSupport

/// The line between one client and a server, in the hands of a test: it is the client's service and
/// its clock, so that all a client waits for comes here, one after the other.
final class ClientLine: AnimalsService, Clock {
  /// What a client waits for.
  enum Event: Equatable {
    case asked(AnimalsRequest, key: String?)
    case asleep(Duration)

    /// The key of the mutation that is asked for.
    var key: String? { if case .asked(_, let key) = self { key } else { nil } }
    var isAsked: Bool { if case .asked = self { true } else { false } }
  }

  /// How it goes on.
  enum Reply {
    /// The server answers, or the client wakes.
    case answer
    /// The server never hears of it.
    case loseRequest
    /// The server does it, and the client never hears of it.
    case loseAnswer
    /// The server will never do it.
    case refuse
  }

  private struct Waiting {
    let number: Int
    let event: Event
    let continuation: CheckedContinuation<Reply?, Never>
  }

  private struct Contents {
    var count = 0
    var cancelled: Set<Int> = []
    var waiting: Waiting?
    var watcher: CheckedContinuation<Event, Never>?
  }

  private let contents = Locked(Contents())
  private let server: any AnimalsService

  init(to server: any AnimalsService) {
    self.server = server
  }

  /// What the client waits for, as soon as it does.
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event: Event? = contents.withLock { contents in
        if contents.waiting == nil { contents.watcher = continuation }
        return contents.waiting?.event
      }
      if let event { continuation.resume(returning: event) }
    }
  }

  /// Lets the client go on.
  func reply(_ reply: Reply = .answer) {
    let waiting = contents.withLock { contents in
      defer { contents.waiting = nil }
      return contents.waiting
    }
    waiting?.continuation.resume(returning: reply)
  }

  /// Waits for the next request, through sleeps, and replies to it.
  @discardableResult
  func step(_ reply: Reply = .answer) async -> Event {
    while true {
      let event = await next()
      self.reply(event.isAsked ? reply : .answer)
      if event.isAsked { return event }
    }
  }

  private func wait(_ event: Event) async -> Reply? {
    let number = contents.withLock { contents in
      contents.count += 1
      return contents.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Resumed without the lock, for which the cancellation of what is resumed may wait.
        let (ended, watcher) =
          contents.withLock { contents in
            if contents.cancelled.remove(number) != nil { return (Optional(continuation), nil) }
            let before = contents.waiting?.continuation
            contents.waiting = Waiting(number: number, event: event, continuation: continuation)
            defer { contents.watcher = nil }
            return (before, contents.watcher)
          } as (CheckedContinuation<Reply?, Never>?, CheckedContinuation<Event, Never>?)
        ended?.resume(returning: nil)
        watcher?.resume(returning: event)
      }
    } onCancel: {
      let waiting = contents.withLock { contents -> Waiting? in
        guard contents.waiting?.number == number else {
          contents.cancelled.insert(number)
          return nil
        }
        defer { contents.waiting = nil }
        return contents.waiting
      }
      waiting?.continuation.resume(returning: nil)
    }
  }

  func send(
    _ request: AnimalsRequest, key: String?
  ) async throws(ServiceProblem) -> AnimalsAnswer {
    switch await wait(.asked(request, key: key)) {
    case .answer: return try await server.send(request, key: key)
    case .loseAnswer:
      _ = try await server.send(request, key: key)
      throw .away(reason: "the answer was lost")
    case .refuse: throw .refused(reason: "it is refused")
    case .loseRequest, nil: throw .away(reason: "the request was lost")
    }
  }

  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  /// Time stands still; what sleeps is woken by the test.
  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // The journal syncs after a moment, which is not the test's affair.
    if deadline.offset < .milliseconds(100) { return }
    _ = await wait(.asleep(deadline.offset))
    try Task.checkCancellation()
  }
}

extension MemoryAnimals {
  /// What the server has.
  func contents() async throws -> AnimalsAnswer {
    try send(AnimalsRequest(query: [.animals]), key: nil)
  }
}

extension AnimalsState {
  /// The animals that are shown, in no order.
  var shown: Set<Animal> { Set(animals) }
  /// Those that should be shown.
  var expected: Set<Animal> {
    var table = EntityTable(told)
    for waiting in outbox { try? waiting.mutation.make(on: &table) }
    return Set(table)
  }
}
