// SPDX-License-Identifier: Apache-2.0

/// A value that is read from the state itself.
@usableFromInline
final class RootNode<State, Output>: SelectionNode<State, Output> {
  /// Brings a value up to date; tells whether it changed.
  @usableFromInline
  typealias Update = (UnsafePointer<State>, inout Output) -> Bool

  @usableFromInline let update: Update
  /// A slice is compared; anything else is computed.
  @usableFromInline let isSlice: Bool

  @inlinable
  init(identity: SelectorIdentity, value: Output, isSlice: Bool, update: @escaping Update) {
    self.update = update
    self.isSlice = isSlice
    super.init(identity: identity, rank: 0, value: value)
  }

  @inlinable
  override func refresh(_ pass: SelectionPass, _ state: UnsafePointer<State>) -> Bool {
    if isSlice { pass.slicesCompared += 1 } else { pass.selectorsComputed += 1 }
    return update(state, &value)
  }
}
