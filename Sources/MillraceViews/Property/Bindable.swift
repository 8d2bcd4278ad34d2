// SPDX-License-Identifier: Apache-2.0

import Observation

/// A property wrapper that creates bindings to the properties of an observable object.
///
/// ```swift
/// @Bindable var book: Book
/// // ...
/// TextField("Title", text: $book.title)
/// ```
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  /// The object.
  public var wrappedValue: Value

  /// The wrapper itself, which creates bindings.
  public var projectedValue: Bindable<Value> { self }

  /// Unavailable: the value must be an observable object.
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

  /// Creates a wrapper from another one.
  ///
  /// Swift calls it for a parameter with this property wrapper.
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

/// The location of a property of an object.
private struct ObjectLocation<Object: AnyObject, Value> {
  let object: Object
  let keyPath: ReferenceWritableKeyPath<Object, Value>
}

extension ObjectLocation: BindingLocation {
  var value: Value { object[keyPath: keyPath] }

  func write(_ value: Value, _ transaction: Transaction) { object[keyPath: keyPath] = value }

  func isSame(as other: any BindingLocation<Value>) -> Bool {
    guard let other = other as? Self else { return false }
    return object === other.object && keyPath == other.keyPath
  }
}
