// SPDX-License-Identifier: Apache-2.0

/// A recipe for a value that is derived from the state.
///
/// Shape: `(State) -> Output`, plus the rule that says when an output counts as changed and, if it
/// is built from dependencies, which slices must change first. It is an immutable value without a
/// cache of its own: what was computed is remembered by whoever observes.
///
/// ```swift
/// let selectName = StateSelector(\AppState.user.name)
/// let selectOpen = StateSelector { (state: AppState) in state.tasks.filter(\.isOpen) }
/// selectOpen(store.state)
/// ```
public struct StateSelector<State, Output>: Sendable {
  /// Tells recipes apart: equal identities mean the same recipe.
  public let identity: SelectorIdentity
  /// Slices of which at least one must change before the output is computed again.
  @usableFromInline let dependencies: [AnyDependency<State>]
  @usableFromInline let select: @Sendable (State) -> Output
  @usableFromInline let didChange: @Sendable (Output, Output) -> Bool

  init(
    identity: SelectorIdentity, dependencies: [AnyDependency<State>],
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.identity = identity
    self.dependencies = dependencies
    self.select = select
    self.didChange = didChange
  }

  /// Computes the value from a state; pure, callable from any thread.
  @inlinable
  public func callAsFunction(_ state: State) -> Output { select(state) }

  /// A recipe from a function, with a rule for when the output counts as changed.
  ///
  /// - Parameters:
  ///   - select: Computes the value; runs after every commit while somebody observes it.
  ///   - didChange: Compares the value that was last delivered with a new one.
  public init(
    _ select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(identity: .unique(), dependencies: [], select: select, didChange: didChange)
  }

  /// A recipe from a function whose output counts as changed when it is not equal.
  public init(_ select: @escaping @Sendable (State) -> Output)
  where Output: Equatable & SendableMetatype {
    self.init(select, didChange: { $0 != $1 })
  }

  /// A recipe that reads a key path; two recipes with equal key paths are the same recipe.
  public init(_ keyPath: KeyPath<State, Output> & Sendable)
  where Output: Equatable & SendableMetatype {
    self.init(keyPath, didChange: { $0 != $1 })
  }

  /// A recipe that reads a key path, with a rule for when the output counts as changed.
  public init(
    _ keyPath: KeyPath<State, Output> & Sendable,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      identity: SelectorIdentity(keyPath), dependencies: [],
      select: { $0[keyPath: keyPath] }, didChange: didChange)
  }

  /// A recipe whose output is computed again only after one of its dependencies changed.
  ///
  /// All dependencies are selected, then compared from left to right up to the first change. With
  /// none, the output is computed after every commit.
  public init<each Dependency>(
    dependencySelector: repeat DependencySelector<State, each Dependency>,
    outputSelector: OutputSelector<State, Output>
  ) {
    var dependencies: [AnyDependency<State>] = []
    repeat dependencies.append(AnyDependency(each dependencySelector))
    self.init(
      identity: .unique(), dependencies: dependencies,
      select: outputSelector.select, didChange: outputSelector.didChange)
  }

  /// The same recipe read from a larger state.
  func pulledBack<Root>(
    along part: SelectorIdentity, _ transform: @escaping @Sendable (Root) -> State
  ) -> StateSelector<Root, Output> {
    let select = select
    return StateSelector<Root, Output>(
      identity: identity.appended(to: part),
      dependencies: dependencies.map { $0.pulledBack(transform) },
      select: { select(transform($0)) }, didChange: didChange)
  }
}
