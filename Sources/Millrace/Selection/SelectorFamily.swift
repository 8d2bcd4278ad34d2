// SPDX-License-Identifier: Apache-2.0

/// Selectors that differ by a key: one selector per id, and the same one for the same id.
///
/// ```swift
/// let selectBooks = SelectorFamily { (author: Author.ID) in
///   createSelector(\AppState.books) { books in books.filter { $0.author == author } }
/// }
/// let subscription = store.subscribe(to: selectBooks(7)) { books in show(books) }
/// ```
///
/// In a store, members with equal keys share one node, wherever they were made; `==` and `hash` of
/// a key must not use the store. Called directly,
/// the members that were used last remember what each of them remembers.
///
/// Shape: `(Key) -> StateSelector<State, Output>`. Isolation: any thread.
public struct SelectorFamily<State, Key: Hashable & Sendable, Output>: Sendable {
  private let identity = SelectorIdentity.unique()
  private let members: Members
  private let make: @Sendable (Key) -> StateSelector<State, Output>

  /// Creates a family.
  ///
  /// - Parameters:
  ///   - keeping: How many members are kept for the next call; the least recently used goes
  ///     first.
  ///   - make: Makes the member for a key. It must depend on nothing else.
  public init(
    keeping: Int = 16, _ make: @escaping @Sendable (Key) -> StateSelector<State, Output>
  ) {
    members = Members(limit: max(1, keeping))
    self.make = make
  }

  /// The member for a key.
  ///
  /// A key that is not equal to itself, as a number that is none, gets a new member each time.
  ///
  /// Complexity: O(1), and once in a while the making of a member.
  public func callAsFunction(_ key: Key) -> StateSelector<State, Output> {
    // What cannot be found again must not be kept, neither here nor in a store.
    guard key == key else { return make(key) }
    if let member = members[key] { return member }
    // Made outside of the lock: to make one may ask this family for another.
    return members.insert(make(key).named(identity.keyed(AnyHashable(key))), for: key)
  }

  /// The members that are kept.
  private final class Members: Sendable {
    private let kept: Guarded<LRUCache<Key, StateSelector<State, Output>>>

    init(limit: Int) {
      kept = Guarded(LRUCache(limit: limit))
    }

    subscript(key: Key) -> StateSelector<State, Output>? {
      kept.withLock { $0.use(key) }
    }

    /// Keeps a member, unless another thread was faster.
    func insert(
      _ member: StateSelector<State, Output>, for key: Key
    ) -> StateSelector<State, Output> {
      // The member that goes is let go of without the lock: its deinitializer may ask for one.
      let (present, _) = kept.withLock { kept in
        if let present = kept.use(key) { return (present, nil as StateSelector<State, Output>?) }
        return (member, kept.insert(member, for: key))
      }
      return present
    }
  }
}

extension StateSelector {
  /// The same selector under another identity, unless what it reads already gives it one.
  func named(_ name: SelectorIdentity) -> StateSelector {
    guard identity.isUnique else { return self }
    return StateSelector(
      identity: name, nodeKey: nodeKey == identity ? name : nodeKey, dependencies: dependencies,
      read: read, didChange: didChange, hasCustomComparison: hasCustomComparison,
      strategy: strategy, count: count)
  }
}
