// SPDX-License-Identifier: Apache-2.0

/// What is asked of a table as a whole: its ids, or how many there are.
@usableFromInline
final class TableFactRecipe<State, Entity: Identifiable & Sendable, Output>: SelectorRecipe<
  State, Output
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let fact: TableFact<Entity, Output>
  @usableFromInline let access: TableFact<Entity, Output>.Access

  @inlinable
  init(
    _ fact: TableFact<Entity, Output>, of table: KeyPath<State, EntityTable<Entity>> & Sendable
  ) {
    self.table = table
    self.fact = fact
    access = EntityTable<Entity>.access(table)
  }

  override var isFormula: Bool { false }

  @MainActor
  @usableFromInline
  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    RootNode(
      identity: selector.nodeKey, graph: graph, value: selector.read(state, nil),
      isSlice: true, update: fact.makeUpdate(access))
  }

  @usableFromInline
  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StatePart<Root, State>
  ) -> StateSelector<Root, Output> {
    guard let path = part.keyPath?.appending(path: table) else {
      return super.pulledBack(selector, along: part)
    }
    return StateSelector<Root, Output>(
      fact, of: path.assumingSendable, identity: selector.identity.appended(to: part.identity),
      didChange: selector.didChange)
  }
}

extension StateSelector {
  /// The one place where facts of tables are selected.
  @inlinable
  init<Entity: Sendable>(
    _ fact: TableFact<Entity, Output>, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    identity: SelectorIdentity, didChange: @escaping @Sendable (Output, Output) -> Bool
  ) where Entity.ID: Sendable {
    self.init(
      identity: identity, select: { [read = fact.read] in read($0[keyPath: table]) },
      didChange: didChange, isRuled: false, recipe: TableFactRecipe(fact, of: table))
  }
}
