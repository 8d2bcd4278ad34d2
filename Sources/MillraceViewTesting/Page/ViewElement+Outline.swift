// SPDX-License-Identifier: Apache-2.0

import MillraceViews

extension ViewElement {
  /// All elements inside this element.
  var inside: [ViewElement] { children.flatMap(\.all) }

  /// True if the element is a menu with its button.
  var isMenu: Bool { children.contains { $0.concealment == .menu } }

  /// The rows of lists inside the element that are out of view and not on the page.
  var missingRows: [Range<Int>] {
    if case .rows(let rows) = concealment { return [rows] }
    return concealment == nil ? children.flatMap(\.missingRows) : []
  }

  /// The reason why a matching element is hidden, or nil if it is visible or there is no match.
  func concealment(
    of matches: (ViewElement) -> Bool, _ openMenus: Set<NodeID>
  ) -> Concealment? {
    for child in children {
      var concealment = child.concealment
      if concealment == .menu && openMenus.contains(id) { concealment = nil }
      if concealment != nil {
        if child.all.contains(where: matches) { return concealment }
      } else if let inner = child.concealment(of: matches, openMenus) {
        return inner
      }
    }
    return nil
  }

  /// The elements with their roles, names and values, one per line, indented by nesting.
  var outline: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let isPlainGroup = role == .group && label.isEmpty
    let inner = isOpaque ? [] : children.flatMap(\.lines)
    return isPlainGroup ? inner : [line] + inner.map { "  \($0)" }
  }

  /// True if the label repeats all texts inside.
  ///
  /// The outline then omits the elements inside.
  private var isOpaque: Bool {
    guard role == .button || role == .heading else { return false }
    return texts.joined(separator: " ") == label
  }

  private var line: String {
    var words = [role.bareWords]
    if !label.isEmpty { words.append("\"\(label)\"") }
    if let value, role != .option { words.append("= \"\(value)\"") }
    if !isEnabled { words.append("(disabled)") }
    return words.joined(separator: " ")
  }
}

extension ViewElement.Role {
  /// The text of the role, without an article.
  var bareWords: String {
    switch self {
    case .textField: "text field"
    case .secureField: "secure field"
    case .fileField: "file field"
    default: rawValue
    }
  }

  /// The text of the role, with an article.
  var words: String {
    switch self {
    case .alert, .image, .option: "an \(bareWords)"
    default: "a \(bareWords)"
    }
  }
}
