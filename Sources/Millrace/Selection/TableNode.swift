// SPDX-License-Identifier: Apache-2.0

/// A whole table as an input: its stamp is kept, and the table is read when it is asked for.
///
/// A second reference to the table would make its next change copy the rows.
@usableFromInline
final class TableNode<Entity: Identifiable>: SelectionNode<EntityTable<Entity>> {
  // Sound: a constant, and a pure function; only its type does not say so.
  @usableFromInline nonisolated(unsafe) let access: (UnsafeRawPointer) -> EntityTable<Entity>
  // Exclusive: a stamp of the main actor's; to read or write it calls nothing.
  @usableFromInline @exclusivity(unchecked) var stamp: EntityStamp

  @inlinable
  init(
    identity: SelectorIdentity, graph: SelectionGraph,
    access: @escaping (UnsafeRawPointer) -> EntityTable<Entity>, state: UnsafeRawPointer
  ) {
    self.access = access
    stamp = access(state).stamp
    super.init(
      identity: identity, rank: 0, graph: graph, value: EntityTable(),
      isReadLate: true)
  }

  @inlinable
  override func refresh(_ state: UnsafeRawPointer, in graph: SelectionGraph) -> Bool {
    graph.pass.slicesCompared += 1
    let new = access(state).stamp
    if new == stamp { return false }
    stamp = new
    return true
  }

  @inlinable
  nonisolated override func readLate(_ state: UnsafeRawPointer) -> EntityTable<Entity> {
    access(state)
  }
}
