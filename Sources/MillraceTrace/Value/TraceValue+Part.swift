// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TraceValue {
  /// Encodes a part of a value.
  ///
  /// `Redacted` values are replaced with their placeholders.
  ///
  /// The result is equal to `TraceValue(encoding: value)[path: path]`, but the rest of the value is
  /// not encoded.
  ///
  /// Complexity: linear in the size of the part, and in the number of members and elements beside
  /// the path, which are not encoded. If the part is written by a nested container or a super
  /// encoder, the whole value is encoded.
  ///
  /// - Parameters:
  ///   - path: The path of the part.
  ///   - value: The value.
  /// - Returns: The part, or nil if the value has no such part.
  /// - Throws: The error of the value's encoding, or a ``TraceError`` as for
  ///   ``TraceValue/init(encoding:)``.
  public static func part(at path: TracePath, of value: some Encodable) throws -> TraceValue? {
    let found = FoundPart()
    try found.look(for: path.steps[...], in: value, [])
    return found.needsWhole ? try TraceValue(encoding: value)[path: path] : found.value
  }
}

/// The result of the search for a part, which the encoders set.
private final class FoundPart {
  var value: TraceValue?
  /// True if the part is written by a nested container or a super encoder.
  ///
  /// Then the whole value must be encoded.
  var needsWhole = false

  func look<Part: Encodable>(
    for steps: ArraySlice<TracePath.Step>, in part: Part, _ codingPath: [any CodingKey]
  ) throws {
    if steps.isEmpty { return value = try TraceValue(encoding: part) }
    // `JSONEncoder` writes these as strings and numbers and does not call their `encode(to:)`.
    if part is Data || part is URL || part is Decimal { return value = nil }
    try part.encode(
      to: PartEncoder(found: self, type: Part.self, steps: steps, codingPath: codingPath))
  }
}

/// Encodes only the values on the path to a part.
private struct PartEncoder: Encoder {
  let found: FoundPart
  /// The type of the value that is being encoded.
  let type: Any.Type
  /// The steps from this value to the part; there is at least one.
  let steps: ArraySlice<TracePath.Step>
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(PartMembers(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { PartElements(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { PartValue(encoder: self) }

  func encode(_ value: some Encodable, _ key: any CodingKey) throws {
    try found.look(for: steps.dropFirst(), in: value, codingPath + [key])
  }

  /// Returns the encoder for a nested container or a super encoder.
  func inner(_ key: any CodingKey, isNext: Bool) -> PartEncoder {
    let rest = steps.dropFirst()
    if isNext, !rest.isEmpty {
      return PartEncoder(
        found: found, type: Never.self, steps: rest, codingPath: codingPath + [key])
    }
    if isNext { found.needsWhole = true }
    // The result of this encoder is not used.
    return PartEncoder(
      found: FoundPart(), type: Never.self, steps: [.index(-1)], codingPath: codingPath + [key])
  }
}

private struct PartMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: PartEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func isNext(_ key: any CodingKey) -> Bool {
    encoder.steps.first == .name(key.stringValue)
  }

  func encodeNil(forKey key: Key) throws {
    if isNext(key) { try encoder.encode(Bool?.none, key) }
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if isNext(key) { try encoder.encode(value, key) }
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Inner> {
    encoder.inner(key, isNext: isNext(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.inner(key, isNext: isNext(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let key = PartKey(stringValue: "super")
    return encoder.inner(key, isNext: isNext(key))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.inner(key, isNext: isNext(key))
  }
}

private struct PartElements: UnkeyedEncodingContainer {
  let encoder: PartEncoder
  var count = 0
  var codingPath: [any CodingKey] { encoder.codingPath }

  /// Advances to the next element.
  ///
  /// - Returns: The key of the element, and whether the element is on the path.
  private mutating func next() -> (key: PartKey, isNext: Bool) {
    defer { count += 1 }
    return (PartKey(intValue: count), encoder.steps.first == .index(count))
  }

  mutating func encodeNil() throws {
    let (key, isNext) = next()
    if isNext { try encoder.encode(Bool?.none, key) }
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let (key, isNext) = next()
    if isNext { try encoder.encode(value, key) }
  }

  mutating func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type
  ) -> KeyedEncodingContainer<Inner> {
    let (key, isNext) = next()
    return encoder.inner(key, isNext: isNext).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (key, isNext) = next()
    return encoder.inner(key, isNext: isNext).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    let (key, isNext) = next()
    return encoder.inner(key, isNext: isNext)
  }
}

private struct PartValue: SingleValueEncodingContainer {
  let encoder: PartEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  // Nil has no parts.
  func encodeNil() throws {}

  func encode<Value: Encodable>(_ value: Value) throws {
    // Strings, numbers and booleans encode a value of their own type, and have no parts.
    guard Value.self != encoder.type else { return }
    try encoder.found.look(for: encoder.steps, in: value, codingPath)
  }
}

private struct PartKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
