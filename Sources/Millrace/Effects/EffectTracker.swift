// SPDX-License-Identifier: Apache-2.0

/// Counts the running effects of each dispatch, so that a receipt can wait for them and end them.
///
/// Its lock guards the table; it is held for a few instructions and never while code of others
/// runs.
@usableFromInline
final class EffectTracker: Sendable {
  private struct Dispatch {
    var running = 0
    /// The receipt was cancelled: nothing more begins.
    var isCancelled = false
    var waiters: [Waiter] = []
    /// What became of an action that had to wait, for its receipt.
    var late: LateOutcome?

    mutating func begin() -> Bool {
      if isCancelled { return false }
      running += 1
      return true
    }
  }

  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct Table {
    var dispatches: [UInt64: Dispatch] = [:]
    var lastWaiter: UInt64 = 0
    var keeper: (any ActionKeeper)?
  }

  private let table = Guarded(Table())
  /// Sound: the engine owns this tracker and takes itself out when it ends.
  @MainActor unowned var host: ObserverHost?

  @usableFromInline
  init() {}

  /// What keeps the actions of the store, if something does.
  @usableFromInline var keeper: (any ActionKeeper)? {
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

  @usableFromInline
  func end(_ dispatchID: UInt64) {
    let ended = table.withLock { table -> Dispatch? in
      guard let place = table.dispatches.index(forKey: dispatchID) else { return nil }
      table.dispatches.values[place].running -= 1
      return table.dispatches.values[place].running == 0
        ? table.dispatches.remove(at: place).value : nil
    }
    for waiter in ended?.waiters ?? [] { waiter.continuation.resume() }
  }

  /// Keeps the outcome of a dispatch that has begun and whose action waits.
  @usableFromInline
  func lateOutcome(of dispatchID: UInt64) -> LateOutcome {
    let late = LateOutcome()
    table.withLock { $0.dispatches[dispatchID]?.late = late }
    return late
  }

  /// Says what became of an action that had to wait.
  @usableFromInline
  func settle(_ dispatchID: UInt64, _ outcome: DispatchReceipt.Outcome, number: UInt64) {
    table.withLock { $0.dispatches[dispatchID]?.late }?.settle(outcome, number: number)
  }

  /// Returns when no effect of the dispatch runs, or when the task that waits is cancelled.
  func finish(_ dispatchID: UInt64) async {
    let number = table.withLock { table in
      table.lastWaiter += 1
      return table.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = table.withLock { table in
          if table.dispatches[dispatchID] == nil || Task.isCancelled { return true }
          table.dispatches[dispatchID]?.waiters.append(
            Waiter(number: number, continuation: continuation))
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      // A waiter that is not entered yet finds the task cancelled.
      let waiter = table.withLock { table -> Waiter? in
        guard
          let place = table.dispatches[dispatchID]?.waiters.firstIndex(where: {
            $0.number == number
          })
        else { return nil }
        return table.dispatches[dispatchID]?.waiters.remove(at: place)
      }
      waiter?.continuation.resume()
    }
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

  /// Resumes all waiting tasks; called when the store ends.
  func finishAll() {
    let dispatches = table.withLock { table in
      defer { table.dispatches = [:] }
      return Array(table.dispatches.values)
    }
    for dispatchID in dispatches {
      dispatchID.late?.settle(.rejected(StoreEnded()))
      for waiter in dispatchID.waiters { waiter.continuation.resume() }
    }
  }
}

/// What became of an action that had to wait, for the receipt that its dispatch has returned.
@usableFromInline
final class LateOutcome: Sendable {
  typealias Value = (outcome: DispatchReceipt.Outcome, number: UInt64)

  private struct Contents {
    var value: Value = (.queued, 0)
    var waiters: [CheckedContinuation<Value, Never>] = []
  }

  private let contents = Guarded(Contents())

  /// Queued until the action has run.
  var value: Value { contents.withLock { $0.value } }

  /// Says what became of it; the first to say so is right.
  func settle(_ outcome: DispatchReceipt.Outcome, number: UInt64 = 0) {
    let waiters = contents.withLock { contents -> [CheckedContinuation<Value, Never>] in
      guard case .queued = contents.value.outcome else { return [] }
      contents.value = (outcome, number)
      defer { contents.waiters = [] }
      return contents.waiters
    }
    for waiter in waiters { waiter.resume(returning: (outcome, number)) }
  }

  /// Returns when the action has run, or the store has ended.
  func settled() async -> Value {
    await withCheckedContinuation { continuation in
      let known = contents.withLock { contents -> Value? in
        guard case .queued = contents.value.outcome else { return contents.value }
        contents.waiters.append(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }
}
