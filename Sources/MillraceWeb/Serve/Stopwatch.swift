// SPDX-License-Identifier: Apache-2.0

/// The time since the server was created, measured by a given clock.
final class Stopwatch: Sendable {
  let clock: any Clock<Duration>
  private let read: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
    read = Self.reader(clock)
  }

  var elapsed: Duration { read() }

  func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  private static func reader<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
