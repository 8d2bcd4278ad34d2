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
  /// - Returns: A handler that holds this one.
  public func contramap<Other>(
    _ transform: @escaping @MainActor (Other) -> Action?
  ) -> TranslatingHandler<Other> {
    TranslatingHandler { action, source in
      guard let translated = transform(action) else { return .committed }
      return self.dispatch(translated, source: source)
    }
  }
}

/// The result of ``ActionHandler/contramap(_:)``: translates each action and passes it on.
public struct TranslatingHandler<Action>: ActionHandler {
  private let forward: @MainActor (Action, ActionSource) -> DispatchReceipt

  /// Creates a handler from the function that does its work.
  public init(_ forward: @escaping @MainActor (Action, ActionSource) -> DispatchReceipt) {
    self.forward = forward
  }

  /// Translates the action and passes it on; a dropped action counts as committed.
  ///
  /// Complexity: one translation, and what the handler behind it takes.
  @discardableResult
  public func dispatch(_ action: Action, source: ActionSource) -> DispatchReceipt {
    forward(action, source)
  }
}
