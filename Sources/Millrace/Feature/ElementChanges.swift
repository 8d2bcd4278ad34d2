// SPDX-License-Identifier: Apache-2.0

/// The changes of the elements of a container that logs them: an ``EntityTable``.
///
/// With it, the work for the elements after a commit depends on the number of changed elements, and
/// an unchanged table costs the comparison of one stamp.
struct ElementChanges<Container, Key: Hashable & Sendable>: Sendable {
  /// Returns the version of the container.
  let stamp: @Sendable (Container) -> EntityStamp
  /// Returns the keys of the elements that were changed, inserted or removed since a version.
  ///
  /// The result is nil if they are not known, or if more changes than the limit were logged since.
  let keys: @Sendable (Container, EntityStamp, _ limit: Int) -> [Key]?
  /// Returns the position of the element with a key, or nil if there is none.
  let position: @Sendable (Container, Key) -> Int?
}

extension ElementChanges {
  /// Creates the access to the changes, or returns nil if the container does not log them.
  init?() {
    guard let table = Container.self as? any LoggedElements.Type else { return nil }
    func access<Table: LoggedElements>(_: Table.Type) -> ElementChanges? {
      // `Table` is `Container`. Its keys have the type `Key` if the elements are found by them.
      guard Table.ElementKey.self == Key.self else { return nil }
      return ElementChanges(
        stamp: { same($0, as: Table.self).stamp },
        keys: { container, stamp, limit in
          same(container, as: Table.self).keys(changedSince: stamp, limit: limit)
            .map { same($0, as: [Key].self) }
        },
        position: { container, key in
          same(container, as: Table.self).index(of: same(key, as: Table.ElementKey.self))
        })
    }
    guard let access = access(table) else { return nil }
    self = access
  }
}

/// Returns a value as a value of the same type that has another name in generic code.
private func same<Value, Same>(_ value: Value, as type: Same.Type) -> Same {
  // Sound: the two types are the same type, which the precondition checks.
  precondition(Value.self == type)
  return unsafeBitCast(value, to: type)
}

/// A collection that logs the changes of its elements.
private protocol LoggedElements: KeyedElements {
  var stamp: EntityStamp { get }
  func index(of key: ElementKey) -> Int?
  func keys(changedSince stamp: EntityStamp, limit: Int) -> [ElementKey]?
}

extension EntityTable: LoggedElements {
  fileprivate func keys(changedSince stamp: EntityStamp, limit: Int) -> [Entity.ID]? {
    storage.changes(since: stamp, limit: limit)?.map { $0.id }
  }
}
