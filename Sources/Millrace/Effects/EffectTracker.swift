// SPDX-License-Identifier: Apache-2.0

/// Counts the running effects of each dispatch, so that a receipt can wait for them and end them.
///
/// Its lock guards the table; it is held for a few instructions, and no code of the library's users
/// runs meanwhile.
@usableFromInline
final class EffectTracker: Sendable {
  private struct Dispatch {
    var running = 0
    /// The receipt was cancelled: nothing more begins.
    var isCancelled = false
    /// One for each task that waits for the end of the dispatch; settled then, or when that task is
    /// cancelled.
    var waiters: [Awaited<Void>] = []
    /// What became of an action that had to wait, for its receipt.
    var late: LateOutcome?

    mutating func begin() -> Bool {
      if isCancelled { return false }
      running += 1
      return true
    }
  }

  private struct Table {
    var dispatches: [UInt64: Dispatch] = [:]
    var keeper: (any DispatchReceipt.Keeper)?
  }

  private let table = Guarded(Table())
  /// Sound: the engine owns this tracker and takes itself out when it ends.
  @MainActor unowned var host: ObserverHost?

  init() {}

  /// What keeps the actions of the store, as a journal does; nil if nothing does.
  @usableFromInline var keeper: (any DispatchReceipt.Keeper)? {
    get { table.withLock { $0.keeper } }
    set { table.withLock { $0.keeper = newValue } }
  }

  /// Whether effects of a dispatch are running.
  func isRunning(_ dispatchID: UInt64) -> Bool {
    table.withLock { $0.dispatches[dispatchID] != nil }
  }

  /// Counts something that a dispatch has begun.
  ///
  /// - Returns: False if the dispatch was cancelled; then it is not counted and must not begin.
  @usableFromInline @discardableResult
  func begin(_ dispatchID: UInt64) -> Bool {
    guard dispatchID != 0 else { return true }
    return table.withLock { $0.dispatches[dispatchID, default: Dispatch()].begin() }
  }

  /// Whether the receipt of a dispatch that still runs was cancelled.
  func isCancelled(_ dispatchID: UInt64) -> Bool {
    table.withLock { $0.dispatches[dispatchID]?.isCancelled == true }
  }

  func end(_ dispatchID: UInt64) {
    let ended = table.withLock { table -> Dispatch? in
      guard let place = table.dispatches.index(forKey: dispatchID) else { return nil }
      table.dispatches.values[place].running -= 1
      return table.dispatches.values[place].running == 0
        ? table.dispatches.remove(at: place).value : nil
    }
    for waiter in ended?.waiters ?? [] { waiter.settle(()) }
  }

  /// Keeps the outcome of a dispatch that has begun and whose action waits.
  func lateOutcome(of dispatchID: UInt64) -> LateOutcome {
    let late = LateOutcome()
    table.withLock { $0.dispatches[dispatchID]?.late = late }
    return late
  }

  /// Says what became of an action that had to wait.
  @usableFromInline
  func settle(_ dispatchID: UInt64, _ outcome: DispatchReceipt.Outcome, number: UInt64) {
    table.withLock { $0.dispatches[dispatchID]?.late }?.settle((outcome, number))
  }

  /// Returns when no effect of the dispatch runs, or when the task that waits is cancelled.
  func finish(_ dispatchID: UInt64) async {
    let end = Awaited<Void>()
    let isRunning = table.withLock { $0.dispatches[dispatchID]?.waiters.append(end) != nil }
    if isRunning { await end.settled(orOnCancel: ()) }
  }

  /// Ends the effects of a dispatch.
  @MainActor
  func cancel(_ dispatchID: UInt64) {
    let isRunning = table.withLock { table in
      table.dispatches[dispatchID]?.isCancelled = true
      return table.dispatches[dispatchID] != nil
    }
    if isRunning { host?.cancelEffects(of: dispatchID) }
  }

  /// Resumes all waiting tasks, in the order of their dispatches; called when the store ends.
  ///
  /// - Parameter running: What the running turn has counted: it tells what became of these, and
  ///   ends them itself.
  func finishAll(but running: [UInt64] = []) {
    let dispatches = table.withLock { table in
      var left: [UInt64: Dispatch] = [:]
      for id in running {
        guard var dispatch = table.dispatches.removeValue(forKey: id) else { continue }
        dispatch.running = 1
        left[id] = dispatch
      }
      defer { table.dispatches = left }
      return table.dispatches.sorted { $0.key < $1.key }.map(\.value)
    }
    for dispatch in dispatches {
      dispatch.late?.settle((.rejected(DispatchReceipt.StoreEnded()), 0))
      for waiter in dispatch.waiters { waiter.settle(()) }
    }
  }
}

/// What became of an action that had to wait, for the receipt that its dispatch has returned.
@usableFromInline typealias LateOutcome =
  Awaited<(outcome: DispatchReceipt.Outcome, number: UInt64)>

/// A value that tasks wait for.
@usableFromInline
final class Awaited<Value: Sendable>: Sendable {
  private struct Contents {
    var value: Value?
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let contents = Guarded(Contents())

  /// Nil until it is settled.
  var value: Value? { contents.withLock { $0.value } }

  /// Sets the value and resumes the tasks that wait for it; later calls do nothing.
  func settle(_ value: Value) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Value, Never>] in
      guard contents.value == nil else { return [] }
      contents.value = value
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }

  /// Returns the value when it is settled.
  func settled() async -> Value {
    await withCheckedContinuation { continuation in
      let known = contents.withLock { contents -> Value? in
        if contents.value == nil { contents.waiters.append(continuation) }
        return contents.value
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Returns the value when it is settled; a cancellation of the task that waits settles it.
  func settled(orOnCancel value: Value) async -> Value {
    await withTaskCancellationHandler {
      await settled()
    } onCancel: {
      settle(value)
    }
  }
}
