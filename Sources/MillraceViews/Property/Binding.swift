// SPDX-License-Identifier: Apache-2.0

/// A reference to a value that another view or object owns.
///
/// It can read and write the value.
///
/// ```swift
/// TextField("Name", text: $name)
/// TextField("Title", text: Binding(get: { model.title }, set: { model.title = $0 }))
/// ```
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
  let location: any BindingLocation<Value>

  /// The context of the changes that writes to the binding make.
  ///
  /// A binding that is created with a `set` of two parameters passes it on. Otherwise it has no
  /// effect: the views declare which of their changes are animated.
  public var transaction: Transaction

  init(_ location: some BindingLocation<Value>, _ transaction: Transaction = Transaction()) {
    self.location = location
    self.transaction = transaction
  }

  /// Creates a binding from two closures.
  ///
  /// The body of a view with such a binding runs each time that its parent's body runs, because
  /// closures cannot be compared.
  @preconcurrency public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void
  ) {
    self.init(ClosureLocation(get: get) { value, _ in set(value) })
  }

  /// Creates a binding from two closures, of which the second also gets the binding's transaction.
  ///
  /// The body of a view with such a binding runs each time that its parent's body runs, because
  /// closures cannot be compared.
  @preconcurrency public init(
    get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value, Transaction) -> Void
  ) {
    self.init(ClosureLocation(get: get, set: set))
  }

  /// Creates a binding from another one.
  ///
  /// Swift calls it for a parameter with this property wrapper.
  public init(projectedValue: Binding<Value>) {
    self = projectedValue
  }

  /// Creates a binding that always reads the same value and ignores writes.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(ConstantLocation(constant: value))
  }

  /// The value.
  ///
  /// A body that reads it runs again when it changes, if it is from a `State` or an observable
  /// object.
  @MainActor public var wrappedValue: Value {
    get { location.value }
    nonmutating set { location.write(newValue, transaction) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// Returns a binding to a property of the value.
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    func derive(_ base: some BindingLocation<Value>) -> Binding<Subject> {
      Binding<Subject>(MemberLocation(base: base, keyPath: keyPath), transaction)
    }
    return derive(location)
  }
}

extension Binding {
  /// Creates a binding to the value in an optional, or returns nil if the optional is nil now.
  ///
  /// If the optional becomes nil later, the binding reads the value that the optional had when the
  /// binding was created, and ignores writes.
  @MainActor public init?(_ base: Binding<Value?>) {
    func unwrap(_ location: some BindingLocation<Value?>) -> Binding<Value>? {
      guard let value = location.value else { return nil }
      return Binding(UnwrappedLocation(base: location, fallback: value), base.transaction)
    }
    guard let binding = unwrap(base.location) else { return nil }
    self = binding
  }

  /// Creates a binding to an optional from a binding to a value.
  ///
  /// Writing nil does nothing.
  nonisolated public init<V>(_ base: Binding<V>) where Value == V? {
    func wrap(_ location: some BindingLocation<V>) -> Binding<V?> {
      Binding<V?>(WrappedLocation(base: location), base.transaction)
    }
    self = wrap(base.location)
  }

  /// Returns a binding to one element.
  ///
  /// If the index is out of bounds, the binding reads the fallback.
  @MainActor func element(
    at index: Value.Index, fallback: Value.Element
  ) -> Binding<Value.Element> where Value: MutableCollection & RandomAccessCollection {
    func derive(_ base: some BindingLocation<Value>) -> Binding<Value.Element> {
      Binding<Value.Element>(
        ElementLocation(base: base, index: index, fallback: fallback), transaction)
    }
    return derive(location)
  }
}

// Sound: the value of a location is read and written on the main actor only.
extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: ComparableProperty {
  func isSameInput(as other: Binding<Value>) -> Bool {
    location.isSame(as: other.location)
      && transaction.animation == other.transaction.animation
      && transaction.disablesAnimations == other.transaction.disablesAnimations
  }
}
