// SPDX-License-Identifier: Apache-2.0

extension EntityTable {
  /// How to get at a table within a state: in place by its offset, if it is a stored property.
  ///
  /// The closure is made where the types are known, so that it is specialized.
  @inlinable
  static func access<State>(
    _ keyPath: KeyPath<State, EntityTable>
  ) -> (UnsafeRawPointer) -> EntityTable {
    guard let offset = MemoryLayout<State>.offset(of: keyPath) else {
      // Typed: a recipe of this state is handed its address; the offset is that of the property.
      return { $0.assumingMemoryBound(to: State.self).pointee[keyPath: keyPath] }
    }
    return { ($0 + offset).assumingMemoryBound(to: EntityTable.self).pointee }
  }
}
