// SPDX-License-Identifier: Apache-2.0

/// One row of a table, or a part of it, found by its id.
@usableFromInline
final class RowRecipe<State, Entity: Identifiable & Sendable, Output>: SelectorRecipe<
  State, Output
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let id: Entity.ID
  /// The identity of all watched rows together.
  @usableFromInline let rowsKey: SelectorIdentity
  @usableFromInline let makeAccess: @MainActor () -> RowAccess<Entity.ID, Output>
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let read: @Sendable (Entity?) -> Output

  @inlinable
  init(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, id: Entity.ID,
    rowsKey: SelectorIdentity, read: @escaping @Sendable (Entity?) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.table = table
    self.id = id
    self.rowsKey = rowsKey
    self.read = read
    makeAccess = { RowAccess(table: table, read: read, didChange: didChange) }
  }

  override var isFormula: Bool { false }

  @MainActor
  func rows(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> RowsNode<Entity.ID, Output> {
    if let node = graph.nodes[rowsKey] {
      graph.pull(node, state)
      // Sound: the key names the table and the field, and so both types.
      return unsafeDowncast(node, to: RowsNode<Entity.ID, Output>.self)
    }
    let node = RowsNode(identity: rowsKey, graph: graph, access: makeAccess(), state: state)
    graph.insert(node)
    return node
  }

  @MainActor
  @usableFromInline
  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    RowNode(
      identity: selector.nodeKey, rows: rows(in: graph, state), id: id, state: state)
  }

  @MainActor
  @usableFromInline
  override func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    RowObserver(rows(in: graph, state), row: id, state: state, onChange: onChange)
  }

  @usableFromInline
  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StatePart<Root, State>
  ) -> StateSelector<Root, Output> {
    guard let path = part.keyPath?.appending(path: table) else {
      return super.pulledBack(selector, along: part)
    }
    return StateSelector<Root, Output>(
      row: id, of: path.assumingSendable, rowsKey: rowsKey.appended(to: part.identity),
      identity: selector.identity.appended(to: part.identity), read: read,
      didChange: selector.didChange, isRuled: selector.isRuled)
  }
}

extension StateSelector {
  /// The one place where rows are selected.
  @inlinable
  init<Entity: Identifiable & Sendable>(
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    rowsKey: SelectorIdentity, identity: SelectorIdentity,
    read: @escaping @Sendable (Entity?) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool, isRuled: Bool
  ) where Entity.ID: Sendable {
    self.init(
      identity: identity, select: { read($0[keyPath: table][id: id]) }, didChange: didChange,
      isRuled: isRuled,
      recipe: RowRecipe(
        table: table, id: id, rowsKey: rowsKey, read: read, didChange: didChange))
  }
}
