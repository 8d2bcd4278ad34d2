// SPDX-License-Identifier: Apache-2.0

import Observation

/// Makes bindings to the properties of an observable object.
///
/// ```swift
/// @Bindable var book: Book
/// // ...
/// TextField("Title", text: $book.title)
/// ```
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// The wrapper itself, which makes bindings.
  public var projectedValue: Bindable<Value> { self }

  /// Is not there: the value must be an observable object.
  @available(*, unavailable, message: "the value must be an object that is Observable")
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  fileprivate init(held: Value) {
    wrappedValue = held
  }
}

extension Bindable where Value: AnyObject, Value: Observable {
  /// Wraps an object.
  public init(wrappedValue: Value) {
    self.init(held: wrappedValue)
  }

  /// Wraps an object.
  public init(_ wrappedValue: Value) {
    self.init(held: wrappedValue)
  }

  /// Takes over a wrapper, as the initializer of a property wrapper.
  public init(projectedValue: Bindable<Value>) {
    self = projectedValue
  }

  /// A binding to a property of the object.
  public subscript<Subject>(
    dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding(ObjectLocation(object: wrappedValue, keyPath: keyPath))
  }
}

extension Bindable: Identifiable where Value: Identifiable {
  /// The id of the object.
  public var id: Value.ID { wrappedValue.id }
}

/// A property of an object.
private struct ObjectLocation<Object: AnyObject, Value> {
  let object: Object
  let keyPath: ReferenceWritableKeyPath<Object, Value>
}

extension ObjectLocation: BindingLocation {
  var value: Value {
    get { object[keyPath: keyPath] }
    nonmutating set { object[keyPath: keyPath] = newValue }
  }

  func isSame(as other: any BindingLocation<Value>) -> Bool {
    guard let other = other as? Self else { return false }
    return object === other.object && keyPath == other.keyPath
  }
}
