// SPDX-License-Identifier: Apache-2.0

/// Watches one selector: remembers what it delivered last and delivers what differs from it.
@usableFromInline
final class SelectionObserver<State, Action, Output>: StoreObserver {
  @usableFromInline let selector: StateSelector<State, Output>
  @usableFromInline let dependencies: [DependencyCell<State>]
  @usableFromInline let filter: ((State, Action) -> Bool)?
  @usableFromInline let onChange: (Output) -> Void

  @usableFromInline @exclusivity(unchecked) var delivered: Output
  @usableFromInline @exclusivity(unchecked) var next: Output?
  /// What the filter said of the action that is being reduced, and of those since the last look.
  @usableFromInline @exclusivity(unchecked) var saysYes = false
  @usableFromInline @exclusivity(unchecked) var isWanted = false

  /// Computes dependencies and output from the present state, without a call.
  @inlinable
  init(
    _ selector: StateSelector<State, Output>, filter: ((State, Action) -> Bool)?, state: State,
    onChange: @escaping (Output) -> Void
  ) {
    self.selector = selector
    self.filter = filter
    self.onChange = onChange
    dependencies = selector.dependencies.map { $0.makeCell() }
    _ = dependencies.refresh(state)
    delivered = selector(state)
  }

  @inlinable var hasFilter: Bool { filter != nil }

  @inlinable
  func willReduce(_ state: State, _ action: Action) {
    saysYes = filter?(state, action) ?? true
  }

  @inlinable
  func didReduce(committed: Bool) {
    if committed && saysYes { isWanted = true }
  }

  @inlinable
  func refresh(_ state: State, _ counters: inout StoreCounters) -> Bool {
    guard filter == nil || isWanted else { return false }
    isWanted = false
    counters.selectorsComputed += dependencies.count
    guard dependencies.refresh(state) else { return false }
    counters.selectorsComputed += 1
    let output = selector(state)
    guard selector.didChange(delivered, output) else { return false }
    next = output
    return true
  }

  @inlinable
  func notify(_ state: State) {
    guard let output = next.take() else { return }
    delivered = output
    onChange(output)
  }

  /// The first value, for observers that want it.
  @inlinable var current: Output { delivered }
}

/// Hears of every commit, without a comparison, and remembers nothing.
@usableFromInline
final class CommitObserver<State, Action>: StoreObserver {
  @usableFromInline let onCommit: (State) -> Void

  @inlinable
  init(_ onCommit: @escaping (State) -> Void) {
    self.onCommit = onCommit
  }

  @inlinable
  func refresh(_ state: State, _ counters: inout StoreCounters) -> Bool { true }
  @inlinable
  func notify(_ state: State) { onCommit(state) }
}
