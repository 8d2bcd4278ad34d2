// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A label with a value or any other view beside it.
///
/// ```swift
/// LabeledContent("Version", value: "1.2")
/// LabeledContent("Size", value: size, format: .byteCount(style: .file))
/// LabeledContent("Volume") { Slider(value: $volume) }
/// ```
///
/// If the content is not a text, the two are a group, and the label is its name for screen readers.
public struct LabeledContent<Label: View, Content: View> {
  let label: Label
  let content: Content

  /// Creates a label and content from any views.
  nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.content = content()
    self.label = label()
  }
}

extension LabeledContent where Label == Text {
  /// Creates content from any view, with a text as its label.
  nonisolated public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  /// Creates a text with a text as its label.
  nonisolated public init(_ title: some StringProtocol, value: some StringProtocol) {
    self.init(title) { Text(value) }
  }

  /// Creates a formatted value with a text as its label.
  nonisolated public init<F: FormatStyle>(
    _ title: some StringProtocol, value: F.FormatInput, format: F
  ) where F.FormatInput: Equatable, F.FormatOutput == String {
    self.init(title) { Text(format.format(value)) }
  }
}

extension LabeledContent: View {
  /// The label, and the content at the end of the line.
  public var body: some View {
    ElementView(.div, box) {
      ElementView(.div, class: "mv-caption") { label }
      ElementView(.div, class: "mv-value") { content }
    }
  }

  private var box: Box {
    var box = Box(name: "mv-labeled mv-x")
    if Content.self != Text.self {
      box.set(.role, "group")
      box.isNamedByFirst = true
    }
    return box
  }
}

/// Several controls that belong together, side by side in one frame.
public struct ControlGroup<Content: View> {
  let content: Content
}

extension ControlGroup {
  /// Creates a group of controls.
  nonisolated public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }
}

extension ControlGroup: View {
  /// The controls.
  public var body: some View {
    ElementView(.div, Box(name: "mv-control-group").with(.role, "group")) { content }
  }
}
