// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock whose time passes only when a test advances it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let wake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var next = 0
    var sleepers: [Int: Sleeper] = [:]
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
          if Task.isCancelled {
            wake.resume(throwing: CancellationError())
          } else if deadline <= state.now {
            wake.resume()
          } else {
            state.sleepers[id] = Sleeper(deadline: deadline, wake: wake)
            defer { state.watchers = [] }
            return state.watchers
          }
          return []
        }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake
        .resume(throwing: CancellationError())
    }
  }

  /// Returns when at least `count` tasks sleep.
  func untilAsleep(_ count: Int = 1) async {
    while state.withLock({ $0.sleepers.count < count }) {
      await withCheckedContinuation { watcher in
        let isAsleep = state.withLock { state in
          if state.sleepers.count < count { state.watchers.append(watcher) }
          return state.sleepers.count >= count
        }
        if isAsleep { watcher.resume() }
      }
    }
  }

  /// Lets time pass and wakes the tasks whose deadline has passed.
  func advance(by duration: Duration) {
    let due = state.withLock { state -> [Sleeper] in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return Array(due.values)
    }
    for sleeper in due { sleeper.wake.resume() }
  }
}
