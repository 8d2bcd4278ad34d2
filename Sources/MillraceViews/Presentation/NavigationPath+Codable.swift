// SPDX-License-Identifier: Apache-2.0

import Foundation

extension NavigationPath {
  /// The path in a form that can be stored, or nil if the type of a value is not `Codable`.
  public var codable: CodableRepresentation? {
    values.allSatisfy { $0.type is any (Codable & Hashable).Type }
      ? CodableRepresentation(values: values) : nil
  }

  /// Creates a path from its stored form.
  public init(_ codable: CodableRepresentation) {
    self.init()
    values = codable.values
  }

  /// The values of a path, with the names of their types.
  ///
  /// Decode only data that the application has written itself: the data names the types that are
  /// decoded. On a page, `pageAddress` is usually the better place for a path.
  public struct CodableRepresentation: Equatable {
    fileprivate let values: [NavigationValue]
  }
}

extension NavigationPath.CodableRepresentation: Codable {
  /// Reads a path.
  ///
  /// It throws an error if the program has no `Codable` type with a stored name, or if the type
  /// cannot read the stored value.
  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var values: [NavigationValue] = []
    while !container.isAtEnd {
      let name = try container.decode(String.self)
      let text = try container.decode(String.self)
      guard let type = _typeByName(name) as? any (Codable & Hashable).Type else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "no Codable and Hashable type has the name \(name)")
      }
      values.append(try Self.value(type, text))
    }
    self.values = values
  }

  private static func value<Value: Codable & Hashable>(
    _ type: Value.Type, _ text: String
  ) throws -> NavigationValue {
    NavigationValue(try JSONDecoder().decode(type, from: Data(text.utf8)))
  }

  /// Writes the name of the type of each level, and its value as JSON.
  ///
  /// It throws an error if a type has no name, or if a value cannot be written.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values {
      guard let encodable = value.value.base as? any Codable,
        let name = _mangledTypeName(value.type)
      else {
        throw EncodingError.invalidValue(
          value.value.base,
          EncodingError.Context(
            codingPath: container.codingPath, debugDescription: "the value's type has no name"))
      }
      try container.encode(name)
      try container.encode(String(decoding: JSONEncoder().encode(encodable), as: UTF8.self))
    }
  }
}
