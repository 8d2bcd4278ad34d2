// SPDX-License-Identifier: Apache-2.0

/// A value that is computed from other nodes, at most once per commit and only when one of them
/// changed.
@usableFromInline
final class DerivedNode<Output>: SelectionNode<Output> {
  @usableFromInline let gates: [InputGate]
  @usableFromInline let compute: (UnsafeRawPointer) -> Output
  @usableFromInline let areEqual: (Output, Output) -> Bool
  /// The commit whose inputs the value was computed from, or could have been.
  @usableFromInline @exclusivity(unchecked) var computedAt: UInt64

  @inlinable
  init(
    identity: SelectorIdentity, gates: [InputGate], graph: SelectionGraph,
    state: UnsafeRawPointer, compute: @escaping (UnsafeRawPointer) -> Output,
    areEqual: @escaping (Output, Output) -> Bool
  ) {
    self.gates = gates
    self.compute = compute
    self.areEqual = areEqual
    computedAt = graph.pass.commit
    for gate in gates { gate.remember() }
    super.init(
      identity: identity, rank: (gates.map(\.node.rank).max() ?? 0) + 1, graph: graph,
      value: compute(state))
  }

  @inlinable
  override func forEachInput(_ body: (AnySelectionNode) -> Void) {
    for gate in gates { body(gate.node) }
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer) -> Bool {
    let isChanged = gates.contains { $0.isChanged(since: computedAt) }
    computedAt = graph.pass.commit
    guard isChanged else { return false }
    for gate in gates { gate.remember() }
    graph.pass.selectorsComputed += 1
    let new = compute(state)
    if areEqual(value, new) { return false }
    value = new
    return true
  }
}
