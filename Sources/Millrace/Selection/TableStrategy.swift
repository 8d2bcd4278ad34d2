// SPDX-License-Identifier: Apache-2.0

/// A whole table.
@usableFromInline
final class TableStrategy<State, Entity: Identifiable & Sendable>: SelectorStrategy<
  State, EntityTable<Entity>
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let access: (UnsafeRawPointer) -> EntityTable<Entity>

  @_alwaysEmitIntoClient
  init(_ table: KeyPath<State, EntityTable<Entity>> & Sendable) {
    self.table = table
    access = PartInState(table).read
    // A direct call, and one that depends on it, looks at its stamp and holds no table.
    super.init(
      makeCell: {
        let place = PartInState(table)
        return DependencyCell(reading: { place.borrow($0) { $0.stamp } }, didChange: { $0 != $1 })
      },
      makeReader: {
        let place = PartInState(table)
        return InputReader(isReadAgain: true) { old, state, _ in
          place.borrow(state) { new in
            // Sound: `old` is what this reader returned before.
            if let old, unsafeDowncast(old, to: RememberedTable<Entity>.self).stamp == new.stamp {
              return nil
            }
            return RememberedTable(copy new)
          }
        }
      })
  }

  @MainActor
  override func makeNode(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<EntityTable<Entity>> {
    TableNode(identity: selector.nodeKey, graph: graph, access: access, state: state)
  }

  /// An observer of a table holds the table, as an observer of any slice holds its value.
  @MainActor
  override func makeObserver(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (EntityTable<Entity>) -> Void
  ) -> StoreObserver {
    // A node of its own, which compares versions where that of the key path compares rows.
    let key = selector.nodeKey.ruled
    let slice = StateSelector(
      slice: table, identity: key, nodeKey: key, didChange: selector.didChange,
      hasCustomComparison: false)
    return slice.strategy.makeObserver(for: slice, in: graph, state, onChange: onChange)
  }

  override func pulledBack<Root>(
    _ selector: StateSelector<State, EntityTable<Entity>>, along part: StateGetter<Root, State>
  ) -> StateSelector<Root, EntityTable<Entity>> {
    guard let path = part.keyPath?.appending(path: table) else {
      return super.pulledBack(selector, along: part)
    }
    return StateSelector<Root, EntityTable<Entity>>(
      table: path.assumingSendable, identity: selector.identity.appended(to: part.identity))
  }
}

extension StateSelector {
  /// The one place where tables are selected.
  @_alwaysEmitIntoClient
  init<Entity: Sendable>(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, identity: SelectorIdentity
  ) where Output == EntityTable<Entity>, Entity.ID: Sendable {
    self.init(
      identity: identity, select: { $0[keyPath: table] }, didChange: { $0.stamp != $1.stamp },
      hasCustomComparison: false, strategy: TableStrategy(table))
  }
}

/// One row of a table, or a part of it, found by its id.
@usableFromInline
final class RowStrategy<State, Entity: Identifiable & Sendable, Output>: SelectorStrategy<
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

  @_alwaysEmitIntoClient
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
  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    RowNode(
      identity: selector.nodeKey, rows: rows(in: graph, state), id: id,
      hasCustomComparison: selector.hasCustomComparison, state: state)
  }

  @MainActor
  override func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    RowObserver(rows(in: graph, state), row: id, state: state, onChange: onChange)
  }

  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    guard let path = part.keyPath?.appending(path: table) else {
      return super.pulledBack(selector, along: part)
    }
    return StateSelector<Root, Output>(
      row: id, of: path.assumingSendable, rowsKey: rowsKey.appended(to: part.identity),
      identity: selector.identity.appended(to: part.identity), read: read,
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison)
  }
}

extension StateSelector {
  /// The one place where rows are selected.
  @_alwaysEmitIntoClient
  init<Entity: Identifiable & Sendable>(
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    rowsKey: SelectorIdentity, identity: SelectorIdentity,
    read: @escaping @Sendable (Entity?) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool, hasCustomComparison: Bool
  ) where Entity.ID: Sendable {
    self.init(
      identity: identity, select: { read($0[keyPath: table][id: id]) }, didChange: didChange,
      hasCustomComparison: hasCustomComparison,
      strategy: RowStrategy(
        table: table, id: id, rowsKey: rowsKey, read: read, didChange: didChange))
  }
}

/// A property of a table as a whole: its ids, their number, or whether there are none.
///
/// A node keeps the answer and never the table. The table has all answers at hand: its array of ids
/// is the same one until an id comes, goes or moves, and comparing it with itself looks at no id.
@usableFromInline
final class TableFactStrategy<State, Entity: Identifiable & Sendable, Output>: SelectorStrategy<
  State, Output
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let fact: @Sendable (EntityTable<Entity>) -> Output

  @_alwaysEmitIntoClient
  init(
    _ fact: @escaping @Sendable (EntityTable<Entity>) -> Output,
    of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.table = table
    self.fact = fact
    let place = PartInState(table)
    super.init(update: { state, value in
      let new = place.borrow(state) { fact(copy $0) }
      // An equal array is kept too, so that the next comparison is one with itself.
      defer { value = new }
      return didChange(value, new)
    })
  }

  override var isFormula: Bool { false }

  override func pulledBack<Root>(
    _ selector: StateSelector<State, Output>, along part: StateGetter<Root, State>
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
  /// The one place where properties of tables as a whole are selected.
  @_alwaysEmitIntoClient
  init<Entity: Sendable>(
    _ fact: @escaping @Sendable (EntityTable<Entity>) -> Output,
    of table: KeyPath<State, EntityTable<Entity>> & Sendable, identity: SelectorIdentity,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) where Entity.ID: Sendable {
    self.init(
      identity: identity, select: { fact($0[keyPath: table]) }, didChange: didChange,
      hasCustomComparison: false,
      strategy: TableFactStrategy(fact, of: table, didChange: didChange))
  }
}
