// SPDX-License-Identifier: Apache-2.0

/// Compares two values of one type, as far as they can be compared.
///
/// The first rule that applies is used: dynamic properties are compared by their bytes, objects
/// (except key paths) by identity, `Equatable` values with `==`, plain data by its bytes, structs
/// and tuples field by field. Any other value, for example a closure, is equal to no value.
///
/// SwiftUI does not document how it compares a dynamic property. Comparing bytes is the strictest
/// way, so a property wrapper that stores a new object at each `init` makes a body run again here
/// as well.
@MainActor enum Comparison {
  /// A function that compares the values at two addresses.
  typealias Function = @MainActor (UnsafeRawPointer, UnsafeRawPointer) -> Bool

  /// Returns whether two values are equal.
  static func areEqual<T>(_ lhs: T, _ rhs: T) -> Bool {
    let function = TypeLayout.of(T.self).areEqual
    return withUnsafePointer(to: lhs) { lhs in
      withUnsafePointer(to: rhs) { rhs in function(lhs, rhs) }
    }
  }

  /// Returns the comparison function for a type.
  static func function<T>(for type: T.Type) -> Function {
    if let dynamic = type as? any ComparableProperty.Type {
      return compareProperty(dynamic)
    }
    if type is any DynamicProperty.Type {
      return compareFields(of: type, by: bytes(of:))
    }
    if let keyPath = type as? any (AnyKeyPath & Equatable).Type {
      return compareEquatable(keyPath)
    }
    if type is AnyObject.Type || optionalObject(type) {
      return compareWord
    }
    if let equatable = type as? any Equatable.Type {
      return compareEquatable(equatable)
    }
    if _isPOD(type) { return compareBytes(count: MemoryLayout<T>.size) }
    return compareFields(of: type, by: layout(of:))
  }

  /// Returns whether the bytes of two values are equal, without padding bytes.
  static func haveEqualBytes<T>(_ lhs: T, _ rhs: T) -> Bool {
    let function = bytes(of: T.self)
    return withUnsafePointer(to: lhs) { lhs in
      withUnsafePointer(to: rhs) { rhs in function(lhs, rhs) }
    }
  }

  private static func compareProperty<T: ComparableProperty>(_: T.Type) -> Function {
    { lhs, rhs in
      // Typed: the function for a type is only called with the addresses of two values of that
      // type.
      lhs.assumingMemoryBound(to: T.self).pointee
        .isSameInput(as: rhs.assumingMemoryBound(to: T.self).pointee)
    }
  }

  private static func compareEquatable<T: Equatable>(_: T.Type) -> Function {
    { lhs, rhs in
      lhs.assumingMemoryBound(to: T.self).pointee == rhs.assumingMemoryBound(to: T.self).pointee
    }
  }

  private static let compareWord: Function = { lhs, rhs in
    lhs.load(as: UInt.self) == rhs.load(as: UInt.self)
  }

  private static func optionalObject(_ type: Any.Type) -> Bool {
    guard let optional = type as? any OptionalType.Type else { return false }
    return optional.wrapped is AnyObject.Type
  }

  private static func compareBytes(count: Int) -> Function {
    { lhs, rhs in
      count == 0
        || UnsafeRawBufferPointer(start: lhs, count: count)
          .elementsEqual(UnsafeRawBufferPointer(start: rhs, count: count))
    }
  }

  /// Compares structs and tuples field by field.
  ///
  /// Values of other types are equal only if the type has size zero.
  private static func compareFields<T>(
    of type: T.Type, by comparison: (Any.Type) -> Function
  ) -> Function {
    var fields: [TypeLayout.Field] = []
    let isComplete = TypeLayout.forEachField(of: type) { offset, fieldType in
      fields.append(TypeLayout.Field(offset: offset, areEqual: comparison(fieldType)))
    }
    guard isComplete, !fields.isEmpty else { return { _, _ in MemoryLayout<T>.size == 0 } }
    return { lhs, rhs in
      for field in fields {
        guard field.areEqual(lhs + field.offset, rhs + field.offset) else { return false }
      }
      return true
    }
  }

  private static func layout(of type: Any.Type) -> Function {
    func open<T>(_ type: T.Type) -> Function { TypeLayout.of(type).areEqual }
    return _openExistential(type, do: open)
  }

  /// Compares a `ComparableProperty` with its own function, and any other value by its bytes.
  private static func bytes(of type: Any.Type) -> Function {
    func open<T>(_ type: T.Type) -> Function {
      if let dynamic = type as? any ComparableProperty.Type { return compareProperty(dynamic) }
      var hasFields = false
      TypeLayout.forEachField(of: type) { _, _ in hasFields = true }
      return hasFields
        ? compareFields(of: type, by: bytes(of:)) : compareBytes(count: MemoryLayout<T>.size)
    }
    return _openExistential(type, do: open)
  }
}

/// A dynamic property with its own comparison of inputs.
@MainActor protocol ComparableProperty {
  /// Returns whether another value is the same input for the view.
  func isSameInput(as other: Self) -> Bool
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  static var wrapped: Any.Type { Wrapped.self }
}
