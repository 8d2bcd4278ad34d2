// SPDX-License-Identifier: Apache-2.0

extension StateSelector {
  /// A recipe that is served by a slice of the state.
  @inlinable
  init(
    slice keyPath: KeyPath<State, Output> & Sendable, identity: SelectorIdentity,
    nodeKey: SelectorIdentity, didChange: @escaping @Sendable (Output, Output) -> Bool,
    isRuled: Bool
  ) {
    self.init(
      identity: identity, nodeKey: nodeKey, select: { $0[keyPath: keyPath] },
      didChange: didChange, isRuled: isRuled,
      makeNode: { _, state in
        SliceNode(
          identity: nodeKey, keyPath: keyPath,
          areEqual: { isRuled ? false : !didChange($0, $1) }, state: state)
      })
  }

  /// A recipe that is served by running its function after every commit.
  @inlinable
  init(
    formula identity: SelectorIdentity, dependencies: [AnyDependency<State>],
    select: @escaping @Sendable (State) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool, isRuled: Bool
  ) {
    self.init(
      identity: identity, nodeKey: identity, dependencies: dependencies, select: select,
      didChange: didChange, isRuled: isRuled,
      makeNode: { _, state in
        FormulaNode(
          identity: identity, select: select,
          areEqual: { isRuled ? false : !didChange($0, $1) }, state: state)
      })
  }

  /// The same recipe read from a larger state.
  ///
  /// A key path of a key path is one longer key path, and so the same node as that.
  func pulledBack<Root>(
    along part: SelectorIdentity, _ transform: @escaping @Sendable (Root) -> State
  ) -> StateSelector<Root, Output> {
    let joined = identity.appended(to: part)
    if !isRuled, let keyPath = joined.keyPath(from: Root.self, to: Output.self) {
      // Key paths are immutable; this one is made of two that were `Sendable`.
      let path = unsafeBitCast(keyPath, to: (KeyPath<Root, Output> & Sendable).self)
      return StateSelector<Root, Output>(
        slice: path, identity: joined, nodeKey: joined, didChange: didChange, isRuled: false)
    }
    let select = select
    return StateSelector<Root, Output>(
      formula: joined, dependencies: dependencies.map { $0.pulledBack(transform) },
      select: { select(transform($0)) }, didChange: didChange, isRuled: isRuled)
  }
}
