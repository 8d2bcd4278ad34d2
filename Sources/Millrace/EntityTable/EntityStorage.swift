// SPDX-License-Identifier: Apache-2.0

/// What a table consists of.
///
/// Copies of a table share one until one of them is changed.
///
/// It trusts its caller to have the only reference to it while it changes. Every method here
/// changes one row and logs it; how rows are kept sorted is in `EntityStorage+Sort.swift`.
@usableFromInline
final class EntityStorage<Entity: Identifiable> {
  @usableFromInline typealias ID = Entity.ID

  // Exclusive: what changes it holds it alone, and the entities' own code (`==`, `hash`, a rule)
  // has no way to it.
  @usableFromInline @exclusivity(unchecked) var rows = SlidingArray<Entity>()
  @usableFromInline @exclusivity(unchecked) var index = EntityIndex<ID>()
  @usableFromInline @exclusivity(unchecked) var log = EntityChangeLog<ID>()
  @usableFromInline @exclusivity(unchecked) var order: EntityOrder<Entity>?

  /// Whether it was decoded and has not been told its rule since; see `noteUnsorted()`.
  @usableFromInline @exclusivity(unchecked) var isDecoded = false

  @inlinable
  init(order: EntityOrder<Entity>?) {
    self.order = order
    if order != nil { LostOrder.note(Entity.self) }
  }

  /// A copy whose parts are shared until they are changed.
  ///
  /// Complexity: O(1).
  @inlinable
  init(sharing other: EntityStorage) {
    rows = other.rows
    index = other.index
    log = other.log
    order = other.order
    isDecoded = other.isDecoded
  }

  /// Puts a row of a new id behind the others, sorted or not.
  ///
  /// Complexity: amortized O(1).
  @inlinable
  func append(_ entity: Entity, _ id: ID, _ stamp: EntityStamp) {
    rows.append(entity)
    index.append(id)
    log.append(.inserted, id, stamp)
  }

  /// Moves the last row; where it was not before, that is part of its insertion.
  ///
  /// Complexity: O(n − position) moves.
  @inlinable
  func moveLast(to position: Int) {
    let last = rows.count - 1
    let target = Swift.min(Swift.max(0, position), last)
    if target == last { return }
    rows.moveElement(from: last, to: target)
    index.move(from: last, to: target)
  }

  /// Takes a row out.
  ///
  /// Complexity: O(distance to the nearer end) moves.
  @inlinable @discardableResult
  func remove(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Entity {
    let entity = rows.remove(at: position)
    index.remove(id)
    log.append(.removed, id, stamp)
    return entity
  }

  /// Notes that the row of `id` was written to, and moves it if it is out of order.
  ///
  /// Complexity: O(1), O(n) if it moves or takes the id of another row.
  @inlinable
  func wasWritten(_ id: ID, at position: Int, _ stamp: EntityStamp) {
    let newID = rows[position].id
    if newID == id {
      index.respell(newID, at: position)
      let isMoved = settle(position)
      log.append(isMoved ? .moved : .updated, newID, stamp)
    } else {
      _ = settle(rename(id, at: position, stamp))
    }
  }

  /// Follows an entity whose id is not `id` any more, and takes out the row that had the new one.
  ///
  /// - Returns: The position at which the entity is then.
  @inlinable
  func rename(_ id: ID, at position: Int, _ stamp: EntityStamp) -> Int {
    let newID = rows[position].id
    log.append(.removed, id, stamp)
    guard let other = index.position(of: newID) else {
      index.rename(id, to: newID)
      log.append(.inserted, newID, stamp)
      return position
    }
    rows.remove(at: other)
    index.remove(newID)
    index.rename(id, to: newID)
    // The id is now where the row of the old one was.
    log.append(.moved, newID, stamp)
    return other < position ? position - 1 : position
  }
}
