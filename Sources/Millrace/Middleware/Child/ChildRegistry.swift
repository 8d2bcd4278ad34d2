// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The children of one lift that have effects, by place and key.
///
/// A child is known as long as one of its effects, by its id, or code that can still send for it
/// holds its ``ChildLife``. The last of them may let go on any thread; the lock guards the table.
@usableFromInline
final class ChildRegistry<Key: Hashable & Sendable>: Sendable {
  /// A class, because reading a weak property of a struct through a chain of optionals crashes.
  private final class Entry {
    private(set) weak var life: ChildLife?
    let number: UInt64

    init(_ life: ChildLife) {
      self.life = life
      number = life.number
    }
  }

  private struct Table {
    var entries: [ChildPath: [Key: Entry]] = [:]
    var lastNumber: UInt64 = 0

    mutating func remove(_ key: Key, at path: ChildPath) -> Entry? {
      guard let entry = entries[path]?.removeValue(forKey: key) else { return nil }
      if entries[path]?.isEmpty == true { entries[path] = nil }
      return entry
    }
  }

  private let table = Guarded(Table())
  @usableFromInline let hasChildren = Atomic(false)

  @usableFromInline init() {}

  /// Whether no child has effects: one plain load.
  @inlinable var isEmpty: Bool { !hasChildren.load(ordering: .acquiring) }

  /// The children at a place that have effects, in any order, with numbers that grow from life to
  /// life.
  func children(at path: ChildPath) -> [(key: Key, number: UInt64)] {
    table.withLock { ($0.entries[path] ?? [:]).map { ($0.key, $0.value.number) } }
  }

  /// The present life of a child that has effects.
  func existingLife(of key: Key, at path: ChildPath) -> ChildLife? {
    table.withLock { $0.entries[path]?[key]?.life }
  }

  /// The present life of a child, or a new one.
  @usableFromInline
  func life(of key: Key, at path: ChildPath) -> ChildLife {
    table.withLock { table in
      if let life = table.entries[path]?[key]?.life { return life }
      table.lastNumber += 1
      let number = table.lastNumber
      let life = ChildLife(number) { [weak self] in self?.forget(key, at: path, number) }
      table.entries[path, default: [:]][key] = Entry(life)
      hasChildren.store(true, ordering: .releasing)
      return life
    }
  }

  /// Ends the life of a child that has disappeared.
  ///
  /// - Returns: The id that all effects of that life have.
  @usableFromInline
  func end(_ key: Key, at path: ChildPath) -> ChildID? {
    let entry = table.withLock { table in
      defer { hasChildren.store(!table.entries.isEmpty, ordering: .releasing) }
      return table.remove(key, at: path)
    }
    // Outside the lock: it may be the last to hold the life.
    guard let life = entry?.life else { return nil }
    life.isMuted = true
    life.token.cancel()
    return life.id
  }

  private func forget(_ key: Key, at path: ChildPath, _ number: UInt64) {
    table.withLock { table in
      guard table.entries[path]?[key]?.number == number else { return }
      _ = table.remove(key, at: path)
      hasChildren.store(!table.entries.isEmpty, ordering: .releasing)
    }
  }
}

/// The time from a child's first effect until its effects have ended or it disappears.
///
/// A child that comes back under the same key has another life.
@usableFromInline
final class ChildLife: Sendable {
  let number: UInt64
  private let muted = Atomic(false)
  /// Cancelled once the child has disappeared.
  let token = EffectToken()
  private let onRelease: @Sendable () -> Void

  init(_ number: UInt64, onRelease: @escaping @Sendable () -> Void) {
    self.number = number
    self.onRelease = onRelease
  }

  deinit { onRelease() }

  /// The cancel id of all its effects.
  ///
  /// It holds the life: what an effect has sent may wait in the
  /// queue when its code is gone.
  @usableFromInline var id: ChildID { ChildID(life: self) }

  /// Whether what its code sends is dropped; for good once the child has disappeared.
  @usableFromInline var isMuted: Bool {
    get { muted.load(ordering: .acquiring) }
    set { muted.store(newValue, ordering: .releasing) }
  }

  /// The id that an effect of this child has in the store.
  ///
  /// It holds the life: a window of a throttle belongs to it also while no effect runs.
  func scoping(_ id: EffectID) -> EffectID { EffectID(ScopedID(life: self, id: id)) }

  private struct ScopedID: Hashable, Sendable {
    let life: ChildLife
    let id: EffectID

    static func == (lhs: ScopedID, rhs: ScopedID) -> Bool {
      lhs.life === rhs.life && lhs.id == rhs.id
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(life))
      hasher.combine(id)
    }
  }
}

/// The cancel id of all effects of one child.
@usableFromInline
struct ChildID: Hashable, Sendable {
  let life: ChildLife

  @usableFromInline
  static func == (lhs: ChildID, rhs: ChildID) -> Bool { lhs.life === rhs.life }

  @usableFromInline
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(life)) }
}
