// SPDX-License-Identifier: Apache-2.0

/// The outcome of a dispatch, and the means to wait for its effects and to cancel them.
///
/// ```swift
/// try store.dispatch(.rename("")).get()          // throws what the reducer threw
/// await store.dispatch(.reload).finish()         // waits for the effects that it started
/// ```
public struct DispatchReceipt: Sendable {
  /// The outcome of an action when its dispatch returned, or when ``finish()`` returned.
  public enum Outcome: Sendable {
    /// The reducer ran and the state is committed.
    ///
    /// Also the outcome of ``Store/addEffect(_:)``, and of an action that a projection or
    /// ``ActionHandler/contramap(_:)`` has dropped.
    case committed
    /// The reducer threw, or the store has ended (``DispatchReceipt/StoreEnded``); the state is
    /// unchanged.
    case rejected(any Error)
    /// The action was queued: the store was busy, or the turn was cut before the action.
    ///
    /// It runs before the outermost dispatch returns, or in a later turn if the turn is cut; see
    /// ``Store/chainLimit``.
    case queued
  }

  @usableFromInline let dispatchID: UInt64
  /// The action's number in its store; zero if the action was queued, if processing it was only a
  /// call of the reducer, or if the receipt belongs to no processed action.
  @usableFromInline let number: UInt64
  /// Nil for a committed action if there is nothing to wait for.
  ///
  /// It is the only reference in a receipt: most receipts are discarded, and discarding a receipt
  /// costs one check per reference.
  @usableFromInline let context: Context?

  /// What a receipt needs to wait, to cancel, and to throw.
  @usableFromInline
  final class Context: Sendable {
    let tracker: EffectTracker?
    @usableFromInline let error: (any Error)?
    /// The later outcome of a queued action; nil if the action was not queued.
    @usableFromInline let late: LateOutcome?

    @usableFromInline
    init(_ tracker: EffectTracker?, error: (any Error)? = nil, late: LateOutcome? = nil) {
      (self.tracker, self.error, self.late) = (tracker, error, late)
    }
  }

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - dispatchID: The number of the dispatch.
  ///   - number: The number of the action.
  ///   - context: The context, if there is something to wait for or to cancel; that of a queued
  ///     action has a `late` outcome.
  @inlinable
  init(_ outcome: Outcome, dispatchID: UInt64 = 0, number: UInt64 = 0, context: Context? = nil) {
    (self.dispatchID, self.number) = (dispatchID, number)
    if case .rejected(let error) = outcome {
      // A rejected action has started no effects to wait for.
      self.context = Context(nil, error: error)
    } else {
      self.context = context
    }
  }

  /// The outcome when the dispatch returned.
  ///
  /// For a queued action, ``finish()`` returns the later outcome.
  public var outcome: Outcome {
    if let error = context?.error { return .rejected(error) }
    return context?.late == nil ? .committed : .queued
  }

  /// The receipt of a committed action that started no effects.
  @inlinable
  public static var committed: DispatchReceipt { DispatchReceipt(.committed) }

  /// Throws the error of a rejected action: the error of the reducer, or
  /// ``DispatchReceipt/StoreEnded``.
  ///
  /// For a queued action, which has not run yet, it throws nothing: ``finish()`` returns the later
  /// outcome, and the store calls `onRejection` if the reducer rejects the action.
  @inlinable
  public func get() throws {
    if let error = context?.error { throw error }
  }

  /// Waits until all effects have ended that the action started, directly or through actions that
  /// these effects sent.
  ///
  /// For a queued action it first waits until the action has run. It returns at once if there are
  /// no such effects, and when the store is released or ends. It does not wait for actions that
  /// other code dispatches in the meantime.
  ///
  /// If the waiting task is cancelled, this method cancels the effects like ``cancel()`` and
  /// returns without waiting for their tasks. The work of a view therefore ends with the view:
  ///
  /// ```swift
  /// .task { await store.dispatch(.load).finish() }
  /// ```
  ///
  /// Complexity: O(1) to begin the wait; a cancellation costs as much as ``cancel()``.
  ///
  /// - Returns: The outcome of the action, also of a queued one, which has run by then. It is still
  ///   `.queued` if the waiting task was cancelled before the action ran, and a rejection with
  ///   ``DispatchReceipt/StoreEnded`` if the store ended before the action ran.
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
  /// The effects end as if each had an id that is cancelled: actions that they send from now on,
  /// and actions that they have sent and that are still queued, are dropped, with the exceptions of
  /// ``Effect/cancel(id:)``. ``finish()`` returns when their tasks have ended.
  ///
  /// A committed action stays committed. A queued action still runs, but starts only those effects
  /// that are done at once, such as `just` and `perform`; of the effects of a child's middleware,
  /// only `just` and `sequence`. If all effects have ended, this method does nothing.
  ///
  /// ```swift
  /// let search = store.dispatch(.search(text))
  /// search.cancel()
  /// ```
  ///
  /// Complexity: O(log n + m) for n effects of the store, of which m started in the time from the
  /// first to the last effect of this action. If actions that the effects of this action sent are
  /// still queued, m includes all effects that started later. If an effect is cancelled, also O(k)
  /// for k waits of ``Send/until(_:)`` and ``Send/next(_:)`` in the store.
  @MainActor
  public func cancel() {
    context?.tracker?.cancel(dispatchID)
  }
}

extension DispatchReceipt {
  /// The error of actions and effects that a store does not run because it has ended.
  public struct StoreEnded: Error, Equatable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// The cause and the remedy.
    public var description: String {
      """
      Millrace: the store was released, or has ended together with its parent, and takes no more \
      actions. Probably other code still holds the store, for example a view or a callback. \
      Release that reference, or remove the store from its parent with `removeChild` if it must \
      live longer than the parent.
      """
    }
  }
}

extension DispatchReceipt {
  /// Stores the actions of a store durably, as a journal does; a receipt can wait until that is
  /// done.
  public protocol Keeper: AnyObject, Sendable {
    /// Returns when an action is stored with a durability.
    ///
    /// - Parameters:
    ///   - number: The action's number in its store.
    ///   - durability: The required durability.
    /// - Throws: An error with the reason if the action cannot be stored.
    func keep(_ number: UInt64, _ durability: DispatchReceipt.Durability) async throws
  }
}

extension DispatchReceipt {
  /// The events that a stored action survives.
  public enum Durability: Sendable, Hashable {
    /// The action survives the end of the process, including `kill -9`.
    case written
    /// The action also survives a loss of power.
    case synced
  }

  /// Thrown by ``DispatchReceipt/written()`` and ``DispatchReceipt/synced()`` if the store has no
  /// keeper, or if the receipt belongs to no action that a store has processed.
  public struct NotKept: Error, Equatable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// The cause and the remedy.
    public var description: String {
      """
      Millrace: `written()` or `synced()` was called for an action of a store that does not \
      keep its actions, or for a receipt that belongs to no action, such as that of `addEffect`. \
      Create the store with a journal, `Store(recovering: journal, …)`, or do not call \
      `written()` and `synced()`.
      """
    }
  }

  /// Waits until the action survives the end of the process.
  ///
  /// If the action is queued, this method also waits until the action has run. It does not wait
  /// for effects. Cancelling the task that waits does not end the wait.
  ///
  /// - Throws: The error of the reducer if it rejects the action; ``DispatchReceipt/StoreEnded`` if
  ///   the store ends before the action runs; ``NotKept`` if the store has no keeper, or if the
  ///   receipt is that of ``Store/addEffect(_:)`` or of a dropped action; the keeper's error if the
  ///   keeper cannot store the action. After the last two errors a processed action is committed.
  public func written() async throws { try await keep(.written) }

  /// Waits until the action survives a loss of power.
  ///
  /// ```swift
  /// try await store.dispatch(.pay).synced()
  /// ```
  ///
  /// It waits like ``written()`` and throws the same errors.
  public func synced() async throws { try await keep(.synced) }

  private func keep(_ durability: Durability) async throws {
    var (outcome, number) = (outcome, number)
    if let late = context?.late { (outcome, number) = await late.settled() }
    if case .rejected(let error) = outcome { throw error }
    guard let keeper = context?.tracker?.keeper, number > 0 else { throw NotKept() }
    try await keeper.keep(number, durability)
  }
}
