// SPDX-License-Identifier: Apache-2.0

/// What became of a dispatch.
///
/// ```swift
/// try store.dispatch(.rename("")).get()          // throws what the reducer threw
/// await store.dispatch(.reload).finish()         // waits for the effects that it started
/// ```
public struct DispatchReceipt: Sendable {
  /// The three ways a dispatch can end.
  public enum Outcome: Sendable {
    /// The reducer ran and the state is committed.
    case committed
    /// The reducer threw; the state is as it was.
    case rejected(any Error)
    /// The store was busy; the action runs before the outermost dispatch returns.
    case queued
  }

  /// What became of the dispatch by the time it returned.
  public let outcome: Outcome
  @usableFromInline let scope: UInt64
  @usableFromInline let tracker: EffectTracker?

  @inlinable
  init(_ outcome: Outcome, scope: UInt64 = 0, tracker: EffectTracker? = nil) {
    self.outcome = outcome
    self.scope = scope
    self.tracker = tracker
  }

  /// A receipt that says committed and has no effects, for handlers that are not stores.
  @inlinable
  public static var committed: DispatchReceipt { DispatchReceipt(.committed) }

  /// Throws what the reducer threw.
  ///
  /// A queued dispatch has not run yet and throws nothing; the store's `onRejection` hears of it.
  @inlinable
  public func get() throws {
    if case .rejected(let error) = outcome { throw error }
  }

  /// Waits until the effects that the action started have ended, directly or through actions that
  /// they sent.
  ///
  /// It returns at once if there are none, and also when the store goes away. Actions that other
  /// code dispatches meanwhile are not waited for. Cancelling the task that waits does not end the
  /// wait.
  public func finish() async {
    await tracker?.finish(scope)
  }
}
