// SPDX-License-Identifier: Apache-2.0

/// One remembered selection of a store, with the type of its value forgotten.
///
/// A node that somebody watches is live: every commit brings it up to date. Any other node is
/// brought up to date when somebody asks for it.
@usableFromInline
class AnySelectionNode<State> {
  @usableFromInline let identity: SelectorIdentity
  /// Inputs have lower ranks: in the order of ranks everything is computed once.
  @usableFromInline let rank: Int
  /// The live nodes that read this one; they own it, and not the other way round.
  @usableFromInline @exclusivity(unchecked) var dependents: [Dependent] = []
  @usableFromInline @exclusivity(unchecked) var watchers: [Watcher] = []
  /// How many nodes read this one, live or not.
  @usableFromInline @exclusivity(unchecked) var readers = 0
  @usableFromInline @exclusivity(unchecked) var isLive = false
  @usableFromInline @exclusivity(unchecked) var isRecent = false
  @usableFromInline @exclusivity(unchecked) var isQueued = false
  /// The commit with which the value changed last.
  @usableFromInline @exclusivity(unchecked) var changedAt: UInt64 = 0
  /// The commit up to which the value is known to be right; a live node does not keep it.
  @usableFromInline @exclusivity(unchecked) var checkedAt: UInt64 = 0

  @usableFromInline
  struct Dependent {
    @usableFromInline unowned let node: AnySelectionNode<State>

    @inlinable
    init(node: AnySelectionNode<State>) {
      self.node = node
    }
  }

  @inlinable
  init(identity: SelectorIdentity, rank: Int) {
    self.identity = identity
    self.rank = rank
  }

  /// Whether nobody needs it to be live.
  @inlinable var isIdle: Bool { dependents.isEmpty && watchers.isEmpty }

  /// Brings the value up to date, with inputs that are; tells whether it may have changed.
  @inlinable func refresh(_ pass: SelectionPass, _ state: UnsafePointer<State>) -> Bool { true }

  /// Visits the nodes that this one reads; a node that visits none reads the state itself.
  @inlinable func forEachInput(_ body: (AnySelectionNode<State>) -> Void) {}

  @inlinable var readsState: Bool { rank == 0 }

  /// Visits who must hear that this node changed.
  @inlinable
  func forEachConcerned(
    watcher: (Watcher) -> Void, dependent: (AnySelectionNode<State>) -> Void
  ) {
    for each in watchers { watcher(each) }
    for each in dependents { dependent(each.node) }
  }

  /// All who watch this node.
  @inlinable var allWatchers: [Watcher] { watchers }

  @inlinable
  func attach(_ dependent: AnySelectionNode<State>) {
    dependents.append(Dependent(node: dependent))
  }

  @inlinable
  func detach(_ dependent: AnySelectionNode<State>) {
    dependents.removeAll { $0.node === dependent }
  }
}

/// One node with its value.
@usableFromInline
class SelectionNode<State, Output>: AnySelectionNode<State> {
  @usableFromInline @exclusivity(unchecked) var value: Output

  @inlinable
  init(identity: SelectorIdentity, rank: Int, value: Output) {
    self.value = value
    super.init(identity: identity, rank: rank)
  }
}

/// What it costs to bring selections up to date, and for which commit it is done.
@usableFromInline
final class SelectionPass {
  /// The number of the commit that the state comes from.
  @usableFromInline @exclusivity(unchecked) var commit: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var slicesCompared = 0
  @usableFromInline @exclusivity(unchecked) var rowsCompared = 0
  @usableFromInline @exclusivity(unchecked) var selectorsComputed = 0

  @inlinable
  init() {}
}

extension StoreCounters {
  /// Adds what was done since the last time.
  @inlinable
  mutating func take(_ pass: SelectionPass) {
    slicesCompared += pass.slicesCompared
    rowsCompared += pass.rowsCompared
    selectorsComputed += pass.selectorsComputed
    pass.slicesCompared = 0
    pass.rowsCompared = 0
    pass.selectorsComputed = 0
  }
}
