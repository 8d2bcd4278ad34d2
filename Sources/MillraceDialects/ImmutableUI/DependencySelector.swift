// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The name that ImmutableUI gives to a slice of the state that must change before an output is
/// computed again; it is a `StateSelector`.
///
/// ```swift
/// DependencySelector(\AppState.people.count)
/// DependencySelector(select: { $0.people }, didChange: { $0.count != $1.count })
/// ```
public typealias DependencySelector<State, Dependency> = StateSelector<State, Dependency>

/// The name that ImmutableUI gives to the value that an observer wants and the rule that says when
/// it counts as changed; it is a `StateSelector`.
///
/// The rule compares the value that was last delivered with the new one, so that "changed by two
/// or more" fires after two steps of one.
///
/// ```swift
/// @Selected(
///   \.libraryStore, id: bookID, dependencySelector: DependencySelector(\.books),
///   outputSelector: OutputSelector(select: { [bookID] in $0.books[bookID] })
/// ) private var book
/// ```
public typealias OutputSelector<State, Output> = StateSelector<State, Output>

extension StateSelector {
  /// A function of the state, with a rule for when its value counts as changed.
  @_disfavoredOverload
  @inlinable
  public init(
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(select, didChange: didChange)
  }

  /// A function of the state whose value counts as changed when it is not equal.
  @_disfavoredOverload
  @inlinable
  public init(select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(select)
  }

  /// Computes the value: this selector itself, as a function.
  @inlinable public var select: @Sendable (State) -> Output { { self($0) } }
}
