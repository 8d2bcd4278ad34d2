// SPDX-License-Identifier: Apache-2.0

/// How a type reads one of its cases, found by having it read a value that has nothing but the name
/// of the case.
///
/// An enum that is read as Swift's own coding does asks which of its keys are there, then for the
/// values of that case, the first of which is under `_0` if it has no label. Nothing is read to the
/// end, and a type is shown no name that is none of its keys.
struct CaseForm {
  /// Whether the name is one of its keys.
  private(set) var hasCase = false
  /// Whether it asks which keys are there, as enums do.
  private(set) var isEnum = false
  /// The type of the first value of the case, if that has no label.
  private(set) var inner: (any Decodable.Type)?

  /// Asks a type.
  init(of type: any Decodable.Type, case name: String) {
    let notes = Notes(name: name)
    // It ends with an error where a value of the case would be.
    _ = try? type.init(from: Reader(notes: notes))
    (hasCase, isEnum, inner) = (notes.hasCase, notes.isEnum, notes.inner)
  }

  /// The keys of a type, if they are `CaseIterable`.
  static func keys(of type: any Decodable.Type) -> [String]? {
    let notes = Notes(name: nil)
    _ = try? type.init(from: Reader(notes: notes))
    return notes.keys
  }

  private final class Notes {
    /// The case; nil where the keys are asked for.
    let name: String?
    var hasCase = false
    var isEnum = false
    var keys: [String]?
    var inner: (any Decodable.Type)?

    init(name: String?) {
      self.name = name
    }
  }

  private struct End: Error {}

  /// What the type reads: an object with one key.
  private struct Reader: Decoder {
    let notes: Notes
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
      keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
      func all<Keys: CaseIterable>(_ keys: Keys.Type) -> [String] {
        keys.allCases.compactMap { ($0 as? any CodingKey)?.stringValue }
      }
      guard let name = notes.name else {
        notes.keys = (type as? any CaseIterable.Type).map { all($0) }
        throw End()
      }
      guard let key = Key(stringValue: name) else { throw End() }
      notes.hasCase = true
      return KeyedDecodingContainer(Cases(notes: notes, key: key))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw End() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw End() }
  }

  /// The cases of an enum.
  private struct Cases<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    let key: Key
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
      notes.isEnum = true
      return [key]
    }
    func contains(_ key: Key) -> Bool { key.stringValue == notes.name }
    func decodeNil(forKey key: Key) throws -> Bool { throw End() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      throw End()
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      guard notes.isEnum, key.stringValue == notes.name else { throw End() }
      return KeyedDecodingContainer(Values<Inner>(notes: notes))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw End()
    }
    func superDecoder() throws -> any Decoder { throw End() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw End() }
  }

  /// The values of a case; the first one is noted.
  private struct Values<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      if key.stringValue == "_0" { notes.inner = type }
      throw End()
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      throw End()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw End()
    }
    func superDecoder() throws -> any Decoder { throw End() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw End() }
  }
}
