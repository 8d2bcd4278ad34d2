// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Dispatches an action to this store for each change of another store's property.
  ///
  /// The action is dispatched while the other store calls its observers. If this store is idle, the
  /// action is therefore committed before the other store's dispatch returns. The binding ends when
  /// one of the two stores ends, and keeps neither alive.
  ///
  /// ```swift
  /// cart.bind(to: session, on: \.user) { .userChanged($0) }
  /// ```
  ///
  /// Complexity: O(1) to bind; per commit of the other store the cost of a subscription.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: True to dispatch an action for the current value too.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Returns the action for a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store holds
  ///   it; the caller does not have to.
  @discardableResult
  public func bind<OtherState, Value: Equatable & SendableMetatype>(
    to other: some StateProvider<OtherState>, on keyPath: KeyPath<OtherState, Value> & Sendable,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) -> StoreSubscription {
    bind(
      to: other, on: StateSelector(keyPath), initial: initial, fileID: fileID, function: function,
      line: line, with: action)
  }

  /// Dispatches an action to this store for each change of a selector's value in another store.
  ///
  /// ```swift
  /// cart.bind(to: session, on: selectDiscount) { .discountChanged($0) }
  /// ```
  ///
  /// Complexity: O(1) to bind; per commit of the other store the cost of a subscription.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - selector: The selector to watch; its `didChange` decides which values count as changes.
  ///   - initial: True to dispatch an action for the current value too.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Returns the action for a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store holds
  ///   it; the caller does not have to.
  @discardableResult
  public func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on selector: StateSelector<OtherState, Value>,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) -> StoreSubscription {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    lastBinding += 1
    let id = lastBinding
    // Only the observer in the other store holds it: it ends with that observer.
    let end = StoreSubscription { [weak self] in
      // The binding is released after it was removed from the table, because that may run other
      // code.
      _ = self?.bindings.removeValue(forKey: id)
    }
    let binding = other.subscribe(to: selector, initial: initial) { [weak self] value in
      withExtendedLifetime(end) { _ = self?.dispatch(action(value), source: source) }
    }
    // If the other store has ended already, `end` is released after this line.
    withExtendedLifetime(end) { bindings[id] = binding }
    if existingEngine?.isEnded == true { binding.cancel() }
    return binding
  }
}

extension Store {
  /// Makes another store a child of this one, which ends with this store.
  ///
  /// The store of a screen can own the stores of its parts in this way. This store holds the child
  /// strongly. When this store is released or ends, the child ends too, even if other code still
  /// holds it: its effects are cancelled, its observers are removed, its own children end, and
  /// further actions are rejected with ``DispatchReceipt/StoreEnded``. Its last state can still be
  /// read. If this store has ended already, the child ends at once.
  ///
  /// Stores can be children of each other, directly or through other stores: if one of them ends,
  /// all of them end. The call that closes such a cycle does not hold its child strongly; otherwise
  /// the stores would never be released. The order of the calls therefore matters. After
  /// `a.addChild(b)` and then `b.addChild(a)`, a reference to `a` keeps both stores alive. A
  /// reference to `b` does not keep `a` alive, and when `a` is released, `b` ends.
  ///
  /// Adding the same child again only decides again whether it is held strongly. Adding a store to
  /// itself stops the program.
  ///
  /// Complexity: O(n) for the n children of this store, of the child, and of all stores that the
  /// child holds.
  public func addChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    if child === self {
      fatalError("Millrace: a store cannot be its own child. Pass another store to addChild.")
    }
    if existingEngine?.isEnded == true { return child.end() }
    var visited: Set<ObjectIdentifier> = []
    let reference = ChildReference(child, isKept: !child.keeps(self, &visited))
    if let place = children.firstIndex(where: { $0.store === child }) {
      children[place] = reference
    } else {
      children.removeAll { $0.store == nil }
      children.append(reference)
    }
  }

  /// Removes a child without ending it; the child lives as long as other code holds it.
  ///
  /// Complexity: O(number of children).
  public func removeChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    // The access to `children` ends before the store is released, because that may remove others.
    children = children.filter { $0.store !== child }
  }
}

/// A store that can be ended by its parent.
@MainActor
protocol ChildStore: AnyObject, Sendable {
  /// Ends the store and its children.
  func end()
  /// True if this store holds a store strongly, directly or through its children; skips the stores
  /// that were visited before.
  func keeps(_ store: any ChildStore, _ visited: inout Set<ObjectIdentifier>) -> Bool
}

/// A parent's reference to a child.
struct ChildReference: Sendable {
  private(set) weak var store: (any ChildStore)?
  /// The same store, if the parent holds it strongly; otherwise nil.
  ///
  /// These references never form a cycle.
  let kept: (any ChildStore)?

  init(_ store: any ChildStore, isKept: Bool) {
    self.store = store
    kept = isKept ? store : nil
  }
}

extension Store: ChildStore {
  func end() {
    // Emptied first: a binding that ends accesses `bindings`, and stores that are children of each
    // other must end only once.
    let (bound, ending) = (bindings, children)
    bindings = [:]
    children = []
    Self.end(existingEngine, bound, ending)
  }

  static func end(
    _ engine: Engine<State, Action>?, _ bindings: [Int: StoreSubscription],
    _ children: [ChildReference]
  ) {
    engine?.shutDown()
    for binding in bindings.values { binding.cancel() }
    for child in children { child.store?.end() }
  }

  func keeps(_ store: any ChildStore, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    for case let child? in children.lazy.map({ $0.kept }) {
      guard visited.insert(ObjectIdentifier(child)).inserted else { continue }
      if child === store || child.keeps(store, &visited) { return true }
    }
    return false
  }
}
