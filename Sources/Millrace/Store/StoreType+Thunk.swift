// SPDX-License-Identifier: Apache-2.0

extension ActionHandler where Self: StateProvider {
  /// Runs a piece of logic that dispatches and reads in turns.
  ///
  /// A read right after a dispatch sees the new state, unless the store is busy: inside an
  /// observer or a middleware dispatches are queued until the outermost one returns.
  ///
  /// ```swift
  /// try store.dispatch { handler, reader in
  ///   handler.dispatch(.deposit(50))
  ///   guard reader.select(\.balance) >= 100 else { throw Insufficient() }
  ///   handler.dispatch(.withdraw(100))
  /// }
  /// ```
  ///
  /// Complexity: that of the thunk.
  ///
  /// - Parameter thunk: Gets a handler for actions and a reader of the state.
  /// - Returns: What the thunk returns.
  /// - Throws: What the thunk throws; actions that it dispatched before are committed.
  @discardableResult
  public func dispatch<Value>(
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) throws -> Value
  ) rethrows -> Value {
    try thunk(self, self)
  }

  /// Runs a piece of asynchronous logic that dispatches and reads in turns.
  ///
  /// It runs in the caller's task, on the store's actor, and is cancelled with that task. Across
  /// an `await` other actions may come in between.
  ///
  /// ```swift
  /// await store.dispatch { handler, reader in
  ///   guard reader.select(\.books).isEmpty else { return }
  ///   handler.dispatch(.loading)
  ///   handler.dispatch(.loaded(await library.books()))
  /// }
  /// ```
  ///
  /// Complexity: that of the thunk.
  ///
  /// - Parameter thunk: Gets a handler for actions and a reader of the state.
  /// - Returns: What the thunk returns.
  /// - Throws: What the thunk throws; actions that it dispatched before are committed.
  @discardableResult
  public func dispatch<Value>(
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) async throws -> Value
  ) async rethrows -> Value {
    try await thunk(self, self)
  }
}
