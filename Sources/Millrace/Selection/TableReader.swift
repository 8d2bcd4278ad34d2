// SPDX-License-Identifier: Apache-2.0

/// How to get at a table within a state.
///
/// A table that is a stored property is read in place, by its offset. The closures are made where
/// the types are known, so that they are specialized.
@usableFromInline
struct TableReader<State, Entity: Identifiable> {
  @usableFromInline let stamp: (UnsafePointer<State>) -> EntityStamp
  @usableFromInline let changes: (UnsafePointer<State>, EntityStamp) -> EntityChanges<Entity.ID>?

  @inlinable
  init(_ keyPath: KeyPath<State, EntityTable<Entity>>) {
    let access = Self.access(keyPath)
    stamp = { access($0).stamp }
    changes = { access($0).changes(since: $1) }
  }

  /// Reads the table by its offset if it has one.
  @inlinable
  static func access(
    _ keyPath: KeyPath<State, EntityTable<Entity>>
  ) -> (UnsafePointer<State>) -> EntityTable<Entity> {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      return { $0.pointee[keyPath: keyPath] }
    }
    return {
      (UnsafeRawPointer($0) + offset).assumingMemoryBound(to: EntityTable<Entity>.self).pointee
    }
  }
}
