// SPDX-License-Identifier: Apache-2.0

/// Something that takes actions: a store, a projection of one, or a stand-in for tests.
///
/// A view that only sends actions should ask for `some ActionHandler<MyAction>` and nothing more.
@MainActor
public protocol ActionHandler<Action> {
  /// The actions that this handler takes.
  associatedtype Action

  /// Takes an action and its source.
  ///
  /// When it returns, the action has been committed and observers have been told, unless the
  /// handler was busy: then the action is queued and runs before the outermost dispatch returns.
  ///
  /// Complexity: for a store see ``Store/dispatch(_:source:)``; O(1) if it is busy.
  @discardableResult
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt
}

extension ActionHandler {
  /// Dispatches an action with the call site as its source.
  ///
  /// Complexity: that of ``dispatch(_:source:)``.
  ///
  /// - Returns: A receipt; `try receipt.get()` throws what a throwing reducer threw.
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

  /// A handler of other actions that translates them and passes them on; sources are kept.
  ///
  /// - Parameter transform: Makes this handler's action, or nil to drop the other one.
  /// - Returns: A handler that holds this one; an action that is dropped counts as committed.
  public func contramap<Other>(
    _ transform: @escaping @MainActor (Other) -> Action?
  ) -> some ActionHandler<Other> {
    TranslatingHandler<Other> { action, source in
      guard let translated = transform(action) else { return .committed }
      return self.dispatch(translated, source: source)
    }
  }
}

/// Translates each action and passes it on.
private struct TranslatingHandler<Action>: ActionHandler {
  let forward: @MainActor (Action, ActionSource) -> DispatchReceipt

  /// Complexity: one translation, and what the handler behind it takes.
  func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    forward(action, source)
  }
}

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
