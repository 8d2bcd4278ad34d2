// SPDX-License-Identifier: Apache-2.0

/// One remembered selection of a store, with the type of its value forgotten.
///
/// A node that somebody watches is live: every commit brings it up to date. Any other node is
/// brought up to date when somebody asks for it. The state comes as a raw pointer, as it does to a
/// `StoreObserver`.
@MainActor
@usableFromInline
class AnySelectionNode {
  @usableFromInline final let identity: SelectorIdentity
  /// Inputs have lower ranks: in the order of ranks everything is computed once.
  @usableFromInline final let rank: Int
  @usableFromInline final unowned let graph: SelectionGraph
  /// The live nodes that read this one; they own it, and not the other way round.
  @usableFromInline @exclusivity(unchecked) final var dependents = OrderedSlots<Dependent>()
  @usableFromInline @exclusivity(unchecked) final var observers = OrderedSlots<StoreObserver>()
  /// Its place in the order in which nodes became live, from one on; inputs come first.
  @usableFromInline @exclusivity(unchecked) final var liveSince: UInt64 = 0
  /// How many nodes read this one, live or not; one more if it was asked for lately.
  @usableFromInline @exclusivity(unchecked) final var readers = 0
  @usableFromInline @exclusivity(unchecked) final var isLive = false
  @usableFromInline @exclusivity(unchecked) final var isQueued = false
  /// The commit with which the value changed last.
  @usableFromInline @exclusivity(unchecked) final var changedAt: UInt64 = 0
  /// The commit up to which the value is known to be right; a live node does not keep it.
  @usableFromInline @exclusivity(unchecked) final var checkedAt: UInt64 = 0

  @usableFromInline
  struct Dependent {
    @usableFromInline unowned let node: AnySelectionNode

    @inlinable
    init(node: AnySelectionNode) {
      self.node = node
    }
  }

  @inlinable
  init(identity: SelectorIdentity, rank: Int, graph: SelectionGraph) {
    self.identity = identity
    self.rank = rank
    self.graph = graph
  }

  /// Whether nobody needs it to be live.
  @inlinable var isIdle: Bool { dependents.isEmpty && observers.isEmpty }

  @inlinable final var readsState: Bool { rank == 0 }

  /// Brings the value up to date, with inputs that are; tells whether it may have changed.
  @inlinable func refresh(_ state: UnsafeRawPointer) -> Bool { true }

  /// Visits the nodes that this one reads; a node that visits none reads the state itself.
  @inlinable func forEachInput(_ body: (AnySelectionNode) -> Void) {}

  /// Reports who watches this node, and queues who depends on it.
  @inlinable
  func spread() {
    for observer in observers { graph.reported.append(observer) }
    for dependent in dependents { graph.enqueue(dependent.node) }
  }

  /// All who watch this node.
  @usableFromInline var allObservers: [StoreObserver] { Array(observers) }

  @inlinable
  func attach(_ dependent: AnySelectionNode) {
    dependents.append(Dependent(node: dependent), dependent.liveSince)
  }

  /// Takes back one `attach`; dependents attach at once when they become live.
  @inlinable
  func detach(_ dependent: AnySelectionNode) {
    dependents.remove(dependent.liveSince)
  }
}

/// One node with its value.
@usableFromInline
class SelectionNode<Output>: AnySelectionNode {
  // Unsafe because transformations, which are of no actor, are handed it: the graph calls them on
  // the main actor, and nothing writes it meanwhile.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) final var value: Output

  @inlinable
  init(identity: SelectorIdentity, rank: Int, graph: SelectionGraph, value: Output) {
    self.value = value
    super.init(identity: identity, rank: rank, graph: graph)
  }

  /// What a node that reads this one is given: the value, unless it is read from the state.
  @inlinable
  nonisolated func input(_ state: UnsafeRawPointer) -> Output { value }
}
