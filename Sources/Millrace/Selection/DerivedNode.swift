// SPDX-License-Identifier: Apache-2.0

/// A value that is computed from other nodes, at most once per commit and only when one of them
/// changed.
@usableFromInline
final class DerivedNode<Output>: SelectionNode<Output> {
  /// Computes the value anew and compares it; tells whether it changed.
  ///
  /// It is made with the recipe, where the types are known, and so is specialized.
  @usableFromInline
  typealias Update = @Sendable (InputValues, inout Output) -> Bool

  @usableFromInline let inputs: InputNodes
  /// The rules of the inputs that have one of their own, in their order; empty without any.
  @usableFromInline let rules: [InputRule?]
  @usableFromInline let update: Update

  @inlinable
  init(
    identity: SelectorIdentity, inputs: InputNodes, rules: [InputRule?],
    graph: SelectionGraph, value: Output, update: @escaping Update
  ) {
    self.inputs = inputs
    self.rules = rules
    self.update = update
    var rank = 0
    inputs.forEach { rank = max(rank, $0.rank) }
    super.init(identity: identity, rank: rank + 1, graph: graph, value: value)
  }

  @inlinable
  override func forEachInput(_ body: (AnySelectionNode) -> Void) {
    inputs.forEach(body)
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    guard isInputChanged(at: graph.pass.commit) else { return false }
    for rule in rules { rule?.remember() }
    graph.pass.selectorsComputed += 1
    return update(.nodes(inputs, state), &value)
  }

  @inlinable
  func isInputChanged(at commit: UInt64) -> Bool {
    for position in 0..<inputs.count {
      if !rules.isEmpty, let rule = rules[position] {
        if rule.isChanged { return true }
      } else if isNews(inputs[position], at: commit) {
        return true
      }
    }
    return false
  }
}

/// The nodes that a derived one is computed from: most have one, which needs no list.
@usableFromInline
enum InputNodes {
  case one(AnySelectionNode)
  case some([AnySelectionNode])

  @inlinable
  init(_ nodes: [AnySelectionNode]) {
    self = nodes.count == 1 ? .one(nodes[0]) : .some(nodes)
  }

  @inlinable var count: Int {
    switch self {
    case .one: 1
    case .some(let nodes): nodes.count
    }
  }

  @inlinable
  subscript(position: Int) -> AnySelectionNode {
    switch self {
    case .one(let node): node
    case .some(let nodes): nodes[position]
    }
  }

  @inlinable
  func forEach(_ body: (AnySelectionNode) -> Void) {
    switch self {
    case .one(let node): body(node)
    case .some(let nodes): for node in nodes { body(node) }
    }
  }
}
