// SPDX-License-Identifier: Apache-2.0

/// A dependency whose type is forgotten: makes the cell that remembers its last value.
@usableFromInline
struct AnyDependency<State>: Sendable {
  @usableFromInline let makeCell: @Sendable () -> DependencyCell<State>

  init<Dependency>(_ selector: DependencySelector<State, Dependency>) {
    makeCell = selector.makeCell
  }

  private init(makeCell: @escaping @Sendable () -> DependencyCell<State>) {
    self.makeCell = makeCell
  }

  func pulledBack<Root>(
    _ transform: @escaping @Sendable (Root) -> State
  ) -> AnyDependency<Root> {
    AnyDependency<Root>(makeCell: { [makeCell] in
      let cell = makeCell()
      return DependencyCell { root, step in
        // Typed: a cell is handed the address of a state of the type that its selector reads.
        withUnsafePointer(to: transform(root.assumingMemoryBound(to: Root.self).pointee)) {
          cell.take($0, step)
        }
      }
    })
  }
}

/// Steps, so that all dependencies are selected before any is compared.
@usableFromInline
enum DependencyStep {
  case select, compare, store
  /// The three in one, for the only dependency.
  case all
}

/// Remembers one dependency for one observer.
///
/// It is one closure over the value, which is made where the types are known and so is specialized.
@usableFromInline
final class DependencyCell<State> {
  /// Takes a step with the state at a pointer; says whether the value counts as changed.
  @usableFromInline let take: (UnsafeRawPointer, DependencyStep) -> Bool

  @inlinable
  init(take: @escaping (UnsafeRawPointer, DependencyStep) -> Bool) {
    self.take = take
  }

  @inlinable
  convenience init<Dependency>(
    _ select: @escaping (State) -> Dependency,
    didChange: @escaping (Dependency, Dependency) -> Bool
  ) {
    var old: Dependency?
    var new: Dependency?
    self.init { state, step in
      switch step {
      case .select:
        new = select(state.assumingMemoryBound(to: State.self).pointee)
      case .compare:
        if let old, let new { return didChange(old, new) }
      case .store:
        old = new.take()
      case .all:
        let value = select(state.assumingMemoryBound(to: State.self).pointee)
        let isChanged = old.map { didChange($0, value) } ?? true
        old = value
        return isChanged
      }
      return true
    }
  }
}

extension Array {
  /// Selects all cells, compares them from left to right up to the first change, and remembers all.
  ///
  /// - Returns: Whether one changed; always true without cells and the first time.
  @inlinable
  func refresh<State>(at state: UnsafeRawPointer) -> Bool
  where Element == DependencyCell<State> {
    if isEmpty { return true }
    if count == 1 { return self[0].take(state, .all) }
    for cell in self { _ = cell.take(state, .select) }
    let changed = contains { $0.take(state, .compare) }
    for cell in self { _ = cell.take(state, .store) }
    return changed
  }

  @inlinable
  func refresh<State>(_ state: State) -> Bool where Element == DependencyCell<State> {
    withUnsafePointer(to: state) { refresh(at: $0) }
  }
}
