// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The version of a table's contents: a number that is never given out twice in a process.
///
/// Every change gives an ``EntityTable`` a new stamp. Two tables with equal stamps are copies of
/// one another, wherever they came from; ``EntityTable/changes(since:)`` answers for a stamp that a
/// table had once. A stamp is a number: keeping one keeps no table alive and makes no change copy
/// anything.
///
/// A stamp means nothing in another process, so it cannot be encoded.
@frozen
public struct EntityStamp: Hashable, Sendable {
  @usableFromInline let number: UInt64

  @inlinable
  init(number: UInt64) {
    self.number = number
  }

  /// The stamp of every table that was never changed, and so has no entities.
  @inlinable public static var empty: EntityStamp { EntityStamp(number: 0) }
}

/// The last number that was given out.
private let lastStamp = Atomic<UInt64>(0)

extension EntityStamp {
  /// A stamp like no other, and greater than all that were given out before it.
  ///
  /// Complexity: O(1), one relaxed atomic addition. Threads that mutate one table do so one after
  /// the other, so that its own stamps grow.
  @usableFromInline
  static func next() -> EntityStamp {
    EntityStamp(number: lastStamp.add(1, ordering: .relaxed).newValue)
  }
}
