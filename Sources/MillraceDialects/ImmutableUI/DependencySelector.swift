// SPDX-License-Identifier: Apache-2.0

import Millrace

/// ImmutableUI's name for a selector of a dependency: an output is computed again only when one of
/// its dependencies has changed.
///
/// It is a `StateSelector`.
///
/// ```swift
/// DependencySelector(\AppState.people.count)
/// DependencySelector(
///   select: { (state: AppState) in state.people }, didChange: { $0.count != $1.count })
/// ```
public typealias DependencySelector<State, Dependency> = StateSelector<State, Dependency>

/// ImmutableUI's name for a selector of the value for an observer, with its comparison.
///
/// It is a `StateSelector`.
///
/// The comparison gets the last delivered value and the new value. For example, "changed by two or
/// more" is true after two changes by one.
///
/// ```swift
/// @Selected<LibraryStore, Book?> private var book: Book?
///
/// init(bookID: Book.ID) {
///   _book = Selected(
///     \.libraryStore, id: bookID, dependencySelector: DependencySelector(\.books),
///     outputSelector: OutputSelector(select: { $0.books[id: bookID] }))
/// }
/// ```
public typealias OutputSelector<State, Output> = StateSelector<State, Output>

extension StateSelector {
  /// Creates a selector from a function of the state and a comparison of its values.
  @_disfavoredOverload
  @inlinable
  public init(
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(select, didChange: didChange)
  }

  /// Creates a selector from a function of the state, whose values are compared with `==`.
  @_disfavoredOverload
  @inlinable
  public init(select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(select)
  }

  /// This selector as a function.
  @inlinable public var select: @Sendable (State) -> Output { { self($0) } }
}
