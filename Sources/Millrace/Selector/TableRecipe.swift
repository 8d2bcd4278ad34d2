// SPDX-License-Identifier: Apache-2.0

/// A whole table.
@usableFromInline
final class TableRecipe<State, Entity: Identifiable & Sendable>: SelectorRecipe<
  State, EntityTable<Entity>
>,
@unchecked Sendable
where Entity.ID: Sendable {
  // Sound: nothing of it is written once it is made.
  @usableFromInline let table: KeyPath<State, EntityTable<Entity>> & Sendable
  @usableFromInline let access: (UnsafeRawPointer) -> EntityTable<Entity>
  /// How a direct call looks at it: by its stamp.
  @usableFromInline let reader: InputReader

  @inlinable
  init(_ table: KeyPath<State, EntityTable<Entity>> & Sendable) {
    self.table = table
    access = EntityTable<Entity>.access(table)
    let offset = MemoryLayout<State>.offset(of: table)
    reader = InputReader(isReadAgain: true) { old, state, _ in
      // Typed: it is handed the address of a state; the offset is that of the property.
      let new =
        if let offset {
          (state + offset).assumingMemoryBound(to: EntityTable<Entity>.self).pointee
        } else {
          state.assumingMemoryBound(to: State.self).pointee[keyPath: table]
        }
      // Sound: `old` is what this reader returned before.
      if let old, unsafeDowncast(old, to: RememberedTable<Entity>.self).stamp == new.stamp {
        return nil
      }
      return RememberedTable(new)
    }
  }

  @usableFromInline
  override func makeReader() -> InputReader? { reader }

  @MainActor
  @usableFromInline
  override func makeNode(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>
  ) -> SelectionNode<EntityTable<Entity>> {
    TableNode(identity: selector.nodeKey, graph: graph, access: access, state: state)
  }

  /// An observer of a table has its value, as an observer of any slice has.
  @MainActor
  @usableFromInline
  override func makeObserver(
    for selector: StateSelector<State, EntityTable<Entity>>, in graph: SelectionGraph,
    _ state: UnsafePointer<State>, onChange: @escaping (EntityTable<Entity>) -> Void
  ) -> StoreObserver {
    // A node of its own, which compares versions where that of the key path compares rows.
    let key = selector.nodeKey.ruled
    let slice = StateSelector(
      slice: table, identity: key, nodeKey: key, didChange: selector.didChange, isRuled: false)
    return slice.recipe.makeObserver(for: slice, in: graph, state, onChange: onChange)
  }

  @usableFromInline
  override func pulledBack<Root>(
    _ selector: StateSelector<State, EntityTable<Entity>>, along part: StatePart<Root, State>
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
  @inlinable
  init<Entity: Sendable>(
    table: KeyPath<State, EntityTable<Entity>> & Sendable, identity: SelectorIdentity
  ) where Output == EntityTable<Entity>, Entity.ID: Sendable {
    self.init(
      identity: identity, select: { $0[keyPath: table] }, didChange: { $0.stamp != $1.stamp },
      isRuled: false, recipe: TableRecipe(table))
  }
}
