// SPDX-License-Identifier: Apache-2.0

/// One remembered selection of a store, with the type of its value forgotten.
///
/// A node knows who depends on it but does not own them; those who depend own it.
@usableFromInline
class AnySelectionNode<State> {
  @usableFromInline let identity: SelectorIdentity
  /// Inputs have lower ranks: in the order of ranks everything is computed once.
  @usableFromInline let rank: Int
  @usableFromInline @exclusivity(unchecked) var dependents: [Dependent] = []
  /// The observers that watch this node, by their ids.
  @usableFromInline @exclusivity(unchecked) var watchers: [UInt64] = []
  @usableFromInline @exclusivity(unchecked) var isQueued = false
  /// The pass in which the value changed last.
  @usableFromInline @exclusivity(unchecked) var changedPass: UInt64 = 0

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

  @inlinable var isUnused: Bool { dependents.isEmpty && watchers.isEmpty }

  /// Brings the value up to date; tells whether it may have changed.
  @inlinable
  func refresh(_ pass: SelectionPass, _ state: State) -> Bool { true }

  /// The nodes that this one reads.
  @inlinable var inputs: [AnySelectionNode<State>] { [] }
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

/// One round of bringing selections up to date: its number and what it cost.
@usableFromInline
final class SelectionPass {
  @usableFromInline @exclusivity(unchecked) var number: UInt64 = 0
  @usableFromInline @exclusivity(unchecked) var slicesCompared = 0
  @usableFromInline @exclusivity(unchecked) var selectorsComputed = 0

  @inlinable
  init() {}

  /// How many selectors were computed since the last question.
  @inlinable
  func takeComputed() -> Int {
    defer { selectorsComputed = 0 }
    return selectorsComputed
  }
}
