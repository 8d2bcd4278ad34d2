// SPDX-License-Identifier: Apache-2.0

/// A family of selectors with a parameter: one selector for each key.
///
/// Equal keys give the same selector.
///
/// ```swift
/// let selectBooks = SelectorFamily { (author: Author.ID) in
///   createSelector(\AppState.books) { books in books.filter { $0.author == author } }
/// }
/// let subscription = store.subscribe(to: selectBooks(7)) { books in show(books) }
/// ```
///
/// In a store, members with equal keys share one node, wherever they were created. `==` and `hash`
/// of a key must not use the store or the family. For direct calls, the family keeps the most
/// recently used members; a member made with `createSelector` caches the inputs and the output of
/// its last call.
///
/// Shape: `(Key) -> StateSelector<State, Output>`. Isolation: any thread.
public struct SelectorFamily<State, Key: Hashable & Sendable, Output>: Sendable {
  @usableFromInline let identity = SelectorIdentity.unique()
  @usableFromInline let members: Members
  @usableFromInline let make: @Sendable (Key) -> StateSelector<State, Output>

  /// Creates a family.
  ///
  /// - Parameters:
  ///   - keeping: The maximum number of members that the family keeps, at least 1. The least
  ///     recently used member is removed first. If more keys than that are used in turn, each call
  ///     creates its member again.
  ///   - make: Creates the member for a key. The member must depend on nothing but the key.
  @inlinable
  public init(
    keeping: Int = 256, _ make: @escaping @Sendable (Key) -> StateSelector<State, Output>
  ) {
    members = Members(limit: max(1, keeping))
    self.make = make
  }

  /// The member for a key.
  ///
  /// A key that is not equal to itself, such as a NaN, gets a new member at each call.
  ///
  /// Complexity: O(1), and one call of `make` if the family does not have the member.
  @inlinable
  public func callAsFunction(_ key: Key) -> StateSelector<State, Output> {
    // A key that is not equal to itself could not be found again, so its member could never be
    // removed from this family or from a store.
    guard key == key else { return make(key) }
    if let member = members.cache.withLock({ $0.use(key) }) { return member }
    // Created without the lock, because `make` can get another member of this family. The removed
    // member is released without the lock, because its deinitializer can use the family.
    let member = make(key).named(identity.keyed(key))
    let (present, _) = members.cache.withLock { cache in
      // Another thread can have added a member for the key.
      if let present = cache.use(key) { return (present, nil as StateSelector<State, Output>?) }
      return (member, cache.insert(member, for: key))
    }
    return present
  }

  /// The most recently used members.
  @usableFromInline
  final class Members: Sendable {
    @usableFromInline let cache: Guarded<LRUCache<Key, StateSelector<State, Output>>>

    @inlinable
    init(limit: Int) {
      cache = Guarded(LRUCache(limit: limit))
    }
  }
}

extension StateSelector {
  /// The same selector with another identity, unless it already has an identity that is not unique,
  /// such as that of a key path.
  @usableFromInline
  func named(_ name: SelectorIdentity) -> StateSelector {
    guard identity.isUnique else { return self }
    return StateSelector(
      identity: name, nodeKey: nodeKey == identity ? name : nodeKey, read: read,
      didChange: didChange, hasCustomComparison: hasCustomComparison, strategy: strategy,
      count: count)
  }
}
