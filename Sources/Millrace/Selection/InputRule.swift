// SPDX-License-Identifier: Apache-2.0

/// The rule of an input that says when it counts as changed, where that is more than its node says.
@MainActor
@usableFromInline
class InputRule {
  @inlinable
  init() {}

  /// Compares the present value with the one that was used last.
  @inlinable var isChanged: Bool { true }

  /// Notes that the present value is being used.
  @inlinable
  func remember() {}
}

@usableFromInline
final class TypedInputRule<Input>: InputRule {
  @usableFromInline let node: SelectionNode<Input>
  @usableFromInline let didChange: (Input, Input) -> Bool
  @usableFromInline var used: Input

  @inlinable
  init(_ node: SelectionNode<Input>, didChange: @escaping (Input, Input) -> Bool) {
    self.node = node
    used = node.value
    self.didChange = didChange
    super.init()
  }

  @inlinable
  override var isChanged: Bool { didChange(used, node.value) }

  @inlinable
  override func remember() { used = node.value }
}
