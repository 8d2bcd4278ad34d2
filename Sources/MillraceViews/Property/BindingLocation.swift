// SPDX-License-Identifier: Apache-2.0

/// The location that a binding reads and writes.
@MainActor protocol BindingLocation<Value> {
  associatedtype Value

  /// The value at this location.
  var value: Value { get }

  /// Writes a value, with the transaction of the binding that is written.
  func write(_ value: Value, _ transaction: Transaction)

  /// Whether another location certainly refers to the same value.
  ///
  /// False if that is unknown: closures cannot be compared.
  func isSame(as other: any BindingLocation<Value>) -> Bool
}

/// A location whose value is computed from the value at another location.
@MainActor protocol DerivedLocation: BindingLocation {
  associatedtype Base: BindingLocation
  var base: Base { get }
}

extension DerivedLocation {
  func isSame(as other: any BindingLocation<Value>) -> Bool {
    (other as? Self)?.base.isSame(as: base) ?? false
  }
}

/// The location of the value of a `State`.
struct StateLocation<Value> {
  let storage: StateStorage<Value>
}

extension StateLocation: BindingLocation {
  var value: Value { storage.value }

  func write(_ value: Value, _ transaction: Transaction) { storage.value = value }

  func isSame(as other: any BindingLocation<Value>) -> Bool {
    (other as? Self)?.storage === storage
  }
}

/// A location that reads and writes its value with two closures.
struct ClosureLocation<Value> {
  let get: @MainActor () -> Value
  let set: @MainActor (Value, Transaction) -> Void
}

extension ClosureLocation: BindingLocation {
  var value: Value { self.get() }

  func write(_ value: Value, _ transaction: Transaction) { set(value, transaction) }

  func isSame(as other: any BindingLocation<Value>) -> Bool { false }
}

/// The location of a value that never changes.
struct ConstantLocation<Value> {
  let constant: Value
}

extension ConstantLocation: BindingLocation {
  var value: Value { constant }

  func write(_ value: Value, _ transaction: Transaction) {}

  func isSame(as other: any BindingLocation<Value>) -> Bool {
    guard let other = other as? Self else { return false }
    return Comparison.areEqual(constant, other.constant)
  }
}

/// The location of a property of the value at another location.
struct MemberLocation<Base: BindingLocation, Value> {
  let base: Base
  let keyPath: WritableKeyPath<Base.Value, Value>
}

extension MemberLocation: BindingLocation {
  var value: Value { base.value[keyPath: keyPath] }

  func write(_ value: Value, _ transaction: Transaction) {
    var whole = base.value
    whole[keyPath: keyPath] = value
    base.write(whole, transaction)
  }

  func isSame(as other: any BindingLocation<Value>) -> Bool {
    guard let other = other as? Self else { return false }
    return keyPath == other.keyPath && base.isSame(as: other.base)
  }
}

/// The location of one element of a collection at another location.
///
/// While the index is out of bounds, it reads the fallback and ignores writes.
struct ElementLocation<Base: BindingLocation>
where Base.Value: MutableCollection & RandomAccessCollection {
  let base: Base
  let index: Base.Value.Index
  let fallback: Base.Value.Element
}

extension ElementLocation: BindingLocation {
  var value: Base.Value.Element {
    let all = base.value
    return all.startIndex <= index && index < all.endIndex ? all[index] : fallback
  }

  func write(_ value: Base.Value.Element, _ transaction: Transaction) {
    var all = base.value
    guard all.startIndex <= index, index < all.endIndex else { return }
    all[index] = value
    base.write(all, transaction)
  }

  func isSame(as other: any BindingLocation<Base.Value.Element>) -> Bool {
    guard let other = other as? Self else { return false }
    return index == other.index && base.isSame(as: other.base)
  }
}

/// The location of the value in an optional at another location.
///
/// While the optional is nil, it reads the fallback and ignores writes.
struct UnwrappedLocation<Base: BindingLocation, Wrapped> where Base.Value == Wrapped? {
  let base: Base
  let fallback: Wrapped
}

extension UnwrappedLocation: DerivedLocation {
  var value: Wrapped { base.value ?? fallback }

  func write(_ value: Wrapped, _ transaction: Transaction) {
    if base.value != nil { base.write(value, transaction) }
  }
}

/// The location of the value at another location, as an optional.
///
/// Writing nil does nothing.
struct WrappedLocation<Base: BindingLocation> {
  let base: Base
}

extension WrappedLocation: DerivedLocation {
  var value: Base.Value? { base.value }

  func write(_ value: Base.Value?, _ transaction: Transaction) {
    if let value { base.write(value, transaction) }
  }
}
