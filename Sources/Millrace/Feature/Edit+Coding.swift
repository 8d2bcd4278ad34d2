// SPDX-License-Identifier: Apache-2.0

/// What a field of a form may hold.
typealias FormValue = Equatable & Sendable & Codable

/// The name of a field as a key.
struct FormKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Edit: Codable {
  /// What decoding throws for a name that none of the fields has.
  public struct UnknownField: Error, Equatable, CustomStringConvertible {
    /// The name that was found.
    public let name: String
    /// The names that there are.
    public let known: [String]

    /// Form and name, what probably happened, and the remedy.
    public var description: String {
      """
      An edit of \(State.self) names the field "\(name)", which is not among its fields: \
      \(known.joined(separator: ", ")). Probably the field has been renamed since the edit was \
      encoded, or another version of the program encoded it. Name a property \
      "\(name)" in \(State.self).fields.
      """
    }
  }

  /// Encodes an object of one field, such as `{"name": "ada"}`.
  ///
  /// - Parameter encoder: Takes it.
  /// - Throws: `EncodingError.invalidValue` for a property that is not listed.
  public func encode(to encoder: any Encoder) throws {
    guard let name = field.name else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: FormFields<State>.message(missing: field.keyPath)))
    }
    var container = encoder.container(keyedBy: FormKey.self)
    try container.encode(value, forKey: FormKey(stringValue: name))
  }

  /// Decodes what was encoded.
  ///
  /// - Parameter decoder: Has it.
  /// - Throws: ``UnknownField``, or a `DecodingError` if it is not an object of one field or the
  ///   value is of another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: """
            An edit is an object of one field, the name of a property of \(State.self); this has \
            \(container.allKeys.count).
            """))
    }
    guard let field = State.fields.first(where: { $0.name == key.stringValue }) else {
      throw UnknownField(name: key.stringValue, known: State.fields.compactMap(\.name))
    }
    self.init(field, try field.decode(container, key))
  }
}

/// Checks the fields of a form in debug builds.
enum FormFields<State: FormState> {
  /// Reports a property that is not listed, once for each.
  static func report(missing keyPath: AnyKeyPath, fileID: StaticString, line: UInt) {
    Diagnostics.report(
      "Millrace: \(fileID):\(line): \(message(missing: keyPath)) This is said once for each.",
      oncePer: "form \(keyPath)")
  }

  static func message(missing keyPath: AnyKeyPath) -> String {
    let property = "\(keyPath)".split(separator: ".").last ?? ""
    return """
      \(keyPath) is not among the fields of \(State.self). Its edits can be applied, but they have \
      no name and cannot be encoded. Probably the property is newer than the list. Add \
      FormField("\(property)", \\.\(property)) to \(State.self).fields.
      """
  }

  /// Reports names that two fields have, once for each form.
  static func check() {
    #if DEBUG
      guard Diagnostics.isNew("form \(State.self)") else { return }
      var seen: Set<String> = []
      for name in State.fields.compactMap(\.name) where !seen.insert(name).inserted {
        Diagnostics.report(message(twice: name))
      }
    #endif
  }

  static func message(twice name: String) -> String {
    """
    Millrace: \(State.self).fields has the name "\(name)" twice. An edit that is decoded changes \
    the first property of that name. Probably a line was copied. Give each property a name of its \
    own.
    """
  }
}
