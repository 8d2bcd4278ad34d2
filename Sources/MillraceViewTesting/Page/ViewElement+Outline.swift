// SPDX-License-Identifier: Apache-2.0

import MillraceViews

extension ViewElement {
  /// All inside this element, without itself.
  var inside: [ViewElement] { children.flatMap(\.all) }

  /// Whether it is a menu with its button.
  var isMenu: Bool { children.contains { $0.concealment == .menu } }

  /// The rows of lists in it that the page does not have.
  var missingRows: [Range<Int>] {
    if case .rows(let rows) = concealment { return [rows] }
    return concealment == nil ? children.flatMap(\.missingRows) : []
  }

  /// Why what matches is not seen; nil if it is seen or if there is none.
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

  /// Roles, names and values, a line for each, indented by what they are in.
  var outline: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let isPlainGroup = role == .group && label.isEmpty
    let inner = isOpaque ? [] : children.flatMap(\.lines)
    return isPlainGroup ? inner : [line] + inner.map { "  \($0)" }
  }

  /// Whether the label repeats all texts inside, which the outline then leaves out.
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
  /// The role in words.
  var bareWords: String {
    switch self {
    case .textField: "text field"
    case .secureField: "secure field"
    default: rawValue
    }
  }

  /// The role in words, with its article.
  var words: String { "\(self == .alert || self == .option ? "an" : "a") \(bareWords)" }
}
