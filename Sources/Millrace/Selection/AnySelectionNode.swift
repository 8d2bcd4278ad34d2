// SPDX-License-Identifier: Apache-2.0

/// A type-erased node of the selection graph, which caches what a selector yields in a store.
///
/// A node with observers or dependents is live: every commit refreshes it. Any other node is
/// refreshed when its value is read. The state comes as a raw pointer, as it does to a
/// `StoreObserver`.
@MainActor
@usableFromInline
class AnySelectionNode {
  // Exclusive: main-actor state. During an access only selectors and comparisons run, which cannot
  // reach a node; what an access lets go of is released after it.
  @usableFromInline final let identity: SelectorIdentity
  /// Greater than the rank of every input: in order of rank each node is computed at most once.
  @usableFromInline final let rank: Int
  // Sound: the graph owns its nodes; nothing else calls a node once the graph has gone.
  @usableFromInline final unowned let graph: SelectionGraph
  /// The live nodes that read this one; they own it, and not the other way round.
  ///
  /// Unmanaged, because reference counting took a fifth of the time of a refresh. That is safe: a
  /// live node is retained by its observers and dependents, and detaches when it stops being live.
  @usableFromInline @exclusivity(unchecked) final var dependents =
    OrderedSlots<Unmanaged<AnySelectionNode>>()
  @usableFromInline @exclusivity(unchecked) final var observers = OrderedSlots<StoreObserver>()
  /// A sequence number, from 1, that is assigned when the node becomes live; inputs come first.
  @usableFromInline @exclusivity(unchecked) final var liveSince: UInt64 = 0
  /// The number of nodes with this one as an input, plus one while the recent-reads cache holds it.
  @exclusivity(unchecked) final var readers = 0
  @usableFromInline @exclusivity(unchecked) final var isLive = false
  @exclusivity(unchecked) final var isQueued = false
  /// Whether dependents read the value from the state, as it is not cached here.
  @usableFromInline nonisolated final let isReadLate: Bool
  /// The commit with which the value changed last.
  @usableFromInline @exclusivity(unchecked) final var changedAt: UInt64 = 0
  /// The commit at which the value was last known to be current.
  ///
  /// Refreshing a live node does not update it. In the cache of recent reads it also is the commit
  /// of the last read; see ``SelectionGraph/dropUnasked()``.
  @usableFromInline @exclusivity(unchecked) final var checkedAt: UInt64 = 0

  @_alwaysEmitIntoClient
  init(identity: SelectorIdentity, rank: Int, graph: SelectionGraph, isReadLate: Bool = false) {
    self.identity = identity
    self.isReadLate = isReadLate
    self.rank = rank
    self.graph = graph
  }

  /// Whether nothing needs it to be live.
  @_alwaysEmitIntoClient var isIdle: Bool { dependents.isEmpty && observers.isEmpty }

  @_alwaysEmitIntoClient final var readsState: Bool { rank == 0 }

  /// Updates the value from current inputs; returns whether it may have changed.
  @_alwaysEmitIntoClient func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    true
  }

  /// Whether an input changed since this value was computed.
  ///
  /// A live node is refreshed with every commit, so only a change in `commit` counts.
  @_alwaysEmitIntoClient
  final func hasChanged(_ input: AnySelectionNode, at commit: UInt64) -> Bool {
    isLive ? input.changedAt == commit : input.changedAt > checkedAt
  }

  /// Calls `body` with each input node; nodes that read the state directly (rank 0) have none.
  @_alwaysEmitIntoClient func forEachInput(_ body: (AnySelectionNode) -> Void) {}

  /// Marks the observers of this node as affected (`graph.reported`) and queues its dependents.
  @_alwaysEmitIntoClient
  func propagateChange(in graph: SelectionGraph) {
    for observer in observers { graph.reported.append(observer) }
    // Sound: see `dependents`.
    for dependent in dependents { graph.enqueue(dependent.takeUnretainedValue()) }
  }

  /// All observers of this node.
  var allObservers: [StoreObserver] { Array(observers) }

  /// Adds a dependent that has just become live, so that the list stays in ascending order.
  @_alwaysEmitIntoClient
  func attach(_ dependent: AnySelectionNode) {
    dependents.append(.passUnretained(dependent), dependent.liveSince)
  }

  /// Undoes one `attach`.
  @_alwaysEmitIntoClient
  func detach(_ dependent: AnySelectionNode) {
    dependents.remove(dependent.liveSince)
  }
}

/// A node with its value.
@usableFromInline
class SelectionNode<Output>: AnySelectionNode {
  // Sound: nonisolated transformations read it, but the graph calls them on the main actor, and
  // nothing writes it meanwhile.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) final var value: Output

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, rank: Int, graph: SelectionGraph, value: Output,
    isReadLate: Bool = false
  ) {
    self.value = value
    super.init(identity: identity, rank: rank, graph: graph, isReadLate: isReadLate)
  }

  /// The value as seen by a dependent: read from the state if `isReadLate`, else `value`.
  @_alwaysEmitIntoClient
  nonisolated final func input(_ state: UnsafeRawPointer) -> Output {
    isReadLate ? readLate(state) : value
  }

  /// Reads the value from the state.
  @_alwaysEmitIntoClient
  nonisolated func readLate(_ state: UnsafeRawPointer) -> Output { value }
}

/// Observes one node of the graph, and delivers values that differ from the last one delivered.
@usableFromInline
final class NodeObserver<Output>: DeliveringObserver<Output> {
  @usableFromInline let node: SelectionNode<Output>
  @usableFromInline let didChange: (Output, Output) -> Bool
  /// Whether the node reports a change by the same rule.
  @usableFromInline let isComparedByNode: Bool

  @_alwaysEmitIntoClient
  init(
    _ node: SelectionNode<Output>, didChange: @escaping (Output, Output) -> Bool,
    isComparedByNode: Bool, onChange: @escaping (Output) -> Void
  ) {
    self.node = node
    self.didChange = didChange
    self.isComparedByNode = isComparedByNode
    super.init(delivered: node.value, onChange: onChange)
  }

  @_alwaysEmitIntoClient override var graph: SelectionGraph? { node.graph }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    // Normally the node's previous value is `delivered`. Not so if the node was refreshed without
    // notifying observers, as in a batch.
    if !isComparedByNode || node.graph.wasAhead {
      guard didChange(delivered, node.value) else { return false }
    }
    delivered = node.value
    return true
  }

  @_alwaysEmitIntoClient
  override func attach(to graph: SelectionGraph) -> Bool {
    node.observers.append(self, id)
    graph.activate(node)
    return true
  }

  @_alwaysEmitIntoClient
  override func detach(from graph: SelectionGraph) {
    node.observers.remove(id)
    graph.release(node)
  }
}
