// SPDX-License-Identifier: Apache-2.0

/// A dependency whose type is forgotten: makes the cell that remembers its last value.
@usableFromInline
struct AnyDependency<State>: Sendable {
  @usableFromInline let makeCell: @Sendable () -> DependencyCell<State>

  init<Dependency>(_ selector: DependencySelector<State, Dependency>) {
    makeCell = { TypedDependencyCell(selector) }
  }

  private init(makeCell: @escaping @Sendable () -> DependencyCell<State>) {
    self.makeCell = makeCell
  }

  func pulledBack<Root>(
    _ transform: @escaping @Sendable (Root) -> State
  ) -> AnyDependency<Root> {
    AnyDependency<Root>(makeCell: { [makeCell] in PulledBackCell(makeCell(), transform) })
  }
}

/// Remembers one dependency for one observer, in three steps so that all are selected before any
/// is compared.
@usableFromInline
class DependencyCell<State> {
  @usableFromInline func select(_ state: State) {}
  @usableFromInline func isChanged() -> Bool { true }
  @usableFromInline func store() {}
}

private final class TypedDependencyCell<State, Dependency>: DependencyCell<State> {
  private let selector: DependencySelector<State, Dependency>
  private var old: Dependency?
  private var new: Dependency?

  init(_ selector: DependencySelector<State, Dependency>) {
    self.selector = selector
  }

  override func select(_ state: State) {
    new = selector.select(state)
  }

  override func isChanged() -> Bool {
    guard let old, let new else { return true }
    return selector.didChange(old, new)
  }

  override func store() {
    old = new.take()
  }
}

private final class PulledBackCell<Root, State>: DependencyCell<Root> {
  private let base: DependencyCell<State>
  private let transform: @Sendable (Root) -> State

  init(_ base: DependencyCell<State>, _ transform: @escaping @Sendable (Root) -> State) {
    self.base = base
    self.transform = transform
  }

  override func select(_ root: Root) { base.select(transform(root)) }
  override func isChanged() -> Bool { base.isChanged() }
  override func store() { base.store() }
}

extension Array {
  /// Selects all cells, compares them from left to right up to the first change, and remembers all.
  ///
  /// - Returns: Whether one changed; always true without cells and the first time.
  @inlinable
  func refresh<State>(_ state: State) -> Bool where Element == DependencyCell<State> {
    guard !isEmpty else { return true }
    for cell in self { cell.select(state) }
    let changed = contains { $0.isChanged() }
    for cell in self { cell.store() }
    return changed
  }
}
