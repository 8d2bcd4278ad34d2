// SPDX-License-Identifier: Apache-2.0

/// What a page tells the browser about the text of fields: the values of attributes, or nil.
struct FieldTraits: Equatable {
  /// The attribute `autocomplete`.
  var content: String?
  /// The attribute `inputmode`.
  var keyboard: String?
  /// The attribute `autocapitalize`.
  var capitals: String?
  /// The attribute `enterkeyhint`.
  var submit: String?
  /// Whether the browser corrects the text and checks its spelling; nil for its default.
  var isCorrected: Bool?
}

extension EnvironmentValues {
  /// The traits of the fields, or nil if no modifier sets one.
  var fieldTraits: FieldTraits? {
    get { self[own: FieldTraits.self] }
    set { self[own: FieldTraits.self] = newValue }
  }
}

extension ControlNode {
  /// Reads the traits of fields and sets their attributes.
  ///
  /// Nothing is tracked for a field without such a modifier around it. Call it inside `track`.
  final func readTraits(into input: ElementNode) {
    guard scope.values.fieldTraits != nil, let traits = scope.read(\.fieldTraits) else { return }
    input.set(.autocomplete, traits.content)
    input.set(.inputmode, traits.keyboard)
    input.set(.autocapitalize, traits.capitals)
    input.set(.enterkeyhint, traits.submit)
    input.set(.autocorrect, traits.isCorrected.map { $0 ? "on" : "off" })
    input.set(.spellcheck, traits.isCorrected.map { $0 ? "true" : "false" })
  }
}

extension View {
  /// Sets the meaning of the text in the fields of this view.
  ///
  /// Browsers and password managers use it to fill in the field (`autocomplete`). `nil` removes the
  /// meaning that a view around this view sets.
  nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View {
    fieldTrait(\.content, textContentType?.token)
  }

  /// Sets the keyboard of devices with an on-screen keyboard for the fields in this view
  /// (`inputmode`).
  ///
  /// It does not limit the characters that the user can type.
  nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View {
    fieldTrait(\.keyboard, type.mode)
  }

  /// Sets whether the browser corrects the text in the fields of this view and checks its spelling.
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
    fieldTrait(\.isCorrected, !disable)
  }

  /// Sets which letters an on-screen keyboard writes as capital letters (`autocapitalize`).
  ///
  /// `nil` leaves it to the browser.
  nonisolated public func textInputAutocapitalization(
    _ autocapitalization: TextInputAutocapitalization?
  ) -> some View {
    fieldTrait(\.capitals, autocapitalization?.token)
  }

  /// Sets the label of the Return key of an on-screen keyboard (`enterkeyhint`).
  nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View {
    fieldTrait(\.submit, submitLabel.token)
  }

  nonisolated private func fieldTrait<Value: Equatable>(
    _ keyPath: WritableKeyPath<FieldTraits, Value> & Sendable, _ value: Value
  ) -> some View {
    EnvironmentView(content: self, value: (keyPath, value)) { values, trait in
      var traits = values.fieldTraits ?? FieldTraits()
      traits[keyPath: trait.0] = trait.1
      values.fieldTraits = traits
    }
  }
}

/// The label of the Return key of an on-screen keyboard.
public struct SubmitLabel: Sendable {
  /// The value of the attribute `enterkeyhint`.
  let token: String

  /// The label "done".
  public static let done = SubmitLabel(token: "done")
  /// The label "go".
  public static let go = SubmitLabel(token: "go")
  /// The label "send".
  public static let send = SubmitLabel(token: "send")
  /// The label "join", which is "go" on a page.
  public static let join = SubmitLabel(token: "go")
  /// The label "route", which is "go" on a page.
  public static let route = SubmitLabel(token: "go")
  /// The label "search".
  public static let search = SubmitLabel(token: "search")
  /// The label "return".
  public static let `return` = SubmitLabel(token: "enter")
  /// The label "next".
  public static let next = SubmitLabel(token: "next")
  /// The label "continue", which is "next" on a page.
  public static let `continue` = SubmitLabel(token: "next")
}

/// The letters that an on-screen keyboard writes as capital letters.
public struct TextInputAutocapitalization: Sendable {
  /// The value of the attribute `autocapitalize`.
  let token: String

  /// None.
  public static let never = TextInputAutocapitalization(token: "none")
  /// The first letter of each word.
  public static let words = TextInputAutocapitalization(token: "words")
  /// The first letter of each sentence.
  public static let sentences = TextInputAutocapitalization(token: "sentences")
  /// All letters.
  public static let characters = TextInputAutocapitalization(token: "characters")
}
