// SPDX-License-Identifier: Apache-2.0

/// A type-erased node of the selection graph, which caches the value of a selector in a store.
///
/// A node with observers or dependents is live: the graph brings it up to date before observers are
/// notified. Any other node is refreshed when its value is read. The methods take the address of
/// the state, because the graph does not have the type of the state.
@MainActor
@usableFromInline
class AnySelectionNode {
  // Exclusive: all variables are isolated to the main actor. During an access only selectors and
  // comparisons run, and these have no reference to a node. A replaced value is released after the
  // access (`replaceValue`), so its `deinit` can read the node.
  @usableFromInline final let identity: SelectorIdentity
  /// Greater than the rank of every input.
  ///
  /// Nodes are refreshed in the order of their ranks; therefore each node is computed at most once
  /// per commit.
  @usableFromInline final let rank: Int
  // Sound: the graph owns its nodes, and no node is called after the graph has been deinitialized.
  // A checked reference would be retained at each use.
  @usableFromInline final unowned(unsafe) let graph: SelectionGraph
  /// The live nodes that have this node as an input.
  ///
  /// The dependents retain this node; the list does not retain the dependents, because reference
  /// counting took a fifth of the time of a refresh. That is safe: a live node is retained by its
  /// observers and dependents, and detaches from its inputs when it stops being live.
  @usableFromInline @exclusivity(unchecked) final var dependents =
    OrderedSlots<Unmanaged<AnySelectionNode>>()
  @usableFromInline @exclusivity(unchecked) final var observers = OrderedSlots<StoreObserver>()
  /// A sequence number, from 1, that is assigned when the node becomes live.
  ///
  /// Inputs have smaller numbers than their dependents.
  @usableFromInline @exclusivity(unchecked) final var liveSince: UInt64 = 0
  /// The number of nodes that have this node as an input, plus the number of observers with a
  /// filter that read it, plus one while this node is in the cache of recent reads.
  // 32 bits: the number shares a word with the flags below.
  @exclusivity(unchecked) final var readers: Int32 = 0
  @usableFromInline @exclusivity(unchecked) final var isLive = false
  @exclusivity(unchecked) final var isQueued = false
  /// True if this node does not cache the value, and dependents read it from the state.
  @usableFromInline nonisolated final let isReadLate: Bool
  /// The commit number of the graph at the latest refresh that found a possible change.
  ///
  /// After a batch, the change can be that of an earlier commit of the batch.
  @usableFromInline @exclusivity(unchecked) final var changedAt: UInt64 = 0
  /// The number of the latest commit for which the value is known to be current.
  ///
  /// The refresh of a live node does not change this number.
  @usableFromInline @exclusivity(unchecked) final var checkedAt: UInt64 = 0
  /// The number of the latest commit at which the cache of recent reads returned this node.
  ///
  /// It is less than `checkedAt` after an observer with a filter, or a dependent, has brought the
  /// node up to date.
  @exclusivity(unchecked) final var readAt: UInt64 = 0

  @_alwaysEmitIntoClient
  init(identity: SelectorIdentity, rank: Int, graph: SelectionGraph, isReadLate: Bool = false) {
    self.identity = identity
    self.isReadLate = isReadLate
    self.rank = rank
    self.graph = graph
  }

  /// True if the node has no observers and no live dependents.
  @_alwaysEmitIntoClient var isIdle: Bool { dependents.isEmpty && observers.isEmpty }

  /// True if the node has no inputs and reads the state directly.
  @_alwaysEmitIntoClient final var readsState: Bool { rank == 0 }

  /// Updates the value from the current inputs.
  ///
  /// Returns true if the value may have changed.
  @_alwaysEmitIntoClient func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    true
  }

  /// Stores the values of the inputs for custom comparisons.
  @_alwaysEmitIntoClient func rememberInputs() {}

  /// True if an input changed since this value was computed.
  ///
  /// A live node is refreshed whenever a live input has changed. Therefore only a change that was
  /// found at `commit` counts.
  @_alwaysEmitIntoClient
  final func hasChanged(_ input: AnySelectionNode, at commit: UInt64) -> Bool {
    isLive ? input.changedAt == commit : input.changedAt > checkedAt
  }

  /// Calls `body` with each input node.
  ///
  /// Nodes that read the state directly (rank 0) have none.
  @_alwaysEmitIntoClient func forEachInput(_ body: (AnySelectionNode) -> Void) {}

  /// Adds the observers of this node to `graph.reported`, and queues its dependents.
  @_alwaysEmitIntoClient
  func propagateChange(in graph: SelectionGraph) {
    // By index: an iterator would retain the lists. No code runs here that changes them.
    for index in observers.slots.indices {
      if let observer = observers.slots[index].element { graph.reported.append(observer) }
    }
    for index in dependents.slots.indices {
      // Sound: see `dependents`.
      if let dependent = dependents.slots[index].element {
        graph.enqueue(dependent.takeUnretainedValue())
      }
    }
  }

  /// All observers of this node.
  var allObservers: [StoreObserver] { Array(observers) }

  /// Adds a dependent that has just become live.
  ///
  /// Its `liveSince` is greater than that of the others, so the list stays in ascending order.
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

/// A node of the selection graph with a typed value.
@usableFromInline
class SelectionNode<Output>: AnySelectionNode {
  // Sound: the functions that read or replace the value are not isolated, but the graph calls them
  // on the main actor, and the value is not written while a transformation reads it.
  @usableFromInline @exclusivity(unchecked) nonisolated(unsafe) final var value: Output

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, rank: Int, graph: SelectionGraph, value: Output,
    isReadLate: Bool = false
  ) {
    self.value = value
    super.init(identity: identity, rank: rank, graph: graph, isReadLate: isReadLate)
  }

  /// Replaces the value.
  ///
  /// The old value is released after the access, because its deinitializer can read the store and
  /// so bring this node up to date again.
  @_alwaysEmitIntoClient @inline(__always)
  nonisolated final func replaceValue(_ new: consuming Output) {
    let old = exchange(&value, for: new)
    withExtendedLifetime(old) {}
  }

  /// The value for a dependent: read from the state if `isReadLate` is true, otherwise `value`.
  @_alwaysEmitIntoClient
  nonisolated final func input(_ state: UnsafeRawPointer) -> Output {
    isReadLate ? readLate(state) : value
  }

  /// Reads the value from the state.
  @_alwaysEmitIntoClient
  nonisolated func readLate(_ state: UnsafeRawPointer) -> Output { value }
}

/// A node whose value is read directly from the state.
@usableFromInline
final class RootNode<Output>: SelectionNode<Output> {
  /// Updates the value of a node from a state.
  ///
  /// Returns true if the value changed; with a custom comparison, always.
  @usableFromInline
  typealias Update = (UnsafeRawPointer, SelectionNode<Output>) -> Bool

  @usableFromInline let update: Update
  /// True if ``StoreCounters`` counts a refresh as a comparison, false if as a computation.
  ///
  /// The property is true for key paths, and for `ids`, `count` and `isEmpty` of tables.
  @usableFromInline let countsAsComparison: Bool

  @_alwaysEmitIntoClient
  init(
    identity: SelectorIdentity, graph: SelectionGraph, value: Output, countsAsComparison: Bool,
    update: @escaping Update
  ) {
    self.update = update
    self.countsAsComparison = countsAsComparison
    super.init(identity: identity, rank: 0, graph: graph, value: value)
  }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    if countsAsComparison {
      graph.counters.slicesCompared &+= 1
    } else {
      graph.counters.selectorsComputed &+= 1
    }
    return update(state, self)
  }
}

// Update closures for root nodes, emitted into the client so that they are specialized.
extension RootNode {
  /// Reads a slice by key path.
  ///
  /// A stored property is read in place, by its offset. If its bytes equal those of the cached
  /// value, it is unchanged. Only if the bytes differ, `areEqual` is called.
  @_alwaysEmitIntoClient
  nonisolated static func slice<State>(
    _ keyPath: KeyPath<State, Output> & Sendable, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return reading(PartInState(keyPath).read, areEqual: areEqual)
    }
    return { state, node in
      // Typed: `state` always points to a `State`; the offset is that of the property.
      let slice = state + offset
      let isUnchanged = withUnsafeBytes(of: &node.value) { bytes in
        bytes.baseAddress.map { hasSameBytes($0, slice, count: bytes.count) } ?? true
      }
      if isUnchanged { return false }
      let new = slice.assumingMemoryBound(to: Output.self)
      let isSame = areEqual(node.value, new.pointee)
      // An equal value is stored too, so that the bytes match next time.
      node.replaceValue(new.pointee)
      if _isPOD(Output.self) {
        // Copies the padding too.
        withUnsafeMutableBytes(of: &node.value) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: slice, count: $0.count))
        }
      }
      return !isSame
    }
  }

  /// Calls a closure with the address of the state.
  ///
  /// An equal value is stored too, so that an array is next compared with itself.
  @_alwaysEmitIntoClient
  nonisolated static func reading(
    _ read: @escaping (UnsafeRawPointer) -> Output, areEqual: @escaping (Output, Output) -> Bool
  ) -> Update {
    { state, node in
      let new = read(state)
      let isSame = areEqual(node.value, new)
      node.replaceValue(new)
      return !isSame
    }
  }
}

/// Observes one node of the graph, and delivers a value if it differs from the last delivered one.
@usableFromInline
final class NodeObserver<Output>: StoreObserver {
  @usableFromInline let node: SelectionNode<Output>
  @usableFromInline let didChange: (Output, Output) -> Bool
  // Exclusive: as in `StoreObserver`.
  @usableFromInline @exclusivity(unchecked) var onChange: ((Output) -> Void)?
  /// The value that was delivered last, or is about to be.
  @usableFromInline @exclusivity(unchecked) var delivered: Output
  /// True if a change of the node is a change of the delivered value, because the node compares its
  /// values with `didChange`.
  ///
  /// False for an observer that began during a refresh: the node can report a change that the first
  /// value already includes.
  @usableFromInline @exclusivity(unchecked) var isComparedByNode: Bool

  @_alwaysEmitIntoClient
  init(
    _ node: SelectionNode<Output>, didChange: @escaping (Output, Output) -> Bool,
    isComparedByNode: Bool, onChange: @escaping (Output) -> Void
  ) {
    self.node = node
    self.didChange = didChange
    self.isComparedByNode = isComparedByNode
    self.onChange = onChange
    delivered = node.value
  }

  @_alwaysEmitIntoClient override var source: AnySelectionNode? { node }

  @_alwaysEmitIntoClient
  override func refresh(_ state: UnsafeRawPointer, _ counters: inout StoreCounters) -> Bool {
    // If the node itself compares its values, it has found that the new value differs from the
    // previous one, which normally is `delivered`. It is not `delivered` if the node was refreshed
    // without a notification of the observers, as in a batch, or because of a filter.
    if !isComparedByNode || node.graph.wasAhead || id == 0 {
      guard didChange(delivered, node.value) else { return false }
    }
    delivered = node.value
    return true
  }

  @_alwaysEmitIntoClient
  override func pull(_ state: UnsafeRawPointer, since commit: UInt64) -> Bool {
    node.graph.pull(node, state)
    return node.changedAt > commit
  }

  @_alwaysEmitIntoClient
  override func deliver() { onChange?(delivered) }

  @_alwaysEmitIntoClient
  override func end() { onChange = nil }

  @_alwaysEmitIntoClient
  override func attach(to graph: SelectionGraph) -> Bool {
    if graph.isWorking { isComparedByNode = false }
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

/// Replaces a value and returns the old one.
@_alwaysEmitIntoClient @inline(__always)
func exchange<Value>(_ value: inout Value, for new: consuming Value) -> Value {
  var old = new
  swap(&old, &value)
  return old
}
