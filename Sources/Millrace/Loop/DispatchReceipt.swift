// SPDX-License-Identifier: Apache-2.0

/// What became of a dispatch.
///
/// ```swift
/// try store.dispatch(.rename("")).get()          // throws what the reducer threw
/// await store.dispatch(.reload).finish()         // waits for the effects that it started
/// ```
public struct DispatchReceipt: Sendable {
  /// What had become of an action when its dispatch returned, or when ``finish()`` did.
  public enum Outcome: Sendable {
    /// The reducer ran and the state is committed.
    case committed
    /// The reducer threw, or the store has ended (``DispatchReceipt/StoreEnded``); the state is as
    /// it was.
    case rejected(any Error)
    /// The action waits its turn, as the store was busy.
    ///
    /// It runs before the outermost dispatch returns, or in a later turn where this one is cut; see
    /// ``Store/chainLimit``.
    case queued
  }

  @usableFromInline let isQueued: Bool
  @usableFromInline let dispatchID: UInt64
  /// The action's number in its store; zero while it waits, and where no keeper would ask for it.
  @usableFromInline let number: UInt64
  /// Nil for an action that did nothing but change the state.
  ///
  /// It is the only reference of a receipt: most receipts are dropped, and to drop one costs a look
  /// at each reference.
  @usableFromInline let context: Context?

  /// What a receipt needs to wait, to cancel, and to tell what went wrong.
  @usableFromInline
  final class Context: Sendable {
    let tracker: EffectTracker?
    @usableFromInline let error: (any Error)?
    /// What became of it later, if it had to wait.
    let late: LateOutcome?

    @usableFromInline
    init(_ tracker: EffectTracker?, error: (any Error)? = nil, late: LateOutcome? = nil) {
      (self.tracker, self.error, self.late) = (tracker, error, late)
    }
  }

  /// Creates a receipt, with the context of its store if there is more to tell later.
  @inlinable
  init(_ outcome: Outcome, dispatchID: UInt64 = 0, number: UInt64 = 0, context: Context? = nil) {
    (self.dispatchID, self.number) = (dispatchID, number)
    switch outcome {
    case .committed: (isQueued, self.context) = (false, context)
    case .queued: (isQueued, self.context) = (true, context)
    // It has started nothing that could be waited for.
    case .rejected(let error): (isQueued, self.context) = (false, Context(nil, error: error))
    }
  }

  /// What became of the dispatch by the time it returned.
  ///
  /// What becomes of a queued one is what ``finish()`` returns.
  public var outcome: Outcome {
    if let error = context?.error { return .rejected(error) }
    return isQueued ? .queued : .committed
  }

  /// The receipt of a committed action that started no effects.
  @inlinable
  public static var committed: DispatchReceipt { DispatchReceipt(.committed) }

  /// Throws the error of a rejected dispatch: what the reducer threw, or
  /// ``DispatchReceipt/StoreEnded``.
  ///
  /// A queued dispatch has not run yet and throws nothing; ``finish()`` returns its outcome, and
  /// the store calls `onRejection` if the reducer rejects it.
  @inlinable
  public func get() throws {
    if let error = context?.error { throw error }
  }

  /// Waits until the effects that the action started have ended, directly or through actions that
  /// they sent.
  ///
  /// It returns at once if there are none, and also when the store goes away. Actions that other
  /// code dispatches meanwhile are not waited for.
  ///
  /// When the task that waits is cancelled, it cancels the effects as ``cancel()`` does and returns
  /// without waiting for their tasks. So the work of a view ends with the view:
  ///
  /// ```swift
  /// .task { await store.dispatch(.load).finish() }
  /// ```
  ///
  /// - Returns: What became of the dispatch; of a queued one too, as its action has run by now. It
  ///   is still `.queued` if the task that waits was cancelled before that, and a rejection with
  ///   ``DispatchReceipt/StoreEnded`` if the store went away before it.
  @discardableResult
  public func finish() async -> Outcome {
    if let tracker = context?.tracker {
      await tracker.finish(dispatchID)
      if Task.isCancelled { await tracker.cancel(dispatchID) }
    }
    return context?.late?.value?.outcome ?? outcome
  }

  /// Cancels the effects that the action started, directly or through actions that they sent.
  ///
  /// They end as if each had an id that is cancelled: what they send from now on, and what they
  /// have sent and still waits, is dropped, and ``finish()`` returns when their tasks have ended.
  /// The action itself stays committed. One that is still queued runs, but of its effects only
  /// those start that are done at once, as `just` and `perform` are. It does nothing if all effects
  /// have ended.
  ///
  /// ```swift
  /// let search = store.dispatch(.search(text))
  /// search.cancel()
  /// ```
  ///
  /// Complexity: O(number of effects that run in the store).
  @MainActor
  public func cancel() {
    context?.tracker?.cancel(dispatchID)
  }
}
