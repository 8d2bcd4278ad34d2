// SPDX-License-Identifier: Apache-2.0

/// Watches one selector: remembers what it delivered last and delivers what differs from it.
final class SelectionObserver<State, Action, Output>: StoreObserver {
  private let selector: StateSelector<State, Output>
  private let dependencies: [DependencyCell<State>]
  private let filter: ((State, Action) -> Bool)?
  private let onChange: (Output) -> Void

  private var delivered: Output
  private var next: Output?
  /// What the filter said of the action that is being reduced, and of those since the last look.
  private var saysYes = false
  private var isWanted = false

  /// Computes dependencies and output from the present state, without a call.
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

  var hasFilter: Bool { filter != nil }

  func willReduce(_ state: State, _ action: Action) {
    saysYes = filter?(state, action) ?? true
  }

  func didReduce(committed: Bool) {
    if committed && saysYes { isWanted = true }
  }

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

  func notify(_ state: State) {
    guard let output = next.take() else { return }
    delivered = output
    onChange(output)
  }

  /// The first value, for observers that want it.
  var current: Output { delivered }
}

/// Hears of every commit, without a comparison, and remembers nothing.
final class CommitObserver<State, Action>: StoreObserver {
  private let onCommit: (State) -> Void

  init(_ onCommit: @escaping (State) -> Void) {
    self.onCommit = onCommit
  }

  func refresh(_ state: State, _ counters: inout StoreCounters) -> Bool { true }
  func notify(_ state: State) { onCommit(state) }
}
