// SPDX-License-Identifier: Apache-2.0

/// Writes elements as HTML.
@MainActor struct HTMLWriter {
  private(set) var html = ""

  /// Writes one element with its content.
  ///
  /// `willSend()` must have been called on the element before.
  mutating func write(_ element: ElementNode, isSelected: Bool = false) {
    let tag = (element as? FreeElementNode)?.name ?? element.tag.rawValue
    html += "<"
    html += tag
    html += " data-n=\""
    html += String(element.id.rawValue)
    html += "\""
    let classes = element.classes ?? ""
    if element.value(.class) == nil, !classes.isEmpty { write("class", classes) }
    for attribute in element.attributes where isWritten(attribute, of: element) {
      write(
        attribute.name.rawValue, attribute.name == .class ? classes : attribute.value)
    }
    for (name, value) in element.freeAttributes.sorted(by: { $0.key < $1.key }) {
      write(name, value)
    }
    if isSelected { html += " selected" }
    if !element.events.isEmpty { write("data-on", element.events.names) }
    html += ">"
    guard !element.tag.isVoid else { return }
    if let text = element.text { HTMLEscape.append(text, to: &html) }
    if element.tag == .select {
      writeOptions(of: element)
    } else if element.tag == .textarea {
      // Browsers ignore a newline directly after the tag. Without this newline they would ignore
      // the first newline of the text.
      html += "\n"
      HTMLEscape.append(element.value(.value) ?? "", to: &html)
    } else {
      for child in element.sent { write(child) }
    }
    html += "</"
    html += tag
    html += ">"
  }

  private mutating func writeOptions(of select: ElementNode) {
    let selected = select.value(.value)
    if !select.sent.contains(where: { $0.value(.value) == selected }) {
      html += "<option value=\"\" hidden selected></option>"
    }
    for option in select.sent {
      write(option, isSelected: option.value(.value) == selected)
    }
  }

  /// Whether an attribute is written in the tag.
  ///
  /// The value of a `select` is written as the attribute `selected` of an option, and the value of
  /// a `textarea` as its text.
  private func isWritten(_ attribute: ElementNode.Attribute, of element: ElementNode) -> Bool {
    let isInside = element.tag == .select || element.tag == .textarea
    return element.reveals(attribute) && !(isInside && attribute.name == .value)
  }

  private mutating func write(_ name: String, _ value: String) {
    html += " "
    html += name
    guard !value.isEmpty || name == HTMLAttribute.value.rawValue else { return }
    html += "=\""
    HTMLEscape.append(value, to: &html)
    html += "\""
  }
}
