// SPDX-License-Identifier: Apache-2.0

/// What a ``StoreSubscription`` cancels.
@MainActor
@usableFromInline
class Watcher {
  @inlinable
  init() {}

  /// Ends the watch; further calls do nothing.
  func cancel() {}
}

/// The part of an engine that observers and receipts call; it has no generic parameters.
@MainActor
@usableFromInline
class ObserverHost {
  @inlinable
  init() {}

  func remove(_ observer: StoreObserver) {}

  /// Decides again whether an action is nothing but a call of the reducer.
  @inlinable
  func updatePlain() {}

  /// Ends the effects that belong to a dispatch.
  func cancelEffects(of dispatchID: UInt64) {}
}

/// An observer of commits, registered with an engine.
///
/// For every commit, in this order: observers with a filter look at the action, those that may be
/// concerned refresh, those whose value changed are called.
///
/// States and actions are passed as raw pointers, so that lists of observers and the graph are not
/// generic: calls of generic code would cost more than the rest of their work. An observer belongs
/// to one engine and so to one type of state.
@usableFromInline
class StoreObserver: Watcher {
  // Exclusive: all of this file is the main actor's; during an access at most a comparison runs.
  /// Its place in the order of calls: 0 before it is added and once it is cancelled.
  @usableFromInline @exclusivity(unchecked) final var id: UInt64 = 0

  /// Whether it wants to look at actions before the reducer.
  @inlinable var hasFilter: Bool { false }

  /// Looks at the state before and the action.
  @inlinable func willReduce(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) {}

  /// Hears whether the action that it looked at was committed.
  @inlinable func didReduce(committed: Bool) {}

  /// Hears that the state was replaced without an action.
  func willReplace() {}

  /// Brings what it delivers up to date and tells whether it wants to be called.
  @inlinable
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool { true }

  /// Is called; may dispatch, subscribe and cancel.
  @inlinable func notify(_ state: UnsafeRawPointer) { deliver() }

  /// Calls with the value that it holds.
  @inlinable func deliver() {}

  /// Asks the graph to report it when what it watches changed.
  ///
  /// - Returns: False if the graph cannot, so that it must be asked after every commit.
  @inlinable func attach(to graph: SelectionGraph) -> Bool { false }

  /// Takes back what `attach` did.
  @inlinable func detach(from graph: SelectionGraph) {}

  /// Lets go of the closure that it calls, although its subscription may live on.
  @inlinable func end() {}

  /// The graph of the store that it observes.
  @inlinable var graph: SelectionGraph? { nil }

  override func cancel() {
    if id != 0 { graph?.host?.remove(self) }
  }
}

/// An observer that delivers values to a closure.
@usableFromInline
class DeliveringObserver<Output>: StoreObserver {
  @usableFromInline @exclusivity(unchecked) final var onChange: ((Output) -> Void)?
  /// The value that was delivered last, or is about to be.
  @usableFromInline @exclusivity(unchecked) final var delivered: Output

  @inlinable
  init(delivered: Output, onChange: @escaping (Output) -> Void) {
    self.delivered = delivered
    self.onChange = onChange
  }

  @inlinable
  override func deliver() { onChange?(delivered) }

  @inlinable
  override func end() { onChange = nil }
}

/// An observer that is asked on each commit, whatever the graph says.
@usableFromInline
class PolledObserver<Output>: DeliveringObserver<Output> {
  // Sound: read only while it is registered; the owner of the graph takes it out before both go.
  @usableFromInline final unowned var home: SelectionGraph?

  @inlinable override var graph: SelectionGraph? { home }

  @inlinable
  override func attach(to graph: SelectionGraph) -> Bool {
    home = graph
    return false
  }
}

/// Hears of every commit, without a comparison, and remembers nothing.
@usableFromInline
final class CommitObserver: PolledObserver<UnsafeRawPointer?> {
  @inlinable
  init(_ onCommit: @escaping (UnsafeRawPointer) -> Void) {
    super.init(delivered: nil) { $0.map(onCommit) }
  }

  @inlinable
  override func notify(_ state: UnsafeRawPointer) { onChange?(state) }
}

/// Watches one selector: remembers what it delivered last and delivers what differs from it.
@usableFromInline
final class SelectionObserver<State, Output>: PolledObserver<Output> {
  @usableFromInline
  typealias Filter = (_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) -> Bool

  @usableFromInline let selector: StateSelector<State, Output>
  @usableFromInline let dependencies: [DependencyCell]
  @usableFromInline let filter: Filter?

  // Exclusive: two flags of the main actor; to read or write one calls nothing.
  /// Whether the filter accepted the action that is being reduced.
  @usableFromInline @exclusivity(unchecked) var acceptsAction = false
  /// Whether it accepted one since the last refresh.
  @usableFromInline @exclusivity(unchecked) var needsRefresh = false

  /// Computes dependencies and output from the present state, without a call.
  @inlinable
  init(
    _ selector: StateSelector<State, Output>, filter: Filter?, state: State,
    onChange: @escaping (Output) -> Void
  ) {
    self.selector = selector
    self.filter = filter
    selector.strategy.check()
    dependencies = selector.dependencies.map { $0.makeCell() }
    _ = dependencies.refresh(state)
    super.init(delivered: selector(state), onChange: onChange)
  }

  @inlinable override var hasFilter: Bool { filter != nil }

  @inlinable
  override func willReduce(_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) {
    acceptsAction = filter?(state, action) ?? true
  }

  @inlinable
  override func didReduce(committed: Bool) {
    if committed && acceptsAction { needsRefresh = true }
  }

  override func willReplace() { needsRefresh = true }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    guard filter == nil || needsRefresh else { return false }
    needsRefresh = false
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
}
