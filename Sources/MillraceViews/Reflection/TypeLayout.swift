// SPDX-License-Identifier: Apache-2.0

@_spi(Reflection) import Swift

/// What the runtime needs to know of a type's stored properties, found once per type.
@MainActor final class TypeLayout {
  /// A stored property that is a `DynamicProperty`.
  struct DynamicField {
    let offset: Int
    let type: any DynamicProperty.Type
  }

  /// A stored property that tells two values of the type apart.
  struct Field {
    let offset: Int
    let areEqual: Comparison.Function
  }

  /// The dynamic properties, in the order of their declaration.
  let dynamicFields: [DynamicField]
  /// How to compare two values of the type.
  let areEqual: Comparison.Function

  private static var cache: [ObjectIdentifier: TypeLayout] = [:]

  /// The layout of a type.
  static func of<T>(_ type: T.Type) -> TypeLayout {
    if let known = cache[ObjectIdentifier(type)] { return known }
    let layout = TypeLayout(type)
    cache[ObjectIdentifier(type)] = layout
    return layout
  }

  private init<T>(_ type: T.Type) {
    var dynamicFields: [DynamicField] = []
    Self.forEachField(of: type) { offset, fieldType, _ in
      if let dynamic = fieldType as? any DynamicProperty.Type {
        dynamicFields.append(DynamicField(offset: offset, type: dynamic))
      }
    }
    self.dynamicFields = dynamicFields
    areEqual = Comparison.function(for: type)
  }

  /// Calls a closure with offset, type and kind of every stored property of a struct or tuple.
  static func forEachField(
    of type: Any.Type, _ body: (_ offset: Int, _ type: Any.Type, _ kind: FieldKind) -> Void
  ) {
    _ = _forEachField(of: type) { _, offset, fieldType, kind in
      switch kind {
      case .struct, .tuple: body(offset, fieldType, .aggregate)
      case .class: body(offset, fieldType, .object)
      default: body(offset, fieldType, .other)
      }
      return true
    }
  }

  /// What the comparison of a stored property depends on.
  enum FieldKind {
    case aggregate
    case object
    case other
  }
}
