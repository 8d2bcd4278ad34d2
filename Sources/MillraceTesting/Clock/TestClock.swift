// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A clock whose time passes only when a test says so.
///
/// ```swift
/// let clock = TestClock()
/// let tea = Task { try await clock.sleep(for: .seconds(180)) }
/// await clock.untilAsleep()
/// clock.advance(by: .seconds(180))
/// try await tea.value
/// ```
///
/// Time passes from deadline to deadline: the shorter sleep is woken first, and sleeps with the
/// same deadline in the order in which they began. A sleep until a time that has passed returns at
/// once, so a test may advance before a task sleeps.
public final class TestClock: Clock {
  /// A time, counted from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var offset: Duration

    /// A time after the creation of a clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// A later time.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from here to another time.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Compares two times.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let key: Int
    /// The effect of a store under test that sleeps.
    let effect: EffectNumber?
    let deadline: Instant
    let wake: CheckedContinuation<Void, any Error>
  }

  private struct Watcher {
    let key: Int
    let isSatisfied: @Sendable (Int) -> Bool
    let resume: CheckedContinuation<Void, Never>
  }

  private struct Contents {
    /// Whether a task that goes to sleep takes the time along.
    var isImmediate = false
    var now = Instant()
    var lastKey = 0
    var cancelled: Set<Int> = []
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []

    /// The watchers that waited for this number of sleepers.
    mutating func satisfied() -> [Watcher] {
      let count = sleepers.count
      let satisfied = watchers.filter { $0.isSatisfied(count) }
      watchers.removeAll { $0.isSatisfied(count) }
      return satisfied
    }
  }

  private let contents = Mutex(Contents())
  /// Shows the thread sanitizer the order of accesses, as the lock alone does not.
  private let handover = Atomic(false)

  /// Creates a clock at zero.
  public init() {}

  /// A clock on which a sleep takes the time along with it, and returns when other tasks have had
  /// their turn.
  public static var immediate: TestClock {
    let clock = TestClock()
    clock.withLock { $0.isImmediate = true }
    return clock
  }

  /// The time.
  public var now: Instant { withLock { $0.now } }

  /// The shortest time that the clock can tell.
  public var minimumResolution: Duration { .zero }

  /// How many sleep.
  public var sleepers: Int { withLock { $0.sleepers.count } }

  /// Sleeps until a test has advanced the clock so far.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: Is ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let key = makeKey()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        lie(
          Sleeper(key: key, effect: EffectNumber.current, deadline: deadline, wake: wake))
      }
    } onCancel: {
      cancel(key)
    }
    guard withLock({ $0.isImmediate }) else { return }
    // A loop of sleeps would keep its actor for ever, and what is to cancel it would never run.
    await Task.yield()
    try Task.checkCancellation()
  }

  /// Lets time pass and wakes the tasks that have slept long enough, in the order of deadlines.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let sleeper = nextDue(by: end) { sleeper.wake.resume() }
  }

  /// Lets as much time pass as the tasks that sleep now want to sleep.
  ///
  /// A task that wakes and goes to sleep again meanwhile may sleep on.
  public func run() {
    guard let last = withLock({ $0.sleepers.map(\.deadline).max() }) else { return }
    advance(by: now.duration(to: last))
  }

  /// The next time at which a task wakes.
  public var nextDeadline: Instant? { withLock { $0.sleepers.map(\.deadline).min() } }

  /// The effects of stores under test that sleep, with all that they have started.
  var sleepingEffects: Set<EffectNumber> { withLock { Set($0.sleepers.compactMap(\.effect)) } }

  /// Returns once so many sleep, or when its task is cancelled.
  public func untilAsleep(_ count: Int = 1) async {
    await until { $0 >= count }
  }

  /// Returns once no task sleeps, or when the calling task is cancelled.
  public func untilAwake() async {
    await until { $0 == 0 }
  }

  private func until(_ isSatisfied: @escaping @Sendable (Int) -> Bool) async {
    let key = makeKey()
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        let watchers = withLock { contents in
          let watcher = Watcher(key: key, isSatisfied: isSatisfied, resume: resume)
          if contents.cancelled.remove(key) != nil { return [watcher] }
          contents.watchers.append(watcher)
          return contents.satisfied()
        }
        for watcher in watchers { watcher.resume.resume() }
      }
    } onCancel: {
      let watcher = withLock { contents -> Watcher? in
        guard let index = contents.watchers.firstIndex(where: { $0.key == key }) else {
          contents.cancelled.insert(key)
          return nil
        }
        return contents.watchers.remove(at: index)
      }
      watcher?.resume.resume()
    }
  }

  private func makeKey() -> Int {
    withLock { contents in
      contents.lastKey += 1
      return contents.lastKey
    }
  }

  private func lie(_ sleeper: Sleeper) {
    let (outcome, watchers) = withLock { contents -> (Result<Void, any Error>?, [Watcher]) in
      if contents.cancelled.remove(sleeper.key) != nil {
        return (.failure(CancellationError()), [])
      }
      if contents.isImmediate { contents.now = max(contents.now, sleeper.deadline) }
      if sleeper.deadline <= contents.now { return (.success(()), []) }
      contents.sleepers.append(sleeper)
      return (nil, contents.satisfied())
    }
    if let outcome { sleeper.wake.resume(with: outcome) }
    for watcher in watchers { watcher.resume.resume() }
  }

  private func cancel(_ key: Int) {
    let (sleeper, watchers) = withLock { contents -> (Sleeper?, [Watcher]) in
      guard let index = contents.sleepers.firstIndex(where: { $0.key == key }) else {
        contents.cancelled.insert(key)
        return (nil, [])
      }
      return (contents.sleepers.remove(at: index), contents.satisfied())
    }
    sleeper?.wake.resume(throwing: CancellationError())
    for watcher in watchers { watcher.resume.resume() }
  }

  /// Moves to the next deadline and takes its first sleeper, or moves to the end.
  private func nextDue(by end: Instant) -> Sleeper? {
    let (sleeper, watchers) = withLock { contents -> (Sleeper?, [Watcher]) in
      let due = contents.sleepers.enumerated().filter { $0.element.deadline <= end }
        .min { ($0.element.deadline, $0.offset) < ($1.element.deadline, $1.offset) }
      guard let due else {
        contents.now = max(contents.now, end)
        return (nil, [])
      }
      contents.now = max(contents.now, due.element.deadline)
      contents.sleepers.remove(at: due.offset)
      return (due.element, contents.satisfied())
    }
    for watcher in watchers { watcher.resume.resume() }
    return sleeper
  }

  private func withLock<Result>(_ body: (inout Contents) -> Result) -> Result {
    contents.withLock { contents in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&contents)
    }
  }
}
