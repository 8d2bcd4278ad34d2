// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Foundation
import Millrace
import TestSupport

/// The connection of one client to a server, which a test controls.
///
/// It is the service and the clock of the client, so each wait of the client passes through it, one
/// after the other.
final class ClientLine: AnimalsService, Clock {
  /// What a client waits for.
  enum Event: Equatable {
    case asked(AnimalsRequest, key: String?)
    case asleep(Duration)

    /// The key of the requested mutation.
    var key: String? { if case .asked(_, let key) = self { key } else { nil } }
    var isAsked: Bool { if case .asked = self { true } else { false } }
  }

  /// How a test ends a wait.
  enum Reply {
    /// The server answers, or the client wakes.
    case answer
    /// The request is lost on its way to the server.
    case loseRequest
    /// The server handles the request, and its answer is lost.
    case loseAnswer
    /// The request is refused.
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

  /// Returns what the client waits for, once it waits.
  func next() async -> Event {
    await withCheckedContinuation { continuation in
      let event: Event? = contents.withLock { contents in
        if contents.waiting == nil { contents.watcher = continuation }
        return contents.waiting?.event
      }
      if let event { continuation.resume(returning: event) }
    }
  }

  /// Ends the current wait of the client.
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
        // These are resumed without the lock, because a resumed task may be cancelled and need it.
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

  /// The time never changes: a test ends each sleep.
  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    // A short sleep is that of the journal before a sync. It ends at once.
    if deadline.offset < .milliseconds(100) { return }
    _ = await wait(.asleep(deadline.offset))
    try Task.checkCancellation()
  }
}

extension MemoryAnimals {
  /// The animals and the revision of the server.
  func contents() async throws -> AnimalsAnswer {
    try send(AnimalsRequest(query: [.animals]), key: nil)
  }
}

extension AnimalsState {
  /// The animals that are shown, in no order.
  var shown: Set<Animal> { Set(animals) }
  /// The animals that should be shown: those of the server, with all waiting changes.
  var expected: Set<Animal> {
    var table = EntityTable(told)
    for waiting in outbox { try? waiting.mutation.make(on: &table) }
    return Set(table)
  }
}
