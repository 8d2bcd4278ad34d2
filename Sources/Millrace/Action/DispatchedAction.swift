// SPDX-License-Identifier: Apache-2.0

/// An action together with the place that dispatched it.
///
/// ```swift
/// let sent = DispatchedAction(CounterAction.increment)
/// let lifted = sent.map(AppAction.counter)   // same source
/// ```
public struct DispatchedAction<Action> {
  /// The action.
  public var action: Action
  /// The place that dispatched it.
  public var source: ActionSource

  /// Pairs an action with its source, by default the place where this initializer is called.
  @inlinable
  public init(
    _ action: Action, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    info: String? = nil
  ) {
    self.init(
      action, source: ActionSource(fileID: fileID, function: function, line: line, info: info))
  }

  /// Pairs an action with a known source.
  @inlinable
  public init(_ action: Action, source: ActionSource) {
    self.action = action
    self.source = source
  }

  /// The same source with another action.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> DispatchedAction<Other> {
    DispatchedAction<Other>(transform(action), source: source)
  }

  /// The same source with another action, or nothing when there is none.
  @inlinable
  public func compactMap<Other>(_ transform: (Action) -> Other?) -> DispatchedAction<Other>? {
    transform(action).map { DispatchedAction<Other>($0, source: source) }
  }
}

extension DispatchedAction: Sendable where Action: Sendable {}
extension DispatchedAction: Equatable where Action: Equatable {}
extension DispatchedAction: Hashable where Action: Hashable {}
extension DispatchedAction: Encodable where Action: Encodable {}
extension DispatchedAction: Decodable where Action: Decodable {}
