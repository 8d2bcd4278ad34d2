// SPDX-License-Identifier: Apache-2.0

/// One input of a derived node: the node, and the rule that says when it counts as changed.
@MainActor
@usableFromInline
class InputGate {
  @usableFromInline let node: AnySelectionNode

  @inlinable
  init(_ node: AnySelectionNode) {
    self.node = node
  }

  /// By default the node itself knows whether it changed.
  @inlinable
  func isChanged(since commit: UInt64) -> Bool { node.changedAt > commit }

  /// Notes that the present value is being used.
  @inlinable
  func remember() {}
}

/// An input with a rule of its own, which is compared with the value that was used last.
@usableFromInline
final class RuledGate<Input>: InputGate {
  @usableFromInline let typed: SelectionNode<Input>
  @usableFromInline let didChange: (Input, Input) -> Bool
  @usableFromInline var used: Input

  @inlinable
  init(_ node: SelectionNode<Input>, didChange: @escaping (Input, Input) -> Bool) {
    typed = node
    used = node.value
    self.didChange = didChange
    super.init(node)
  }

  @inlinable
  override func isChanged(since commit: UInt64) -> Bool { didChange(used, typed.value) }

  @inlinable
  override func remember() { used = typed.value }
}
