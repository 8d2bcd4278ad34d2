// SPDX-License-Identifier: Apache-2.0

/// Sends actions from an effect or an IO back to the store.
///
/// It may be used from any thread, keeps the order in which one sender sends, and holds no store.
/// After the effect was cancelled or the store is gone, it drops what it is given.
public struct Send<Action: Sendable>: Sendable {
  @usableFromInline let post: @Sendable (DispatchedAction<Action>) -> Void
  @usableFromInline let deliver: @Sendable (DispatchedAction<Action>) async -> Void

  /// Creates a sender from the functions that do its work, for tests of middleware.
  ///
  /// - Parameters:
  ///   - post: Takes an action without waiting.
  ///   - deliver: Takes an action and returns when it is committed; by default the same as `post`.
  @inlinable
  public init(
    _ post: @escaping @Sendable (DispatchedAction<Action>) -> Void,
    deliver: (@Sendable (DispatchedAction<Action>) async -> Void)? = nil
  ) {
    self.post = post
    self.deliver = deliver ?? { post($0) }
  }

  /// Sends an action and returns when the store has committed it.
  public func callAsFunction(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) async {
    await deliver(
      DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// Sends an action without waiting.
  public func dispatch(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    post(DispatchedAction(action, fileID: fileID, function: function, line: line, info: info))
  }

  /// A sender of other actions that translates them; sources are kept.
  public func contramap<Other: Sendable>(
    _ transform: @escaping @Sendable (Other) -> Action
  ) -> Send<Other> {
    Send<Other>(
      { [post] in post($0.map(transform)) },
      deliver: { [deliver] in await deliver($0.map(transform)) })
  }
}
