// SPDX-License-Identifier: Apache-2.0

/// An object that accepts actions: a store, a projection of a store, or a test double.
///
/// A view that only sends actions needs no more than a `some ActionHandler<MyAction>`. A task on
/// another thread can keep it too, and calls it with `await`.
@MainActor
public protocol ActionHandler<Action>: Sendable {
  /// The type of the actions.
  associatedtype Action

  /// Dispatches an action with its source.
  ///
  /// When this method returns, the action has been committed or rejected and observers have been
  /// called; in a batch, observers of values are called at its end. If the store was busy, the
  /// action is queued instead and runs before the outermost dispatch returns. If the turn is cut
  /// before the action (see ``Store/chainLimit``), the action runs in a later turn.
  ///
  /// Complexity: for a store see ``Store/dispatch(_:source:)``; O(1) if the store is busy.
  @discardableResult
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt
}

extension ActionHandler {
  /// Dispatches an action with the call site as its source.
  ///
  /// Complexity: that of ``dispatch(_:source:)``.
  ///
  /// - Returns: A receipt; `try receipt.get()` throws the error of a rejected action.
  @inlinable
  @discardableResult
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) -> DispatchReceipt {
    dispatch(
      action, source: ActionSource(fileID: fileID, function: function, line: line, info: info))
  }

  /// Dispatches an action with the call site as its source: `dispatcher(.increment)`.
  @inlinable
  @discardableResult
  public func callAsFunction(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) -> DispatchReceipt {
    dispatch(
      action, source: ActionSource(fileID: fileID, function: function, line: line, info: info))
  }

  /// Returns a handler of another type of actions, which translates each action and dispatches it
  /// to this handler with the same source.
  ///
  /// - Parameter transform: Returns the translated action, or nil to drop the action.
  /// - Returns: A handler that holds this one; a dropped action counts as committed.
  public func contramap<Other>(
    _ transform: @escaping @MainActor (Other) -> Action?
  ) -> some ActionHandler<Other> {
    TranslatingHandler<Other> { action, source in
      guard let translated = transform(action) else { return .committed }
      return self.dispatch(translated, source: source)
    }
  }
}

/// The handler that ``ActionHandler/contramap(_:)`` returns.
private struct TranslatingHandler<Action>: ActionHandler {
  let forward: @MainActor (Action, ActionSource) -> DispatchReceipt

  /// Complexity: one translation, and a dispatch to the other handler.
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    forward(action, source)
  }
}

extension ActionHandler where Self: StateProvider {
  /// Runs a thunk: a function that dispatches actions and reads the state in between.
  ///
  /// A read directly after a dispatch sees the new state, unless the action is queued: as in an
  /// observer or a middleware, or if the turn is cut (see ``Store/chainLimit``). To run another
  /// thunk, a thunk calls it: `try other(handler, reader)`.
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
  /// - Parameter thunk: The function; it gets a handler for actions and a reader of the state.
  /// - Returns: The result of the thunk.
  /// - Throws: The error of the thunk; actions that it dispatched before stay committed.
  @discardableResult
  public func dispatch<Value>(
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) throws -> Value
  ) rethrows -> Value {
    try thunk(self, self)
  }

  /// Runs an asynchronous thunk: a function that dispatches actions and reads the state in between.
  ///
  /// The thunk runs in the caller's task, on the main actor, and is cancelled with that task. Other
  /// actions can run during an `await`. To run another thunk, a thunk calls it: `try await
  /// other(handler, reader)`. A property or the result of a function that is a thunk has the type
  /// `@MainActor @Sendable (any ActionHandler<Action>, any StateProvider<State>) async throws ->
  /// Value`.
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
  /// - Parameter thunk: The function; it gets a handler for actions and a reader of the state.
  /// - Returns: The result of the thunk.
  /// - Throws: The error of the thunk; actions that it dispatched before stay committed.
  @discardableResult
  public func dispatch<Value>(
    _ thunk: @MainActor (any ActionHandler<Action>, any StateProvider<State>) async throws -> Value
  ) async rethrows -> Value {
    try await thunk(self, self)
  }
}
