// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift

/// The layout of a type's stored properties.
///
/// It is computed once for each type.
@MainActor final class TypeLayout {
  /// A stored property that is a `DynamicProperty`.
  struct DynamicField {
    let offset: Int
    let type: any DynamicProperty.Type
  }

  /// A stored property that is compared when two values of the type are compared.
  struct Field {
    let offset: Int
    let areEqual: Comparison.Function
  }

  /// The dynamic properties, in the order of their declaration.
  let dynamicFields: [DynamicField]
  /// Compares two values of the type.
  let areEqual: Comparison.Function

  private static var cache: [ObjectIdentifier: TypeLayout] = [:]

  /// Returns the layout of a type.
  static func of<T>(_ type: T.Type) -> TypeLayout {
    if let known = cache[ObjectIdentifier(type)] { return known }
    let layout = TypeLayout(type)
    cache[ObjectIdentifier(type)] = layout
    return layout
  }

  private init<T>(_ type: T.Type) {
    var dynamicFields: [DynamicField] = []
    Self.forEachField(of: type) { offset, fieldType in
      if let dynamic = fieldType as? any DynamicProperty.Type {
        dynamicFields.append(DynamicField(offset: offset, type: dynamic))
      } else if type is any PropertyHolder.Type {
        Self.forDynamicFields(of: fieldType) { inner, type in
          dynamicFields.append(DynamicField(offset: offset + inner, type: type))
        }
      }
    }
    self.dynamicFields = dynamicFields
    areEqual = Comparison.function(for: type)
  }

  /// Calls a closure with the offset and type of each field that is a dynamic property.
  private static func forDynamicFields(
    of type: Any.Type, _ body: (Int, any DynamicProperty.Type) -> Void
  ) {
    func open<F>(_ type: F.Type) {
      forEachField(of: type) { offset, fieldType in
        if let dynamic = fieldType as? any DynamicProperty.Type { body(offset, dynamic) }
      }
    }
    _openExistential(type, do: open)
  }

  /// Calls a closure with the offset and type of each stored property of a struct or tuple.
  ///
  /// - Returns: whether the type is a struct or a tuple. Fields of other types cannot be visited.
  @discardableResult
  static func forEachField<T>(
    of type: T.Type, _ body: (_ offset: Int, _ type: Any.Type) -> Void
  ) -> Bool {
    var hasFields = false
    _ = _forEachField(of: Holder<T>.self) { _, _, _, kind in
      switch kind {
      case .struct, .tuple: hasFields = true
      default: break
      }
      return true
    }
    guard hasFields else { return false }
    return _forEachField(of: type) { _, offset, fieldType, _ in
      body(offset, fieldType)
      return true
    }
  }

  /// A struct with one field of the type.
  ///
  /// The kind of the type is read from that field, because visiting the fields of an existential
  /// type would crash.
  private struct Holder<T> {
    let value: T
  }
}
