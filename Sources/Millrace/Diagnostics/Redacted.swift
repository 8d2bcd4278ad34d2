// SPDX-License-Identifier: Apache-2.0

/// A secret value, which is written to no log, no trace and no other output.
///
/// ```swift
/// struct Login: Codable, Equatable {
///   var name = ""
///   @Redacted var password = ""
/// }
/// enum LoginAction: Codable { case setPassword(Redacted<String>) }
/// ```
///
/// A stand-in is written in its place: in descriptions, dumps and mirrors, and by every encoder, so
/// that a decoded value is the stand-in. An encoder whose `userInfo` says `keepsSecrets` writes the
/// value itself, for an app that stores its own state.
@propertyWrapper
public struct Redacted<Value: Redactable> {
  /// The value.
  public var wrappedValue: Value

  /// Wraps a value.
  @inlinable
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a value, where it is no property: `.setPassword(Redacted("…"))`.
  @inlinable
  public init(_ value: Value) {
    wrappedValue = value
  }
}

/// A type with a value that stands in for secrets.
public protocol Redactable {
  /// What is written in the place of a secret.
  static var redacted: Self { get }
}

extension String: Redactable {
  /// A text that says so.
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
  /// None.
  public static var redacted: Wrapped? { nil }
}

extension Array: Redactable {
  /// No elements.
  public static var redacted: [Element] { [] }
}

extension Dictionary: Redactable {
  /// No entries.
  public static var redacted: [Key: Value] { [:] }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Says that there is a secret.
  public var description: String { "<redacted>" }

  /// Says that there is a secret.
  public var debugDescription: String { description }

  /// Shows nothing of the value.
  public var customMirror: Mirror {
    Mirror(self, children: EmptyCollection<Mirror.Child>(), displayStyle: .struct)
  }
}

extension CodingUserInfoKey {
  /// With `true`, an encoder writes the values of ``Redacted`` and not their stand-ins.
  public static let keepsSecrets = CodingUserInfoKey(rawValue: "millrace.keepsSecrets")
}

extension Redacted: Encodable where Value: Encodable {
  /// Writes the stand-in, or the value where the encoder is told to keep secrets.
  ///
  /// - Parameter encoder: Where to.
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    let keeps = CodingUserInfoKey.keepsSecrets.flatMap { encoder.userInfo[$0] as? Bool } ?? false
    try (keeps ? wrappedValue : Value.redacted).encode(to: encoder)
  }
}

extension Redacted: Decodable where Value: Decodable {
  /// Reads what was written: the value, or its stand-in.
  ///
  /// - Parameter decoder: Where from.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value(from: decoder)
  }
}
