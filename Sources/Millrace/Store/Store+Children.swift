// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Lets another store live no longer than this one.
  ///
  /// The store of a screen owns the stores of its parts this way. This store keeps the child
  /// alive; when it goes away, the child ends, even if it is still held elsewhere: its effects
  /// are cancelled, its observers hear no more, its own children end, and actions are rejected with
  /// ``StoreEnded``. Its last state can still be read. If this store has ended already, the child
  /// ends at once.
  ///
  /// Stores may be each other's children, also by way of others: if one ends, all end. The addition
  /// that closes such a ring does not keep its child alive, so that the stores go away when nothing
  /// else holds them. So it matters which comes first: after `a.addChild(b)` and `b.addChild(a)`
  /// holding `a` is enough for both, while `b` alone holds nothing, and when `a` goes, `b` ends
  /// with it.
  ///
  /// Complexity: O(number of stores that the child keeps alive).
  public func addChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    precondition(
      child !== self, "Millrace: a store cannot be its own child. Pass the store of the part.")
    if existingEngine?.isEnded == true { return child.end() }
    children.append(ChildReference(child, isKept: !child.keeps(self)))
  }

  /// Lets go of a child, which then lives as long as another reference holds it.
  public func removeChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    children.removeAll { $0.store === child }
  }
}

/// A store that can be ended by its parent.
@MainActor
protocol ChildStore: AnyObject {
  func end()
  /// Whether a store lives as long as this one.
  func keeps(_ store: any ChildStore) -> Bool
}

/// A store that ends with its parent.
struct ChildReference {
  private(set) weak var store: (any ChildStore)?
  /// The same store, if the parent keeps it alive.
  ///
  /// These references make no ring.
  let kept: (any ChildStore)?

  init(_ store: any ChildStore, isKept: Bool) {
    self.store = store
    kept = isKept ? store : nil
  }
}

extension Store: ChildStore {
  func end() {
    existingEngine?.shutDown()
    // Taken out first: a binding that ends looks there, and children of each other end once.
    let (bound, ending) = (bindings, children)
    bindings = [:]
    children = []
    for binding in bound.values { binding.cancel() }
    for child in ending { child.store?.end() }
  }

  func keeps(_ store: any ChildStore) -> Bool {
    children.contains { $0.kept.map { $0 === store || $0.keeps(store) } ?? false }
  }
}

/// What an action gets that comes after the end of a child store.
public struct StoreEnded: Error, Equatable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// Says what happened, why, and what to do.
  public var description: String {
    """
    Millrace: the store has ended together with its parent and takes no more actions. Something \
    still holds it, a view or a callback for example. Let go of it, or take it from its parent \
    with `removeChild` if it is meant to live on.
    """
  }
}
