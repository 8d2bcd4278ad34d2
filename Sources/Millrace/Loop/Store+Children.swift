// SPDX-License-Identifier: Apache-2.0

extension Store {
  /// Turns each change of another store's property into an action of this store.
  ///
  /// The action is dispatched in the same turn in which the other store tells its observers. The
  /// binding ends with either store and keeps neither alive.
  ///
  /// ```swift
  /// cart.bind(to: session, on: \.user) { .userChanged($0) }
  /// ```
  ///
  /// Complexity: O(1) to bind; per commit of the other store what a subscription costs.
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - keyPath: The property.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store keeps
  ///   it: you need not.
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

  /// Turns each change of what a selector yields from another store's state into an action.
  ///
  /// ```swift
  /// cart.bind(to: session, on: selectDiscount) { .discountChanged($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - other: A store or a projection.
  ///   - selector: What to watch; it says itself what counts as a change.
  ///   - initial: Whether the present value counts as a change.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - action: Makes an action of a value.
  /// - Returns: A subscription that ends the binding early when it is cancelled. This store keeps
  ///   it: you need not.
  @discardableResult
  public func bind<OtherState, Value>(
    to other: some StateProvider<OtherState>, on selector: StateSelector<OtherState, Value>,
    initial: Bool = false, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    with action: @escaping @MainActor (Value) -> Action
  ) -> StoreSubscription {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    let binding = StoreBinding { [weak self] value in
      self?.dispatch(action(value), source: source)
    } onEnd: { [weak self] id in
      // Let go of when it is out of the table: that may run code of others.
      _ = self?.bindings.removeValue(forKey: id)
    }
    let subscription = other.subscribe(to: selector, initial: initial) { binding.receive($0) }
    // If the other store has ended already, the binding ends with this line.
    withExtendedLifetime(binding) { bindings[ObjectIdentifier(binding)] = subscription }
    if existingEngine?.isEnded == true { subscription.cancel() }
    return subscription
  }
}

/// What the observed store holds of a binding; gone with the observer, and the binding with it.
@MainActor
private final class StoreBinding<Value> {
  let receive: @MainActor (Value) -> Void
  private let onEnd: @MainActor (ObjectIdentifier) -> Void

  init(
    _ receive: @escaping @MainActor (Value) -> Void,
    onEnd: @escaping @MainActor (ObjectIdentifier) -> Void
  ) {
    self.receive = receive
    self.onEnd = onEnd
  }

  deinit {
    endOnMainActor { [onEnd, id = ObjectIdentifier(self)] in onEnd(id) }
  }
}

extension Store {
  /// Lets another store live no longer than this one.
  ///
  /// The store of a screen owns the stores of its parts this way. This store keeps the child
  /// alive; when it goes away, the child ends, even if it is still held elsewhere: its effects
  /// are cancelled, its observers hear no more, its own children end, and actions are rejected with
  /// ``DispatchReceipt/StoreEnded``. Its last state can still be read. If this store has ended
  /// already, the child ends at once.
  ///
  /// Stores may be each other's children, also by way of others: if one ends, all end. The addition
  /// that closes such a ring does not keep its child alive, so that the stores go away when nothing
  /// else holds them. So it matters which comes first: after `a.addChild(b)` and `b.addChild(a)`
  /// holding `a` is enough for both, while `b` alone holds nothing, and when `a` goes, `b` ends
  /// with it.
  ///
  /// A child that is added again is not there twice.
  ///
  /// Complexity: O(n) for the children of this store and of all stores that the child keeps alive.
  public func addChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    precondition(
      child !== self, "Millrace: a store cannot be its own child. Pass the store of the part.")
    if existingEngine?.isEnded == true { return child.end() }
    var visited: Set<ObjectIdentifier> = []
    let reference = ChildReference(child, isKept: !child.keeps(self, &visited))
    if let place = children.firstIndex(where: { $0.store === child }) {
      children[place] = reference
    } else {
      children.append(reference)
    }
  }

  /// Lets go of a child, which then lives as long as another reference holds it.
  public func removeChild<ChildState, ChildAction>(_ child: Store<ChildState, ChildAction>) {
    // No access lasts while a store is let go of: that may remove others.
    children = children.filter { $0.store !== child }
  }
}

/// A store that can be ended by its parent.
@MainActor
protocol ChildStore: AnyObject, Sendable {
  func end()
  /// Whether a store lives as long as this one; looks at no store that was visited before.
  func keeps(_ store: any ChildStore, _ visited: inout Set<ObjectIdentifier>) -> Bool
}

/// A store that ends with its parent.
struct ChildReference: Sendable {
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
    // Taken out first: a binding that ends looks there, and children of each other end once.
    let (bound, ending) = (bindings, children)
    bindings = [:]
    children = []
    Self.end(existingEngine, bound, ending)
  }

  static func end(
    _ engine: Engine<State, Action>?, _ bindings: [ObjectIdentifier: StoreSubscription],
    _ children: [ChildReference]
  ) {
    engine?.shutDown()
    for binding in bindings.values { binding.cancel() }
    for child in children { child.store?.end() }
  }

  func keeps(_ store: any ChildStore, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    for child in children.compactMap(\.kept) {
      guard visited.insert(ObjectIdentifier(child)).inserted else { continue }
      if child === store || child.keeps(store, &visited) { return true }
    }
    return false
  }
}

extension DispatchReceipt {
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
}
