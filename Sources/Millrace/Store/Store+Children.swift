// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Lets another store live no longer than this one.
  ///
  /// The store of a screen owns the stores of its parts this way. This store keeps the child
  /// alive; when it goes away, the child ends, even if somebody else still holds it: its effects
  /// are cancelled, its observers hear no more, its own children end, and actions are rejected with
  /// ``StoreEnded``. Its last state can still be read. If this store has ended already, the child
  /// ends at once.
  public func addChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    precondition(
      child !== self, "Millrace: a store cannot be its own child. Pass the store of the part.")
    if existingEngine?.isEnded == true { return child.end() }
    children.append(child)
  }

  /// Lets go of a child, which then lives as long as somebody holds it.
  public func removeChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    children.removeAll { $0 === child }
  }
}

/// A store that can be ended by its parent.
@MainActor
protocol ChildStore: AnyObject {
  func end()
}

extension Store: ChildStore {
  func end() {
    existingEngine?.shutDown()
    // Taken out first: a binding that ends looks there, and children of each other end once.
    let (bound, ending) = (bindings, children)
    bindings = [:]
    children = []
    for binding in bound.values { binding.cancel() }
    for child in ending { child.end() }
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
