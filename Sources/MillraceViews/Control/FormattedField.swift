// SPDX-License-Identifier: Apache-2.0

import Foundation

extension TextField where Label == Text {
  /// Creates a field for a value with a format.
  ///
  /// The text is taken over when the user presses Return or leaves the field. If the format can
  /// parse it, the binding gets the value, and the field shows the value in the format. If it
  /// cannot, or if the field is disabled then, the binding does not change, and the field shows its
  /// value again. If the value's text changes for another reason, it replaces the typed text, also
  /// while the user is typing. A test must submit the field after it has typed a text.
  ///
  /// ```swift
  /// TextField("Amount", value: $amount, format: .number)
  /// ```
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt, label: Text(titleKey))
  }

  /// Creates a field for a value with a format.
  @_disfavoredOverload nonisolated public init<F: ParseableFormatStyle>(
    _ title: some StringProtocol, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt, label: Text(title))
  }

  /// Creates a field for a value with a format.
  ///
  /// A text that is empty or contains only white space sets the value to `nil`.
  nonisolated public init<F: ParseableFormatStyle>(
    _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(optional: value, format: format, prompt: prompt, label: Text(titleKey))
  }

  /// Creates a field for a value with a format.
  ///
  /// A text that is empty or contains only white space sets the value to `nil`.
  @_disfavoredOverload nonisolated public init<F: ParseableFormatStyle>(
    _ title: some StringProtocol, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
  ) where F.FormatOutput == String {
    self.init(optional: value, format: format, prompt: prompt, label: Text(title))
  }
}

extension TextField {
  /// Creates a field for a value with a format, with any view as its label.
  nonisolated public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput>, format: F, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String {
    self.init(value: value, format: format, prompt: prompt, label: label())
  }

  /// Creates a field for a value with a format, with any view as its label.
  ///
  /// A text that is empty or contains only white space sets the value to `nil`.
  nonisolated public init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil,
    @ViewBuilder label: () -> Label
  ) where F.FormatOutput == String {
    self.init(optional: value, format: format, prompt: prompt, label: label())
  }

  nonisolated private init<F: ParseableFormatStyle>(
    value: Binding<F.FormatInput>, format: F, prompt: Text?, label: Label
  ) where F.FormatOutput == String {
    self.init(
      optional: Binding(value), canBeNil: false, format: format, prompt: prompt, label: label)
  }

  nonisolated private init<F: ParseableFormatStyle>(
    optional value: Binding<F.FormatInput?>, canBeNil: Bool = true, format: F, prompt: Text?,
    label: Label
  ) where F.FormatOutput == String {
    func text(of base: some BindingLocation<F.FormatInput?>) -> Binding<String> {
      Binding(
        FormattedLocation(base: base, format: format, canBeNil: canBeNil), value.transaction)
    }
    field = FieldInput(text: text(of: value.location), prompt: prompt?.string, kind: .value)
    self.label = label
  }
}

/// The text of an optional value at another location; empty for `nil`.
///
/// A text that the format cannot parse does not change the value.
private struct FormattedLocation<Base: BindingLocation, Format: ParseableFormatStyle>
where Base.Value == Format.FormatInput?, Format.FormatOutput == String {
  let base: Base
  let format: Format
  /// Whether a text that is empty or contains only white space sets `nil`.
  let canBeNil: Bool
}

extension FormattedLocation: BindingLocation {
  var value: String { base.value.map(format.format) ?? "" }

  func write(_ text: String, _ transaction: Transaction) {
    if canBeNil, text.allSatisfy(\.isWhitespace) {
      base.write(nil, transaction)
    } else if let value = try? format.parseStrategy.parse(text) {
      base.write(value, transaction)
    }
  }

  func isSame(as other: any BindingLocation<String>) -> Bool {
    guard let other = other as? Self else { return false }
    return base.isSame(as: other.base) && Comparison.areEqual(format, other.format)
  }
}

/// The node of a field for a value with a format.
final class ValueFieldNode<Label: View>: FieldNode<Label>, FocusTarget {
  /// The text of the value at the last refresh.
  private var shown: String?
  /// Whether the user has typed a text that is not taken over yet.
  private var isTyped = false

  override func listen() {
    input.listen([.input, .submit, .focus], self)
  }

  override func showText() {
    let text = field.text.wrappedValue
    if isTyped, text == shown { return }
    (isTyped, shown) = (false, text)
    input.set(.value, text)
  }

  override func handle(_ event: ViewEvent.Kind) -> Bool {
    switch event {
    case .input(let text):
      input.note(.value, text)
      isTyped = true
      return true
    case .focus(let hasFocus):
      focusChanged(hasFocus)
      return true
    case .submit:
      takeOver()
      return super.handle(event)
    default:
      return false
    }
  }

  func focusChanged(_ hasFocus: Bool) {
    // The page has set the attribute by itself. If a `focused` modifier exists, it records that.
    if input.focusTarget == nil { input.note(.autofocus, hasFocus ? "" : nil) }
    if !hasFocus { takeOver() }
  }

  /// Passes the typed text to the binding, or drops it if the field is disabled; then the field
  /// shows the binding's value.
  private func takeOver() {
    guard isTyped else { return }
    isTyped = false
    if isEnabled { field.text.wrappedValue = input.value(.value) ?? "" }
    invalidate()
  }
}
