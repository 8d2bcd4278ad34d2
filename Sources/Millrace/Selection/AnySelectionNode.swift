// SPDX-License-Identifier: Apache-2.0

/// One remembered selection of a store, with the type of its value forgotten.
///
/// A node that is watched is live: every commit brings it up to date. Any other node is brought
/// up to date when it is asked for its value. The state comes as a raw pointer, as it does to a
/// `StoreObserver`.
@MainActor
@usableFromInline
class AnySelectionNode {
  // Exclusive: all of it is the main actor's; during an access no more than a selector or a
  // comparison runs, and these have no way here.
  @usableFromInline final let identity: SelectorIdentity
  /// Inputs have lower ranks: in the order of ranks everything is computed once.
  @usableFromInline final let rank: Int
  // Sound: the graph owns its nodes; nothing else calls a node once the graph has gone.
  @usableFromInline final unowned let graph: SelectionGraph
  /// The live nodes that read this one; they own it, and not the other way round.
  ///
  /// Unmanaged, because to count these references was a fifth of what a refresh costs. It is safe:
  /// what watches a live node holds it, and the node leaves this list when it is not live any more.
  @usableFromInline @exclusivity(unchecked) final var dependents =
    OrderedSlots<Unmanaged<AnySelectionNode>>()
  @usableFromInline @exclusivity(unchecked) final var observers = OrderedSlots<StoreObserver>()
  /// Its place in the order in which nodes became live, from one on; inputs come first.
  @usableFromInline @exclusivity(unchecked) final var liveSince: UInt64 = 0
  /// How many nodes read this one, live or not; one more if it was asked for lately.
  @exclusivity(unchecked) final var readers = 0
  @usableFromInline @exclusivity(unchecked) final var isLive = false
  @exclusivity(unchecked) final var isQueued = false
  /// Whether the value is read from the state when it is asked for.
  @usableFromInline nonisolated final let isReadLate: Bool
  /// The commit with which the value changed last.
  @usableFromInline @exclusivity(unchecked) final var changedAt: UInt64 = 0
  /// The commit up to which the value is known to be right; a live node does not keep it.
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

  /// Brings the value up to date, with inputs that are; tells whether it may have changed.
  @_alwaysEmitIntoClient func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    true
  }

  /// Whether an input changed since this value was computed; a live one is asked in that commit.
  @_alwaysEmitIntoClient
  final func isNews(_ input: AnySelectionNode, at commit: UInt64) -> Bool {
    isLive ? input.changedAt == commit : input.changedAt > checkedAt
  }

  /// Visits the nodes that this one reads; a node that visits none reads the state itself.
  @_alwaysEmitIntoClient func forEachInput(_ body: (AnySelectionNode) -> Void) {}

  /// Brings the nodes that this one reads up to date, where they are not live.
  @_alwaysEmitIntoClient
  func pullInputs(_ state: UnsafeRawPointer, in graph: SelectionGraph) {
    forEachInput { graph.pull($0, state) }
  }

  /// Reports the observers of this node, and queues the nodes that depend on it.
  @_alwaysEmitIntoClient
  func spread(in graph: SelectionGraph) {
    for observer in observers { graph.reported.append(observer) }
    // Sound: see `dependents`.
    for dependent in dependents { graph.enqueue(dependent.takeUnretainedValue()) }
  }

  /// All observers of this node.
  var allObservers: [StoreObserver] { Array(observers) }

  @_alwaysEmitIntoClient
  func attach(_ dependent: AnySelectionNode) {
    dependents.append(.passUnretained(dependent), dependent.liveSince)
  }

  /// Takes back one `attach`; dependents attach at once when they become live.
  @_alwaysEmitIntoClient
  func detach(_ dependent: AnySelectionNode) {
    dependents.remove(dependent.liveSince)
  }
}

/// One node with its value.
@usableFromInline
class SelectionNode<Output>: AnySelectionNode {
  // Sound: transformations, which are of no actor, are handed it, but the graph calls them on the
  // main actor, and nothing writes it meanwhile.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) final var value: Output

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, rank: Int, graph: SelectionGraph, value: Output,
    isReadLate: Bool = false
  ) {
    self.value = value
    super.init(identity: identity, rank: rank, graph: graph, isReadLate: isReadLate)
  }

  /// What a node that reads this one is given: the value, unless it is read from the state.
  @_alwaysEmitIntoClient
  nonisolated final func input(_ state: UnsafeRawPointer) -> Output {
    isReadLate ? readLate(state) : value
  }

  /// Reads what is not kept here from the state.
  @_alwaysEmitIntoClient
  nonisolated func readLate(_ state: UnsafeRawPointer) -> Output { value }
}

/// Watches one node of the graph: remembers what it delivered last and delivers what differs.
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
    // What was delivered last is what the node had before, unless the graph was ahead.
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
