// SPDX-License-Identifier: Apache-2.0

/// Watches one selector: remembers what it delivered last and delivers what differs from it.
@usableFromInline
final class SelectionObserver<State, Output>: DeliveringObserver<Output> {
  @usableFromInline
  typealias Filter = (_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) -> Bool

  @usableFromInline let selector: StateSelector<State, Output>
  @usableFromInline let dependencies: [DependencyCell<State>]
  @usableFromInline let filter: Filter?
  // Sound: read only while it is registered; the owner of the graph takes it out before both go.
  @usableFromInline unowned var home: SelectionGraph?

  // Exclusive: two flags of the main actor; to read or write one calls nothing.
  /// What the filter said of the action that is being reduced, and of those since the last look.
  @usableFromInline @exclusivity(unchecked) var saysYes = false
  @usableFromInline @exclusivity(unchecked) var isWanted = false

  /// Computes dependencies and output from the present state, without a call.
  @inlinable
  init(
    _ selector: StateSelector<State, Output>, filter: Filter?, state: State,
    onChange: @escaping (Output) -> Void
  ) {
    self.selector = selector
    self.filter = filter
    selector.recipe.check()
    dependencies = selector.dependencies.map { $0.makeCell() }
    _ = dependencies.refresh(state)
    super.init(delivered: selector(state), onChange: onChange)
  }

  @inlinable override var hasFilter: Bool { filter != nil }

  @inlinable
  override func willReduce(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) {
    saysYes = filter?(state, action) ?? true
  }

  @inlinable
  override func didReduce(committed: Bool) {
    if committed && saysYes { isWanted = true }
  }

  override func willReplace() { isWanted = true }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    guard filter == nil || isWanted else { return false }
    isWanted = false
    // Typed: the engine that made this observer hands it the address of its own state.
    let state = state.assumingMemoryBound(to: State.self)
    counters.selectorsComputed += dependencies.count
    guard dependencies.refresh(at: state) else { return false }
    counters.selectorsComputed += 1
    let output = selector(state.pointee)
    guard selector.didChange(delivered, output) else { return false }
    delivered = output
    return true
  }

  @inlinable override var graph: SelectionGraph? { home }

  @inlinable
  override func attach(to graph: SelectionGraph) -> Bool {
    home = graph
    return false
  }
}
