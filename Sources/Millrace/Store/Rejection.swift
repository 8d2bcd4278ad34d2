// SPDX-License-Identifier: Apache-2.0

/// An action that a reducer refused by throwing; the state stayed as it was.
public struct Rejection<Action>: CustomStringConvertible {
  /// The action and the place that dispatched it.
  public let dispatched: DispatchedAction<Action>
  /// What the reducer threw.
  public let error: any Error

  /// Creates a rejection.
  @inlinable
  public init(_ dispatched: DispatchedAction<Action>, error: any Error) {
    self.dispatched = dispatched
    self.error = error
  }

  /// Says where the action came from, what it was, why it was refused and what to do.
  public var description: String {
    """
    Millrace: \(dispatched.source): the reducer rejected \(dispatched.action): \(error). \
    The state is unchanged. Ask the receipt, `try store.dispatch(...).get()`, or set \
    `store.onRejection` to handle this.
    """
  }
}

extension Rejection: Sendable where Action: Sendable {}
