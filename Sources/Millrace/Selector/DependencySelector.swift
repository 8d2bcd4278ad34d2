// SPDX-License-Identifier: Apache-2.0

/// A slice of the state that must change before an output is computed again.
///
/// ```swift
/// DependencySelector(\AppState.people.count)
/// DependencySelector(select: { $0.people }, didChange: { $0.count != $1.count })
/// ```
///
/// The idea comes from ImmutableUI.
public struct DependencySelector<State, Dependency>: Sendable {
  /// Reads the slice.
  public let select: @Sendable (State) -> Dependency
  /// Whether the slice counts as changed.
  public let didChange: @Sendable (Dependency, Dependency) -> Bool
  @usableFromInline let makeCell: @Sendable () -> DependencyCell<State>

  /// Creates a dependency with its own rule for what counts as changed.
  @inlinable
  public init(
    select: @escaping @Sendable (State) -> Dependency,
    didChange: @escaping @Sendable (Dependency, Dependency) -> Bool
  ) {
    self.select = select
    self.didChange = didChange
    makeCell = { DependencyCell(select, didChange: didChange) }
  }

  /// Creates a dependency that changes when it is not equal.
  @inlinable
  public init(select: @escaping @Sendable (State) -> Dependency)
  where Dependency: Equatable & SendableMetatype {
    self.init(select: select, didChange: { differs($0, $1) })
  }

  /// Creates a dependency on a key path that changes when it is not equal.
  @inlinable
  public init(_ keyPath: KeyPath<State, Dependency> & Sendable)
  where Dependency: Equatable & SendableMetatype {
    KeyPathCheck.inspect(keyPath)
    self.init(select: { $0[keyPath: keyPath] })
  }
}
