// SPDX-License-Identifier: Apache-2.0

import MillraceTrace

/// A clock whose time does not pass by itself: a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// let tea = Task { try await clock.sleep(for: .seconds(180)) }
/// await clock.untilAsleep()
/// clock.advance(by: .seconds(180))
/// try await tea.value
/// ```
///
/// Time passes from deadline to deadline: the sleep with the earliest deadline ends first, and
/// sleeps with the same deadline end in the order in which they began. A sleep until a past time
/// returns immediately: a test can advance the clock after a task has computed its deadline and
/// before the task sleeps. `sleep(for:)` computes the deadline when it is called. The clock can be
/// used from any thread.
public final class TestClock: Clock {
  /// A point in time, relative to the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public var offset: Duration

    /// Creates a point in time from the time since the creation of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the point in time after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this point in time to another one.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns true if the first point in time is earlier.
    public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let key: Int
    /// The effect that sleeps, or nil if the task does not belong to an effect of a test store.
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
    /// True if each sleep moves the time to its deadline.
    var isImmediate = false
    var now = Instant()
    var lastKey = 0
    /// The keys of sleepers and watchers that were cancelled before they were added.
    ///
    /// A call that is cancelled after it was resumed adds its key too; `forget` removes it.
    var cancelled: Set<Int> = []
    /// The sleepers; the one that wakes first is the last element.
    var sleepers: [Sleeper] = []
    var watchers: [Watcher] = []

    /// The index of a sleeper in `sleepers`, or the index at which it must be inserted.
    func place(_ deadline: Instant, _ key: Int) -> Int {
      sleepers.indices.firstPosition {
        (sleepers[$0].deadline, sleepers[$0].key) <= (deadline, key)
      }
    }

    /// Removes and returns the watchers that wait for the current number of sleepers.
    mutating func takeSatisfiedWatchers() -> [Watcher] {
      let count = sleepers.count
      let satisfied = watchers.filter { $0.isSatisfied(count) }
      watchers.removeAll { $0.isSatisfied(count) }
      return satisfied
    }
  }

  private let contents = Guarded(Contents())

  /// Creates a clock at zero.
  public init() {}

  /// A new clock on which each sleep moves the time to its deadline, and returns after a yield to
  /// other tasks.
  public static var immediate: TestClock {
    let clock = TestClock()
    clock.contents.withLock { $0.isImmediate = true }
    return clock
  }

  /// The current time.
  public var now: Instant { contents.withLock { $0.now } }

  /// The smallest duration that the clock can measure.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on the clock.
  public var sleepers: Int { contents.withLock { $0.sleepers.count } }

  /// The number of cancelled calls whose keys are stored.
  var cancelledKeys: Int { contents.withLock { $0.cancelled.count } }

  /// Sleeps until a test has advanced the clock to a deadline.
  ///
  /// - Parameters:
  ///   - deadline: The end of the sleep.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let key = makeKey()
    defer { forget(key) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        addSleeper(
          Sleeper(key: key, effect: EffectNumber.current, deadline: deadline, wake: wake))
      }
    } onCancel: {
      cancel(key, deadline)
    }
    guard contents.withLock({ $0.isImmediate }) else { return }
    // Without the yield, a loop of sleeps would never leave its actor, and could not be cancelled.
    await Task.yield()
    try Task.checkCancellation()
  }

  /// Lets time pass, and ends the sleeps whose deadline is reached, in the order of deadlines.
  ///
  /// It does not wait until the woken tasks have run. `advance(by:)` of a test store does, and a
  /// test store can also run a store that other code creates.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let sleeper = nextDue(by: end) { sleeper.wake.resume() }
  }

  /// Lets time pass until the last deadline of the tasks that sleep now.
  ///
  /// If a woken task sleeps again until a later deadline, that sleep does not end.
  public func run() {
    guard let last = contents.withLock({ $0.sleepers.first?.deadline }) else { return }
    advance(by: now.duration(to: last))
  }

  /// The earliest deadline, or nil if no task sleeps.
  public var nextDeadline: Instant? { contents.withLock { $0.sleepers.last?.deadline } }

  /// The effects of test stores that sleep on this clock, and the parts of effects that do, each
  /// with its earliest deadline.
  var sleepingEffects: [EffectNumber: Instant] {
    contents.withLock { contents in
      var deadlines: [EffectNumber: Instant] = [:]
      for sleeper in contents.sleepers {
        guard let effect = sleeper.effect else { continue }
        deadlines[effect] = min(deadlines[effect] ?? sleeper.deadline, sleeper.deadline)
      }
      return deadlines
    }
  }

  /// Returns when at least this many tasks sleep, or when the calling task is cancelled.
  public func untilAsleep(_ count: Int = 1) async {
    await until { $0 >= count }
  }

  /// Returns when no task sleeps, or when the calling task is cancelled.
  public func untilAwake() async {
    await until { $0 == 0 }
  }

  private func until(_ isSatisfied: @escaping @Sendable (Int) -> Bool) async {
    let key = makeKey()
    defer { forget(key) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        let watchers = contents.withLock { contents in
          let watcher = Watcher(key: key, isSatisfied: isSatisfied, resume: resume)
          if contents.cancelled.remove(key) != nil { return [watcher] }
          contents.watchers.append(watcher)
          return contents.takeSatisfiedWatchers()
        }
        for watcher in watchers { watcher.resume.resume() }
      }
    } onCancel: {
      let watcher = contents.withLock { contents -> Watcher? in
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
    contents.withLock { contents in
      contents.lastKey += 1
      return contents.lastKey
    }
  }

  /// Removes the key of a call that ends: it can have been cancelled after it was resumed.
  private func forget(_ key: Int) {
    contents.withLock { contents in _ = contents.cancelled.remove(key) }
  }

  private func addSleeper(_ sleeper: Sleeper) {
    let (outcome, watchers) = contents.withLock {
      contents -> (Result<Void, any Error>?, [Watcher]) in
      if contents.cancelled.remove(sleeper.key) != nil {
        return (.failure(CancellationError()), [])
      }
      if contents.isImmediate { contents.now = max(contents.now, sleeper.deadline) }
      if sleeper.deadline <= contents.now { return (.success(()), []) }
      contents.sleepers.insert(
        sleeper, at: contents.place(sleeper.deadline, sleeper.key))
      return (nil, contents.takeSatisfiedWatchers())
    }
    if let outcome { sleeper.wake.resume(with: outcome) }
    for watcher in watchers { watcher.resume.resume() }
  }

  private func cancel(_ key: Int, _ deadline: Instant) {
    let (sleeper, watchers) = contents.withLock { contents -> (Sleeper?, [Watcher]) in
      let index = contents.place(deadline, key)
      guard index < contents.sleepers.count, contents.sleepers[index].key == key else {
        contents.cancelled.insert(key)
        return (nil, [])
      }
      return (contents.sleepers.remove(at: index), contents.takeSatisfiedWatchers())
    }
    sleeper?.wake.resume(throwing: CancellationError())
    for watcher in watchers { watcher.resume.resume() }
  }

  /// Moves the time to the next deadline and removes its first sleeper, or moves it to `end`.
  private func nextDue(by end: Instant) -> Sleeper? {
    let (sleeper, watchers) = contents.withLock { contents -> (Sleeper?, [Watcher]) in
      guard let due = contents.sleepers.last, due.deadline <= end else {
        contents.now = max(contents.now, end)
        return (nil, [])
      }
      contents.now = max(contents.now, due.deadline)
      contents.sleepers.removeLast()
      return (due, contents.takeSatisfiedWatchers())
    }
    for watcher in watchers { watcher.resume.resume() }
    return sleeper
  }
}
