// SPDX-License-Identifier: Apache-2.0

/// The way in which a type decodes one of its cases.
///
/// To determine it, the type is decoded from an object whose only key is the name of the case.
/// Synthesized decoding of an enum first reads which key is present, and then the values of that
/// case. The first value has the key `_0` if it has no label. The decoder throws before it decodes
/// a value, and also if the name is not a key of the type.
struct CaseForm {
  /// True if the name is a key of the type.
  private(set) var hasCase = false
  /// True if the type reads which keys are present, as enums do.
  private(set) var isEnum = false
  /// The type of the first value of the case, if the value has no label.
  private(set) var inner: (any Decodable.Type)?

  /// Determines how a type decodes the case with a name.
  init(of type: any Decodable.Type, case name: String) {
    let notes = Notes(name: name)
    // The decoder throws where the type decodes a value of the case.
    _ = try? type.init(from: Reader(notes: notes))
    (hasCase, isEnum, inner) = (notes.hasCase, notes.isEnum, notes.inner)
  }

  /// The coding keys of a type, or nil if they are not `CaseIterable`.
  static func keys(of type: any Decodable.Type) -> [String]? {
    let notes = Notes(name: nil)
    _ = try? type.init(from: Reader(notes: notes))
    return notes.keys
  }

  /// The results that the decoder collects.
  private final class Notes {
    /// The name of the case, or nil if the decoder collects the keys of the type.
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

  /// A decoder that contains an object with a single key.
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
      return KeyedDecodingContainer(Keys(notes: notes, key: key))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw End() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw End() }
  }

  /// The container for the cases of an enum, and the container for the values of a case.
  private struct Keys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    /// The key of the case, or nil in the container for its values.
    let key: Key?
    var codingPath: [any CodingKey] { [] }

    var allKeys: [Key] {
      guard let key else { return [] }
      notes.isEnum = true
      return [key]
    }
    func contains(_ key: Key) -> Bool { self.key == nil || key.stringValue == notes.name }
    func decodeNil(forKey key: Key) throws -> Bool {
      if self.key != nil { throw End() }
      return false
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      if self.key == nil, key.stringValue == "_0" { notes.inner = type }
      throw End()
    }
    func nestedContainer<Inner: CodingKey>(
      keyedBy type: Inner.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Inner> {
      guard self.key != nil, notes.isEnum, key.stringValue == notes.name else { throw End() }
      return KeyedDecodingContainer(Keys<Inner>(notes: notes, key: nil))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw End()
    }
    func superDecoder() throws -> any Decoder { throw End() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw End() }
  }
}
