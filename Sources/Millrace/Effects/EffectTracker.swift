// SPDX-License-Identifier: Apache-2.0

/// Counts, for each dispatch, the outermost effects and the queued jobs that have not ended.
///
/// A receipt can wait for them and cancel the effects.
///
/// A lock guards the table. No code of the library's users runs under the lock.
@usableFromInline
final class EffectTracker: Sendable {
  private struct Dispatch {
    var running = 0
    /// The key of the first counted effect, or 0 if no effect was counted.
    var firstEffect: UInt64 = 0
    /// True if the receipt was cancelled; then no effects begin except those done at once.
    var isCancelled = false
    /// One value for each task that waits for the end of the dispatch.
    ///
    /// It is settled at that end, or when the waiting task is cancelled.
    var waiters: [Awaited<Void>] = []
    /// The outcome of an action that was queued, for its receipt; nil if none was requested.
    var late: LateOutcome?
  }

  private struct Table {
    /// The newest dispatch, with its identifier; nil if nothing of it is counted.
    ///
    /// The other dispatches are in `older`. Most calls concern the newest one, and hashing an
    /// identifier takes longer than the rest of a call.
    private var newest: (id: UInt64, dispatch: Dispatch?) = (0, nil)
    private var older: [UInt64: Dispatch] = [:]

    /// The dispatch with an identifier, or nil if nothing of it is counted.
    subscript(_ id: UInt64) -> Dispatch? { id == newest.id ? newest.dispatch : older[id] }

    /// Changes, adds or removes a dispatch.
    ///
    /// It is a function and not a setter, so that `body` changes the newest dispatch in place,
    /// without an allocation. An older one is removed and added again: a change in place would
    /// inline the code of the dictionary into each caller.
    mutating func change<Result>(
      _ id: UInt64, _ body: (inout Dispatch?) -> Result
    ) -> Result {
      if id > newest.id { advance(to: id) }
      if id == newest.id { return body(&newest.dispatch) }
      var dispatch = older.removeValue(forKey: id)
      defer { add(dispatch, id) }
      return body(&dispatch)
    }

    @inline(never)
    private mutating func advance(to id: UInt64) {
      add(newest.dispatch, newest.id)
      newest = (id, nil)
    }

    @inline(never)
    private mutating func add(_ dispatch: Dispatch?, _ id: UInt64) {
      if let dispatch { older[id] = dispatch }
    }

    /// Removes and returns all dispatches, the oldest first.
    mutating func removeAll() -> [Dispatch] {
      if let dispatch = newest.dispatch { older[newest.id] = dispatch }
      defer { (newest, older) = ((0, nil), [:]) }
      return older.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let table = Guarded(Table())
  /// The engine, or nil after it has ended.
  ///
  /// Sound: the engine owns this tracker and sets the reference to nil when it ends.
  @MainActor unowned var host: (any ObserverHost)?

  /// The object that stores the actions of the store durably, as a journal does, or nil.
  let keeper: (any DispatchReceipt.Keeper)?

  init(keeper: (any DispatchReceipt.Keeper)? = nil) {
    self.keeper = keeper
  }

  /// Counts an effect or a queued job of a dispatch.
  ///
  /// - Parameters:
  ///   - dispatchID: The dispatch.
  ///   - effect: The key of the effect, which is greater than those of earlier effects; 0 for a
  ///     job.
  /// - Returns: False if the dispatch was cancelled. Then nothing is counted, and an effect must
  ///   not begin unless it is done at once.
  @usableFromInline @discardableResult
  func begin(_ dispatchID: UInt64, effect: UInt64 = 0) -> Bool {
    guard dispatchID != 0 else { return true }
    return table.withLock { table in
      table.change(dispatchID) { dispatch in
        if dispatch == nil { dispatch = Dispatch() }
        if dispatch?.isCancelled == true { return false }
        dispatch?.running += 1
        if dispatch?.firstEffect == 0 { dispatch?.firstEffect = effect }
        return true
      }
    }
  }

  /// True if the dispatch has not ended and its receipt was cancelled.
  func isCancelled(_ dispatchID: UInt64) -> Bool {
    table.withLock { $0[dispatchID]?.isCancelled == true }
  }

  /// Uncounts an effect or a job of a dispatch; after the last one, resumes the waiting tasks.
  func end(_ dispatchID: UInt64) {
    let ended = table.withLock { table in
      table.change(dispatchID) { dispatch -> Dispatch? in
        dispatch?.running -= 1
        return dispatch?.running == 0 ? dispatch.take() : nil
      }
    }
    for waiter in ended?.waiters ?? [] { waiter.settle(()) }
  }

  /// Returns the value that will receive the outcome of a dispatch whose action is queued.
  func lateOutcome(of dispatchID: UInt64) -> LateOutcome {
    let late = LateOutcome()
    table.withLock { table in table.change(dispatchID) { $0?.late = late } }
    return late
  }

  /// Sets the outcome of an action that was queued.
  @usableFromInline
  func settle(_ dispatchID: UInt64, _ outcome: DispatchReceipt.Outcome, number: UInt64) {
    table.withLock { $0[dispatchID]?.late }?.settle((outcome, number))
  }

  /// Returns when nothing of the dispatch is counted, or when the calling task is cancelled.
  func finish(_ dispatchID: UInt64) async {
    let end = Awaited<Void>()
    let isRunning = table.withLock { table in
      table.change(dispatchID) { $0?.waiters.append(end) != nil }
    }
    guard isRunning else { return }
    await end.settled(orOnCancel: ())
    // The dispatch can go on for long after the waiting task was cancelled.
    guard Task.isCancelled else { return }
    table.withLock { table in
      table.change(dispatchID) { $0?.waiters.removeAll { $0 === end } }
    }
  }

  /// The number of tasks that wait for the end of a dispatch.
  func waiterCount(of dispatchID: UInt64) -> Int {
    table.withLock { $0[dispatchID]?.waiters.count ?? 0 }
  }

  /// Cancels the effects of a dispatch.
  @MainActor
  func cancel(_ dispatchID: UInt64) {
    let cancelled = table.withLock { table in
      table.change(dispatchID) { dispatch in
        dispatch?.isCancelled = true
        return dispatch
      }
    }
    guard let cancelled else { return }
    let first = cancelled.firstEffect
    host?.cancelEffects(of: dispatchID, from: first, atMost: first == 0 ? 0 : cancelled.running)
  }

  /// Rejects the queued actions that have a receipt, and resumes the waiting tasks, in the order of
  /// their dispatches; called when the store ends.
  ///
  /// - Parameter running: The dispatches that the running turn has counted. The turn reports their
  ///   outcomes and ends them itself, so their tasks are not resumed here.
  func finishAll(but running: [UInt64] = []) {
    let dispatches = table.withLock { table in
      var left: [(id: UInt64, dispatch: Dispatch)] = []
      for id in running {
        guard var dispatch = table.change(id, { $0.take() }) else { continue }
        dispatch.running = 1
        left.append((id, dispatch))
      }
      let ended = table.removeAll()
      for (id, dispatch) in left { table.change(id) { $0 = dispatch } }
      return ended
    }
    for dispatch in dispatches {
      dispatch.late?.settle((.rejected(DispatchReceipt.StoreEnded()), 0))
      for waiter in dispatch.waiters { waiter.settle(()) }
    }
  }
}

/// The outcome and the number of an action that was queued when its dispatch returned the receipt.
@usableFromInline typealias LateOutcome =
  Awaited<(outcome: DispatchReceipt.Outcome, number: UInt64)>

/// A value that tasks wait for.
@usableFromInline
final class Awaited<Value: Sendable>: Sendable {
  private let contents = Guarded<
    (value: Value?, waiters: [CheckedContinuation<Value, Never>])
  >((nil, []))

  /// The value, or nil until it is settled.
  @usableFromInline var value: Value? { contents.withLock { $0.value } }

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

  /// Returns the value when it is settled; a cancellation of the calling task settles it with
  /// `value`.
  func settled(orOnCancel value: Value) async -> Value {
    await withTaskCancellationHandler {
      await settled()
    } onCancel: {
      settle(value)
    }
  }
}
