// SPDX-License-Identifier: Apache-2.0

/// The value that an observer wants, and when it counts as changed.
///
/// The rule compares the value that was last delivered with the new one, so that "changed by two
/// or more" fires after two steps of one. The idea comes from ImmutableUI.
public struct OutputSelector<State, Output>: Sendable {
  /// Computes the value.
  public let select: @Sendable (State) -> Output
  /// Whether the value counts as changed: the last delivered one first, then the new one.
  public let didChange: @Sendable (Output, Output) -> Bool

  /// Creates an output with its own rule for what counts as changed.
  @inlinable
  public init(
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.select = select
    self.didChange = didChange
  }

  /// Creates an output that changes when it is not equal.
  @inlinable
  public init(select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(select: select, didChange: { differs($0, $1) })
  }

  /// Creates an output that reads a key path and changes when it is not equal.
  @inlinable
  public init(_ keyPath: KeyPath<State, Output> & Sendable)
  where Output: Equatable & SendableMetatype {
    self.init(select: { $0[keyPath: keyPath] })
  }
}
