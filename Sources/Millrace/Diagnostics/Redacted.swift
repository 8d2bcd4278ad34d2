// SPDX-License-Identifier: Apache-2.0

/// A secret value, which logs and traces do not contain, and which encoders write only on request.
///
/// ```swift
/// struct Login: Codable, Equatable {
///   var name = ""
///   @Redacted var password = ""
/// }
/// enum LoginAction: Codable { case setPassword(Redacted<String>) }
/// ```
///
/// Descriptions and dumps show `<redacted>`, and a mirror has no children. Encoders write the
/// placeholder ``Redactable/redacted``, which is therefore the value after decoding. An encoder
/// whose `userInfo` contains `true` for `CodingUserInfoKey.keepsSecrets` writes the value itself,
/// for an app that stores its own state.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  @inlinable
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a value outside of a property, as in `.setPassword(Redacted("…"))`.
  @inlinable
  public init(_ value: Value) {
    wrappedValue = value
  }
}

/// A type with a placeholder that encoders write instead of a secret.
public protocol Redactable {
  /// The placeholder.
  static var redacted: Self { get }
}

extension String: Redactable {
  /// The text `<redacted>`.
  public static var redacted: String { "<redacted>" }
}

extension Int: Redactable {
  /// Zero.
  public static var redacted: Int { 0 }
}

extension Double: Redactable {
  /// Zero.
  public static var redacted: Double { 0 }
}

extension Bool: Redactable {
  /// False.
  public static var redacted: Bool { false }
}

extension Optional: Redactable {
  /// Nil.
  public static var redacted: Wrapped? { nil }
}

extension Array: Redactable {
  /// An empty array.
  public static var redacted: [Element] { [] }
}

extension Dictionary: Redactable {
  /// An empty dictionary.
  public static var redacted: [Key: Value] { [:] }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text `<redacted>`, for every type of value.
  public var description: String { "<redacted>" }

  /// The text `<redacted>`, for every type of value.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}

extension CodingUserInfoKey {
  /// An encoder whose `userInfo` contains `true` for this key writes the values of ``Redacted``
  /// instead of their placeholders.
  public static let keepsSecrets = CodingUserInfoKey(rawValue: "millrace.keepsSecrets")
}

extension Redacted: Encodable where Value: Encodable {
  /// Encodes the placeholder, or the value if the encoder keeps secrets.
  ///
  /// The value encodes itself: strategies of the encoder, as for dates, do not apply to it.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    let keeps = CodingUserInfoKey.keepsSecrets.flatMap { encoder.userInfo[$0] as? Bool } ?? false
    try (keeps ? wrappedValue : Value.redacted).encode(to: encoder)
  }
}

extension Redacted: Decodable where Value: Decodable {
  /// Decodes what was encoded: the placeholder or the value.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: Any error of the decoder.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(from: decoder)
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional secret; if the key is missing, the value is nil.
  ///
  /// The compiler's `init(from:)` calls it. An optional property that becomes a ``Redacted`` one
  /// can therefore still be decoded from earlier data, in which nil was written as a missing key.
  ///
  /// - Parameters:
  ///   - type: The type of the secret.
  ///   - key: The key of the secret.
  /// - Returns: The secret.
  /// - Throws: Any error of the decoder.
  public func decode<Value: Decodable>(
    _ type: Redacted<Value?>.Type, forKey key: Key
  ) throws -> Redacted<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Redacted(nil)
  }
}
