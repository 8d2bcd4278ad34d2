// SPDX-License-Identifier: Apache-2.0

/// A value that is computed from other nodes, at most once per commit and only when one of them
/// changed.
@usableFromInline
final class DerivedNode<State, Output>: SelectionNode<State, Output> {
  @usableFromInline let gates: [InputGate<State>]
  @usableFromInline let compute: () -> Output
  @usableFromInline let areEqual: (Output, Output) -> Bool

  @inlinable
  init(
    identity: SelectorIdentity, gates: [InputGate<State>], compute: @escaping () -> Output,
    areEqual: @escaping (Output, Output) -> Bool
  ) {
    self.gates = gates
    self.compute = compute
    self.areEqual = areEqual
    for gate in gates { gate.remember() }
    super.init(
      identity: identity, rank: (gates.map(\.node.rank).max() ?? 0) + 1, value: compute())
  }

  @inlinable override var inputs: [AnySelectionNode<State>] { gates.map(\.node) }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: State) -> Bool {
    guard gates.contains(where: { $0.isChanged(pass) }) else { return false }
    for gate in gates { gate.remember() }
    pass.selectorsComputed += 1
    let new = compute()
    if areEqual(value, new) { return false }
    value = new
    return true
  }
}

/// One input of a derived node: the node, and the rule that says when it counts as changed.
@usableFromInline
class InputGate<State> {
  @usableFromInline let node: AnySelectionNode<State>

  @inlinable
  init(_ node: AnySelectionNode<State>) {
    self.node = node
  }

  /// By default the node itself knows whether it changed.
  @inlinable
  func isChanged(_ pass: SelectionPass) -> Bool { node.changedPass == pass.number }

  @inlinable
  func remember() {}
}

/// An input with a rule of its own, which is compared with the value that was used last.
@usableFromInline
final class RuledGate<State, Input>: InputGate<State> {
  @usableFromInline let typed: SelectionNode<State, Input>
  @usableFromInline let didChange: (Input, Input) -> Bool
  @usableFromInline var used: Input

  @inlinable
  init(_ node: SelectionNode<State, Input>, didChange: @escaping (Input, Input) -> Bool) {
    typed = node
    used = node.value
    self.didChange = didChange
    super.init(node)
  }

  @inlinable
  override func isChanged(_ pass: SelectionPass) -> Bool { didChange(used, typed.value) }

  @inlinable
  override func remember() { used = typed.value }
}
