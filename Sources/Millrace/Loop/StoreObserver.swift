// SPDX-License-Identifier: Apache-2.0

/// An observation that a ``StoreSubscription`` cancels.
@MainActor
@usableFromInline
class Watcher {
  @inlinable
  init() {}

  /// Ends the observation; further calls do nothing.
  func cancel() {}
}

/// An engine, for observers and receipts, which do not know its types of state and action.
@MainActor
@usableFromInline
protocol ObserverHost: AnyObject {
  /// Removes an observer.
  func remove(_ observer: StoreObserver)

  /// Updates `Engine.isPlain`: true if the only work for an action is a call of the reducer.
  func updatePlain()

  /// Ends the effects that belong to a dispatch.
  ///
  /// - Parameters:
  ///   - dispatchID: The dispatch.
  ///   - first: The key of its first effect.
  ///   - count: The maximum number of its outermost effects.
  func cancelEffects(of dispatchID: UInt64, from first: UInt64, atMost count: Int)
}

/// An observer of commits, registered with an engine.
///
/// The order for an action: the filters of observers are called, the action is committed, the
/// observers that the commit can concern refresh, and those whose value changed are called. In a
/// batch the last two steps are done once, at its end.
///
/// States and actions are passed as raw pointers. The lists of observers and the graph are
/// therefore not generic: calls of generic code would cost more than the rest of their work. An
/// observer belongs to one engine, and so to one type of state.
@usableFromInline
class StoreObserver: Watcher {
  // Exclusive: everything in this file belongs to the main actor; the only code that runs during an
  // access is a comparison.
  /// Its position in the order of calls; 0 before it is added and after it is cancelled.
  @usableFromInline @exclusivity(unchecked) final var id: UInt64 = 0

  /// Updates the value of the observer and returns true if the observer must be called.
  @inlinable
  func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool { true }

  /// Brings the node up to date, for an observer that is not attached to the graph.
  ///
  /// Returns true if the value may have changed since a commit.
  @inlinable func pull(_ state: UnsafeRawPointer, since commit: UInt64) -> Bool { true }

  /// Calls the closure with the stored value; it may dispatch, subscribe and cancel.
  @inlinable func deliver() {}

  /// Registers the observer with the graph, which then reports it when its value can have changed.
  ///
  /// - Returns: False if the graph cannot do that, and the observer must refresh after every
  ///   commit.
  @inlinable func attach(to graph: SelectionGraph) -> Bool { false }

  /// Removes the observer from the graph.
  @inlinable func detach(from graph: SelectionGraph) {}

  /// Releases the closure; the subscription can live longer.
  @inlinable func end() {}

  /// The node whose value the observer reads, or nil if it reads no node.
  @inlinable var source: AnySelectionNode? { nil }

  /// The graph of the store that it observes.
  @inlinable var graph: SelectionGraph? { source?.graph }

  override func cancel() {
    if id != 0 { graph?.host?.remove(self) }
  }
}

/// An observer that refreshes after each commit, independent of the graph.
@usableFromInline
class PolledObserver: StoreObserver {
  // Sound: read only while the observer is registered; the engine, which owns the graph, removes
  // the observer before the graph is released.
  @usableFromInline final unowned let home: SelectionGraph

  @inlinable
  init(in graph: SelectionGraph) {
    home = graph
  }

  @inlinable override var graph: SelectionGraph? { home }
}

/// An observer that is called after every commit, without a comparison, and stores no value.
@usableFromInline
final class CommitObserver: PolledObserver {
  @usableFromInline @exclusivity(unchecked) var onCommit: (() -> Void)?
  /// The number of the last commit before the observer was added; nil after a later commit.
  ///
  /// If the observer is added in a batch, the end of the batch reports that commit to the others.
  @usableFromInline @exclusivity(unchecked) var lastBefore: UInt64?

  @inlinable
  init(in graph: SelectionGraph, after commit: UInt64, onCommit: @escaping () -> Void) {
    self.onCommit = onCommit
    lastBefore = commit
    super.init(in: graph)
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    if lastBefore == home.commit { return false }
    lastBefore = nil
    return true
  }

  @inlinable
  override func deliver() { onCommit?() }

  @inlinable
  override func end() { onCommit = nil }
}

/// An observer that refreshes only after actions that a filter accepts, and after a replacement.
///
/// The node of the selector is not live, unless other observers watch it too. After other actions,
/// nothing is therefore computed or compared.
@usableFromInline
final class FilteredObserver: PolledObserver {
  @usableFromInline
  typealias Filter = (_ state: UnsafeRawPointer, _ action: UnsafeRawPointer) -> Bool

  @usableFromInline let filter: Filter
  /// The key of the node of the selector; the observer can read a node of its own instead.
  @usableFromInline let key: SelectorIdentity
  /// The observer of the selector, which compares the values and delivers them.
  @usableFromInline let observer: StoreObserver
  /// The number of the commit for which `observer` was last refreshed.
  @usableFromInline @exclusivity(unchecked) var checkedAt: UInt64

  // Exclusive: two flags of the main actor; to read or write a flag calls no code.
  /// True if the filter has accepted the current action.
  @exclusivity(unchecked) var acceptsAction = false
  /// True if a committed action was accepted, or the state was replaced, since the last refresh.
  @usableFromInline @exclusivity(unchecked) var needsRefresh: Bool

  @inlinable
  init(
    _ observer: StoreObserver, of key: SelectorIdentity, filter: @escaping Filter,
    in graph: SelectionGraph
  ) {
    self.filter = filter
    self.key = key
    self.observer = observer
    // During a refresh of the graph the value can be that of the previous commit.
    checkedAt = graph.isWorking ? graph.commit &- 1 : graph.commit
    needsRefresh = graph.isWorking
    super.init(in: graph)
  }

  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    guard needsRefresh else { return false }
    needsRefresh = false
    defer { checkedAt = home.commit }
    return observer.pull(state, since: checkedAt) && observer.refresh(state, &counters)
  }

  override func attach(to graph: SelectionGraph) -> Bool {
    // The node stays in the graph, although it is not live.
    observer.source?.readers += 1
    return false
  }

  override func detach(from graph: SelectionGraph) {
    observer.source?.readers -= 1
    observer.detach(from: graph)
  }

  override func deliver() { observer.deliver() }

  override func end() { observer.end() }
}
