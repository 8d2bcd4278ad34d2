// SPDX-License-Identifier: Apache-2.0

/// Compares two values of one type, as far as they can be compared.
///
/// The first rule that applies is used: a `ComparableProperty` is compared with its own function,
/// other dynamic properties by their bytes, objects of a class (except key paths) by identity,
/// `Equatable` values with `==`, plain data by its bytes, structs and tuples field by field. Any
/// other value, for example a closure or an `any` value, is equal to no value.
///
/// SwiftUI does not document how it compares a dynamic property. Comparing bytes is the strictest
/// way: if a property wrapper stores a new object at each `init`, the body runs again, as it may in
/// SwiftUI.
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
      return compareFields(of: type, by: byteFunction(for:))
    }
    if let keyPath = type as? any (AnyKeyPath & Equatable).Type {
      return compareEquatable(keyPath)
    }
    if type is AnyObject.Type || isOptionalObject(type) {
      return compareWord
    }
    if let equatable = type as? any Equatable.Type {
      return compareEquatable(equatable)
    }
    if _isPOD(type) { return byteFunction(for: type) }
    return compareFields(of: type, by: cachedFunction(for:))
  }

  /// Returns whether the bytes of two values are equal.
  ///
  /// Padding between the fields of structs and tuples is ignored.
  static func haveEqualBytes<T>(_ lhs: T, _ rhs: T) -> Bool {
    let function = byteFunction(for: T.self)
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

  /// Returns whether a type is an optional of a class; key paths do not count as objects.
  static func isOptionalObject(_ type: Any.Type) -> Bool {
    guard let optional = type as? any OptionalType.Type else { return false }
    return optional.wrapped is AnyObject.Type && !(optional.wrapped is AnyKeyPath.Type)
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

  private static func cachedFunction(for type: Any.Type) -> Function {
    func open<T>(_ type: T.Type) -> Function { TypeLayout.of(type).areEqual }
    return _openExistential(type, do: open)
  }

  /// Compares a `ComparableProperty` with its own function, and any other value by its bytes.
  ///
  /// Padding between the fields of structs and tuples is ignored; that within an enum is not.
  private static func byteFunction(for type: Any.Type) -> Function {
    func open<T>(_ type: T.Type) -> Function {
      if let dynamic = type as? any ComparableProperty.Type { return compareProperty(dynamic) }
      return areFieldsKnown(of: type)
        ? compareFields(of: type, by: byteFunction(for:))
        : compareBytes(count: MemoryLayout<T>.size)
    }
    return _openExistential(type, do: open)
  }

  /// Returns whether the known fields of a struct or tuple fill it, except for padding.
  ///
  /// Bit fields of C, for example, are not known.
  private static func areFieldsKnown<T>(of type: T.Type) -> Bool {
    var (end, hasGap) = (0, false)
    TypeLayout.forEachField(of: type) { offset, fieldType in
      func open<Value>(_: Value.Type) {
        guard MemoryLayout<Value>.size > 0 else { return }
        if offset - end >= MemoryLayout<Value>.alignment { hasGap = true }
        end = offset + MemoryLayout<Value>.size
      }
      _openExistential(fieldType, do: open)
    }
    return end > 0 && end == MemoryLayout<T>.size && !hasGap
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
