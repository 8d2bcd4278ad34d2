// SPDX-License-Identifier: Apache-2.0

/// Computes an output from other selectors.
final class DerivedRecipe<State, Output, each Input>: SelectorRecipe<State, Output>,
  @unchecked Sendable
{
  private let inputs: (repeat StateSelector<State, each Input>)
  private let count: RecomputationCount
  private let inspector: SelectorInspector
  private let transformation: @Sendable (repeat each Input) -> Output

  init(
    _ inputs: repeat StateSelector<State, each Input>, count: RecomputationCount,
    inspector: SelectorInspector,
    transformation: @escaping @Sendable (repeat each Input) -> Output
  ) {
    self.inputs = (repeat each inputs)
    self.count = count
    self.inspector = inspector
    self.transformation = transformation
  }

  override var isWorthKeeping: Bool { true }
  override var isFormula: Bool { false }

  func checkInputs(on state: State) {
    inspector.checkInputs(repeat each inputs, on: state)
  }

  @MainActor
  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    checkInputs(on: state.pointee)
    let nodes = InputNodes(repeat graph.node(for: each inputs, state: state))
    var gates: [InputGate] = []
    for (input, node) in repeat (each inputs, each nodes.nodes) {
      gates.append(input.gate(node))
    }
    let (count, transformation) = (count, transformation)
    return DerivedNode(
      identity: selector.nodeKey, gates: gates, graph: graph, state: state,
      compute: {
        count.add()
        return nodes.apply(transformation, $0)
      }, areEqual: selector.areEqual)
  }

  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StatePart<Root, State>
  ) -> StateSelector<Root, Output> {
    func pull<Value>(_ input: StateSelector<State, Value>) -> StateSelector<Root, Value> {
      input.pulledBack(along: part)
    }
    return StateSelector<Root, Output>(
      inputs: repeat pull(each inputs), identity: selector.identity.appended(to: part.identity),
      count: count, inspector: inspector, didChange: selector.didChange,
      isRuled: selector.isRuled, transformation: transformation)
  }
}

/// The nodes that a derived node reads; a class, because closures cannot capture a tuple of a pack.
private final class InputNodes<each Input> {
  let nodes: (repeat SelectionNode<each Input>)

  init(_ nodes: repeat SelectionNode<each Input>) {
    self.nodes = (repeat each nodes)
  }

  @MainActor
  func apply<Output>(
    _ transformation: (repeat each Input) -> Output, _ state: UnsafeRawPointer
  ) -> Output {
    func value<Value>(_ node: SelectionNode<Value>) -> Value { node.input(state) }
    return transformation(repeat value(each nodes))
  }
}

extension StateSelector {
  @MainActor
  func gate(_ node: SelectionNode<Output>) -> InputGate {
    isRuled ? RuledGate(node, didChange: didChange) : InputGate(node)
  }
}
