// SPDX-License-Identifier: Apache-2.0

/// The strategy of selectors of a whole table.
@usableFromInline
final class TableStrategy<State, Entity: Identifiable & Sendable>: SelectorStrategy<
  State, EntityTable<Entity>
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: all stored properties are immutable.
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let access: (UnsafeRawPointer) -> EntityTable<Entity>

  @_alwaysEmitIntoClient
  init(_ table: KeyPath<State, EntityTable<Entity>> & Sendable) {
    self.table = table
    access = PartInState(table).read
    // As an input in a direct call, the table is compared by its stamp and is not retained.
    super.init(
      makeReader: {
        let part = PartInState(table)
        return InputReader(isReadAgain: true) { old, state, _ in
          part.borrow(state) { new in
            // Sound: this reader returned `old` before, so the type is the same.
            if let old, unsafeDowncast(old, to: RememberedTable<Entity>.self).stamp == new.stamp {
              return nil
            }
            return RememberedTable(copy new)
          }
        }
      })
  }

  override func makeNode(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<EntityTable<Entity>> {
    TableNode(identity: selector.nodeKey, graph: graph, access: access, state: state)
  }

  /// Creates an observer, which retains the table, as an observer of any slice retains its value.
  override func makeObserver(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (EntityTable<Entity>) -> Void
  ) -> StoreObserver {
    // The observers of the whole table share a node of their own, which compares stamps and retains
    // the table: a `TableNode` retains none, and the node of `StateSelector(table)` compares rows.
    let key = selector.nodeKey.customComparison
    let slice = StateSelector(
      slice: table, identity: key, nodeKey: key, didChange: selector.didChange,
      hasCustomComparison: false)
    return slice.strategy.makeObserver(for: slice, in: graph, state, onChange: onChange)
  }

  override func translated<Root>(
    _ selector: StateSelector<State, EntityTable<Entity>>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, EntityTable<Entity>> {
    guard let path = part.path(to: table) else {
      return super.translated(selector, through: part)
    }
    return StateSelector<Root, EntityTable<Entity>>(
      table: path, identity: selector.identity.appended(to: part.identity))
  }
}

extension StateSelector {
  /// Creates a selector of a whole table.
  @_alwaysEmitIntoClient
  init<Entity: Sendable>(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, identity: SelectorIdentity
  ) where Output == EntityTable<Entity>, Entity.ID: Sendable {
    self.init(
      identity: identity, select: { $0[keyPath: table] }, didChange: { $0.stamp != $1.stamp },
      hasCustomComparison: false, strategy: TableStrategy(table))
  }
}

/// The strategy of selectors of one row of a table, or of a part of a row.
@usableFromInline
final class RowStrategy<State, Entity: Identifiable & Sendable, Output>: SelectorStrategy<
  State, Output
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: all stored properties are immutable.
  @usableFromInline let id: Entity.ID
  /// The identity of the node of all rows that are watched as a whole, by one field or by the same
  /// closure.
  @usableFromInline let rowsKey: SelectorIdentity
  @usableFromInline let makeAccess: @MainActor () -> RowAccess<Entity.ID, Output>
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let read: @Sendable (Entity?) -> Output
  /// True if `read` calls a closure of the user.
  @usableFromInline let readsByClosure: Bool

  @_alwaysEmitIntoClient
  init(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, id: Entity.ID,
    rowsKey: SelectorIdentity, read: @escaping @Sendable (Entity?) -> Output, isClosure: Bool,
    makeAccess: @escaping @MainActor () -> RowAccess<Entity.ID, Output>
  ) {
    self.table = table
    self.id = id
    self.rowsKey = rowsKey
    self.read = read
    readsByClosure = isClosure
    self.makeAccess = makeAccess
  }

  override var isClosure: Bool { readsByClosure }

  /// Returns the node of all watched rows, and creates it if necessary.
  @MainActor
  func rows(
    in graph: SelectionGraph, _ state: UnsafePointer<State>
  ) -> RowsNode<Entity.ID, Output> {
    if let node: RowsNode<Entity.ID, Output> = graph.existingNode(rowsKey, state) { return node }
    graph.inspect(rowsKey)
    let node = RowsNode(identity: rowsKey, graph: graph, access: makeAccess(), state: state)
    graph.insert(node)
    return node
  }

  override func makeNode(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<Output> {
    RowNode(
      identity: selector.nodeKey, rows: rows(in: graph, state), id: id,
      hasCustomComparison: selector.hasCustomComparison, state: state)
  }

  override func makeObserver(
    for selector: StateSelector<State, Output>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (Output) -> Void
  ) -> StoreObserver {
    RowObserver(rows(in: graph, state), row: id, state: state, onChange: onChange)
  }

  override func makeObserver(
    delivered: Output, in graph: SelectionGraph, _ state: UnsafePointer<State>,
    onChange: @escaping (Output) -> Void
  ) -> StoreObserver? {
    let observer = RowObserver(rows(in: graph, state), row: id, state: state, onChange: onChange)
    observer.delivered = delivered
    return observer
  }

  /// True if the row has an observer, which has no node of its own.
  override func isWatchedWithoutNode(in graph: SelectionGraph) -> Bool {
    let observers = graph.nodes[rowsKey]?.allObservers ?? []
    return observers.contains { ($0 as? RowWatcher<Entity.ID>)?.row == id }
  }

  override func translated<Root>(
    _ selector: StateSelector<State, Output>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    guard let path = part.path(to: table) else {
      return super.translated(selector, through: part)
    }
    return StateSelector<Root, Output>(
      row: id, of: path, rowsKey: rowsKey.appended(to: part.identity),
      identity: selector.identity.appended(to: part.identity), read: read,
      didChange: selector.didChange, hasCustomComparison: selector.hasCustomComparison,
      isClosure: isClosure)
  }
}

extension StateSelector {
  /// Creates a selector of one row or of a part of it.
  @_alwaysEmitIntoClient
  init<Entity: Identifiable & Sendable>(
    row id: Entity.ID, of table: KeyPath<State, EntityTable<Entity>> & Sendable,
    rowsKey: SelectorIdentity, identity: SelectorIdentity,
    read: @escaping @Sendable (Entity?) -> Output,
    didChange: @escaping @Sendable (Output, Output) -> Bool, hasCustomComparison: Bool,
    isClosure: Bool = false
  ) where Entity.ID: Sendable {
    self.init(
      identity: identity, select: { read($0[keyPath: table][id: id]) }, didChange: didChange,
      hasCustomComparison: hasCustomComparison,
      strategy: RowStrategy(
        table: table, id: id, rowsKey: rowsKey, read: read, isClosure: isClosure,
        makeAccess: { RowAccess(table: table, read: read, didChange: didChange) }))
  }
}

/// The strategy of selectors of a property of a whole table: its ids, its count, or `isEmpty`.
///
/// The node stores the value of the property, never the table. Reading an unchanged property is
/// O(1): the table caches the array of ids, and comparing an array with itself reads no element.
@usableFromInline
final class TablePropertyStrategy<State, Table, Output>: SelectorStrategy<State, Output>,
  @unchecked Sendable
{
  // Sound: all stored properties are immutable.
  @usableFromInline let table: KeyPath<State, Table> & Sendable
  @usableFromInline let property: @Sendable (Table) -> Output

  @_alwaysEmitIntoClient
  init(
    _ property: @escaping @Sendable (Table) -> Output, of table: KeyPath<State, Table> & Sendable,
    didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.table = table
    self.property = property
    super.init(makeUpdate: { _ in
      let part = PartInState(table)
      return RootNode.reading(
        { part.borrow($0) { property(copy $0) } }, areEqual: { !didChange($0, $1) })
    })
  }

  override var isClosure: Bool { false }

  override func translated<Root>(
    _ selector: StateSelector<State, Output>, through part: StateGetter<Root, State>
  ) -> StateSelector<Root, Output> {
    guard let path = part.path(to: table) else {
      return super.translated(selector, through: part)
    }
    return StateSelector<Root, Output>(
      property, of: path, identity: selector.identity.appended(to: part.identity),
      didChange: selector.didChange)
  }
}

extension StateSelector {
  /// Creates a selector of a property of a whole table.
  @_alwaysEmitIntoClient
  init<Table>(
    _ property: @escaping @Sendable (Table) -> Output, of table: KeyPath<State, Table> & Sendable,
    identity: SelectorIdentity, didChange: @escaping @Sendable (Output, Output) -> Bool
  ) {
    self.init(
      identity: identity, select: { property($0[keyPath: table]) }, didChange: didChange,
      hasCustomComparison: false,
      strategy: TablePropertyStrategy(property, of: table, didChange: didChange))
  }
}
