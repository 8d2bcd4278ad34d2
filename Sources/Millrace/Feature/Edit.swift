// SPDX-License-Identifier: Apache-2.0

/// A new value for one field of a form; one type of edit serves all fields of the form.
///
/// Therefore a form needs one action for all of its fields, and one statement that handles it:
///
/// ```swift
/// struct LogIn: FormState {
///   var name = ""
///   var isRemembered = false
///   static let fields = [FormField("name", \Self.name), FormField("remember", \.isRemembered)]
/// }
///
/// enum LogInAction: FormAction { case edit(Edit<LogIn>), submit }
///
/// case .edit(let edit): edit.apply(to: &state)     // in the feature
/// TextField("Name", text: store.binding(\.name))   // in the view, with MillraceUI
/// ```
///
/// An edit is a plain value: `Equatable`, and `Codable` as an object of one field,
/// `{"name": "ada"}`.
///
/// Complexity: creating an edit of a listed field is O(number of fields) and one allocation, or two
/// if the value is larger than three words. Applying it is one comparison of the values and at most
/// one write. An edit is stored as one reference, so it does not make its action enum larger.
///
/// The idea comes from the binding actions of the Composable Architecture.
public struct Edit<State: FormState>: Sendable {
  private final class Content: Sendable {
    let field: FormField<State>
    let value: any FormValue

    init(_ field: FormField<State>, _ value: any FormValue) {
      self.field = field
      self.value = value
    }
  }

  private let content: Content

  var field: FormField<State> { content.field }
  var value: any FormValue { content.value }

  init(_ field: FormField<State>, _ value: any FormValue) {
    content = Content(field, value)
  }

  /// Creates an edit.
  ///
  /// Debug builds report a property that is not one of ``FormState/fields``, once. Its edits can be
  /// applied and compared, but not encoded, and their value is not shown: it can be a secret.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value of the property.
  ///   - fileID: The file that the report names.
  ///   - line: The line that the report names.
  public init<Value: Equatable & Sendable & Codable>(
    _ keyPath: WritableKeyPath<State, Value> & Sendable, _ value: Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    FormFields<State>.check()
    if let field = State.fields.first(where: { $0.keyPath == keyPath }) {
      self.init(field, value)
    } else {
      FormFields<State>.report(missing: keyPath, fileID: fileID, line: line)
      self.init(FormField(named: nil, keyPath, shown: { _ in Unlisted() }), value)
    }
  }

  /// The property, to distinguish the fields: `if edit.keyPath == \.name { … }`, or in a `switch`.
  public var keyPath: PartialKeyPath<State> { field.keyPath }

  /// Writes the value, unless the property has an equal one.
  ///
  /// - Parameter state: The form.
  /// - Returns: True if the value was written.
  @discardableResult
  public func apply(to state: inout State) -> Bool { field.write(&state, value) }
}

/// A state whose properties are edited individually, such as the state of a form.
public protocol FormState: Sendable {
  /// The properties that are edited, each with the name under which an ``Edit`` is encoded.
  ///
  /// Declare the property as a `static let`, because it is read for each edit.
  static var fields: [FormField<Self>] { get }
}

/// An action that can be an ``Edit``: an enum with the case `edit(Edit<…>)`.
public protocol FormAction<Form>: Sendable {
  /// The state that is edited.
  associatedtype Form: FormState

  /// Creates the action that applies an edit.
  static func edit(_ edit: Edit<Form>) -> Self
}

extension FormAction {
  /// Creates the action that sets a field to a value: `store.dispatch(.edit(\.name, "ada"))`.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value of the property.
  ///   - fileID: The file that a report names; see ``Edit/init(_:_:fileID:line:)``.
  ///   - line: The line that a report names.
  /// - Returns: The action.
  public static func edit<Value: Equatable & Sendable & Codable>(
    _ keyPath: WritableKeyPath<Form, Value> & Sendable, _ value: Value,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Self {
    edit(Edit(keyPath, value, fileID: fileID, line: line))
  }
}

/// One property of a form, and its name; see ``FormState/fields``.
public struct FormField<State>: Sendable {
  /// The name in encoded edits; nil for a property that is not listed.
  let name: String?
  let keyPath: PartialKeyPath<State> & Sendable
  /// Writes a value to the property; returns false if the property already has an equal value.
  let write: @Sendable (inout State, any FormValue) -> Bool
  let decode: @Sendable (KeyedDecodingContainer<FormKey>, FormKey) throws -> any FormValue
  /// Returns the value that is displayed and encoded: the value itself, or a ``Redacted`` value.
  let shown: @Sendable (any FormValue) -> any FormValue

  /// Creates the field for a property.
  ///
  /// - Parameters:
  ///   - name: The name of the field in encoded edits. Do not change it when the property is
  ///     renamed.
  ///   - keyPath: The property.
  public init<Value: Equatable & Sendable & Codable>(
    _ name: String, _ keyPath: WritableKeyPath<State, Value> & Sendable
  ) {
    self.init(named: name, keyPath)
  }

  /// Creates the field for a secret property: its edits are shown and encoded as ``Redacted`` is.
  ///
  /// ```swift
  /// @Redacted var password = ""
  /// static let fields = [FormField("name", \Self.name), FormField("password", secret: \.password)]
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the field in encoded edits. Do not change it when the property is
  ///     renamed.
  ///   - keyPath: The property.
  public init<Value: Equatable & Sendable & Codable & Redactable>(
    _ name: String, secret keyPath: WritableKeyPath<State, Value> & Sendable
  ) {
    self.init(named: name, keyPath) { value in (value as? Value).map { Redacted($0) } ?? value }
  }

  fileprivate init<Value: Equatable & Sendable & Codable>(
    named name: String?, _ keyPath: WritableKeyPath<State, Value> & Sendable,
    shown: @escaping @Sendable (any FormValue) -> any FormValue = { $0 }
  ) {
    self.name = name
    self.shown = shown
    self.keyPath = keyPath
    write = { state, value in
      guard let value = value as? Value, value != state[keyPath: keyPath] else { return false }
      state[keyPath: keyPath] = value
      return true
    }
    decode = { try $0.decode(Value.self, forKey: $1) }
  }
}

extension Edit: Equatable {
  /// Returns true if both edits set the same property to an equal value.
  public static func == (one: Edit, other: Edit) -> Bool {
    func areEqual<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
    return one.field.keyPath == other.field.keyPath && areEqual(one.value)
  }
}

extension Edit: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name of the field and the value, as in `name: "ada"`.
  public var description: String {
    let shown = field.shown(value)
    return "\(label): \((shown as? String).map { String(reflecting: $0) } ?? "\(shown)")"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// The value under the name of its field, for logs and the messages of tests.
  public var customMirror: Mirror { Mirror(self, children: [label: field.shown(value) as Any]) }

  private var label: String { field.name ?? "\(field.keyPath)" }
}

/// What is shown instead of the value of a property that is not listed.
private struct Unlisted: FormValue, CustomStringConvertible, CustomReflectable {
  var description: String { "(not shown, because the property is not in fields)" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// The requirements for the value of a form field.
typealias FormValue = Equatable & Sendable & Codable

/// The name of a field as a coding key.
struct FormKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Edit: Codable {
  /// Encodes an object of one field, such as `{"name": "ada"}`.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: `EncodingError.invalidValue` for a property that is not listed, or any error of the
  ///   encoder or of the value.
  public func encode(to encoder: any Encoder) throws {
    guard let name = field.name else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: FormFields<State>.message(missing: field.keyPath)))
    }
    var container = encoder.container(keyedBy: FormKey.self)
    try container.encode(field.shown(value), forKey: FormKey(stringValue: name))
  }

  /// Decodes an edit from an object of one field.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: A `DecodingError` if the object does not have exactly one field or its name is not
  ///   the name of a field of the form, or any error of the decoder or of the value, as for a value
  ///   of another type.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: FormKey.self)
    let names = container.allKeys.map(\.stringValue)
    guard let key = container.allKeys.first, names.count == 1,
      let field = State.fields.first(where: { $0.name == key.stringValue })
    else {
      let known = State.fields.compactMap(\.name).joined(separator: ", ")
      let found =
        names.count != 1
        ? "\(names.count) fields."
        : """
        the field "\(names[0])". Probably the field has been renamed since the edit was encoded, \
        or another version of the program encoded it. Add the name to \(State.self).fields.
        """
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: """
            An edit of \(State.self) is an object with one of its fields: \(known). This object \
            has \(found)
            """))
    }
    self.init(field, try field.decode(container, key))
  }
}

/// Checks the fields of a form in debug builds.
enum FormFields<State: FormState> {
  /// The name of the form with that of its module and of the types around it.
  private static var name: String { String(reflecting: State.self) }

  /// Reports a property that is not listed, once per property.
  static func report(missing keyPath: AnyKeyPath, fileID: StaticString, line: UInt) {
    Diagnostics.report(
      "Millrace: \(fileID):\(line): \(message(missing: keyPath))\(Diagnostics.once())",
      ifFirst: Diagnostics.recordFirst("form \(name) \(keyPath)"))
  }

  static func message(missing keyPath: AnyKeyPath) -> String {
    // The description of a key path is `\Form.address.city`.
    let path = "\(keyPath)".drop { $0 != "." }
    let name = path.split(separator: ".").last ?? ""
    return """
      \(keyPath) is not among the fields of \(State.self). Its edits can be applied, but \
      their values are not shown and cannot be encoded. Probably the property is newer than the \
      list. Add \
      FormField("\(name)", \\\(path)) to \(State.self).fields.
      """
  }

  /// Reports names that several fields share, once per form.
  static func check() {
    #if DEBUG
      if !Diagnostics.isDue(ifFirst: Diagnostics.recordFirst("form \(name)")) { return }
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
