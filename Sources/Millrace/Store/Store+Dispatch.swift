// SPDX-License-Identifier: Apache-2.0

extension Store: ActionHandler {
  /// Runs an action through the loop.
  ///
  /// When it returns, the action is committed and observers have been called, unless the store was
  /// busy: then the action is queued and runs before the outermost dispatch returns.
  ///
  /// Complexity: the reducer's own, plus middleware and observers. No allocation and no copy if
  /// there are none of these.
  @inlinable
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    engine.dispatch(action, source: source)
  }

  /// Commits one by one what `body` dispatches and lets observers hear once, after the last.
  ///
  /// Middleware and effects run for each action as always. A batch that is opened while the store
  /// is busy takes its place in the queue. Batches nest.
  ///
  /// - Parameter body: Dispatches actions.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; actions dispatched before are committed.
  @discardableResult
  public func batch<Result>(_ body: () throws -> Result) rethrows -> Result {
    try engine.batch(body)
  }

  /// Dispatches an action from any thread.
  ///
  /// The order of each caller is kept, a burst costs one hop to the store's actor, and nothing is
  /// lost while the store lives. A dispatch on the store's actor runs what was enqueued before it
  /// first. The action, and the effects that it starts, run with the task-local values of the
  /// caller.
  ///
  /// Complexity: O(1); no caller waits for another. One letter and one task, which keeps the
  /// task-local values.
  public nonisolated func enqueue(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    guard let mailbox else { stopUnavailable() }
    let dispatched = DispatchedAction(
      action, fileID: fileID, function: function, line: line, info: info)
    mailbox.post(PendingAction(dispatched, scope: 0, isChained: false))
  }
}
