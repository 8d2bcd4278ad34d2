// SPDX-License-Identifier: Apache-2.0

/// A report of a turn in which actions kept leading to more actions.
///
/// Nothing is lost: the rest of the queue goes on in the next turn of the store's actor.
public struct Runaway<Action>: CustomStringConvertible {
  /// How many chained actions the turn ran.
  public let count: Int
  /// The last of them, oldest first.
  public let last: [DispatchedAction<Action>]

  /// Creates a report.
  @inlinable
  public init(count: Int, last: [DispatchedAction<Action>]) {
    self.count = count
    self.last = last
  }

  /// Says how many actions ran, which came last and from where, and what to do.
  public var description: String {
    let list = last.map { "  \($0.action) from \($0.source)" }.joined(separator: "\n")
    return """
      Millrace: \(count) chained actions in one turn. An action probably leads back to itself \
      through a middleware, an observer or an effect; break the circle, or raise \
      `store.chainLimit` if the chain is meant. No action is lost: the rest runs in the next turn. \
      The last ones were:
      \(list)
      """
  }
}

extension Runaway: Sendable where Action: Sendable {}
