// SPDX-License-Identifier: Apache-2.0

/// The changes of the elements of a container that logs them: an ``EntityTable``.
///
/// With it, the work for the elements after a commit depends on the number of changed elements, and
/// an unchanged table costs the comparison of one stamp.
struct ElementChanges<Container, Key: Hashable>: Sendable {
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
    guard let changes = (Container.self as? any LoggedElements.Type)?.changes as? Self else {
      return nil
    }
    self = changes
  }
}

/// A collection that logs the changes of its elements.
private protocol LoggedElements: KeyedElements {
  var stamp: EntityStamp { get }
  func index(of key: ElementKey) -> Int?
  func keys(changedSince stamp: EntityStamp, limit: Int) -> [ElementKey]?
}

extension LoggedElements {
  fileprivate static var changes: Any {
    ElementChanges<Self, ElementKey>(
      stamp: { $0.stamp }, keys: { $0.keys(changedSince: $1, limit: $2) },
      position: { $0.index(of: $1) })
  }
}

extension EntityTable: LoggedElements {
  fileprivate func keys(changedSince stamp: EntityStamp, limit: Int) -> [Entity.ID]? {
    storage.changes(since: stamp, limit: limit)?.map { $0.id }
  }
}
