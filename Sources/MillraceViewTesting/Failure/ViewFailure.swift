// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import MillraceViews

/// What a test of a view says when it cannot do what it is asked to: what was expected and what is
/// there, why that may be, and what to do.
struct ViewFailure {
  /// What was expected and what is there, in a sentence.
  let headline: String
  /// The page in outline, if that helps.
  var outline: String?
  /// What has probably gone wrong.
  let cause: String
  /// What to do about it.
  let remedy: String

  var text: String {
    var parts = [headline]
    if let outline {
      let lines = outline.split(separator: "\n", omittingEmptySubsequences: false)
      parts.append(lines.map { "    \($0)" }.joined(separator: "\n"))
    }
    parts.append("Probably: \(cause)")
    parts.append("What to do: \(remedy)")
    return parts.joined(separator: "\n\n")
  }

  func report(at site: TestSite) { site.fail(text) }
}

/// The line of a test that a failure belongs to.
struct TestSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  func fail(_ text: String) {
    reportIssue(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ViewFailure {
  /// There is nothing of the kind; `rows` of a list are out of view.
  static func notFound(
    _ wanted: String, in place: String, _ outline: String, missing rows: [Range<Int>] = []
  ) -> ViewFailure {
    let missing =
      rows.isEmpty ? "" : ", \(rows.words) of a list are out of view and it is in one of them"
    return ViewFailure(
      headline: "Expected \(wanted) \(place), but there is none. This is there:",
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "it is called something else\(missing), or it is not shown in this state.",
      remedy: """
        take role and name as they stand above; \(rows.remedy)if it should be there, look at \
        the state that the view is given.
        """)
  }

  /// It is on the page, and a person does not see it.
  static func unseen(
    _ wanted: String, _ concealment: ViewElement.Concealment, in place: String, _ outline: String
  ) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected \(wanted) \(place), but a person does not see it: \(concealment.words). This is \
        seen:
        """,
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "the test leaves out a step that a person takes, or an earlier step hides it.",
      remedy: concealment.remedy)
  }

  /// It was found, and a person does not see it any more.
  static func unseen(
    _ wanted: String, _ concealment: ViewElement.Concealment, to act: String
  ) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected to \(act) \(wanted), but a person does not see it any more: \(concealment.words).
        """,
      cause: "an earlier step hides it.", remedy: concealment.remedy)
  }

  /// A dialog is on top of it.
  static func covered(
    _ wanted: String, by dialog: ViewElement, to act: String
  ) -> ViewFailure {
    let text = dialog.texts.first.map { " that says `\($0)`" } ?? ""
    let name = dialog.label.isEmpty ? text : " `\(dialog.label)`"
    return ViewFailure(
      headline: """
        Expected to \(act) \(wanted), but it is covered by the \(dialog.role.bareWords)\(name).
        """,
      cause: "an earlier step has opened it; nothing else can be used until it is closed.",
      remedy: """
        close it first, by one of its buttons or as in \
        `page.find(.\(dialog.role.rawValue)).dismiss()`; or, if it should not be open, look at the \
        state that the view is given.
        """)
  }

  /// A step asks for what is so already.
  static func nothingToDo(_ wanted: String, to act: String, because reason: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but \(reason) already.",
      cause: "the page begins with that, or an earlier step has done it.",
      remedy: """
        leave out the step; or, if it is to be so, say that, as in `#expect(found.isOn)` or \
        `#expect(found.value == "Small")`.
        """)
  }

  /// A field of one line takes no line break.
  static func oneLine(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted) a text of several lines, but it has one line.",
      cause: "the line break is to press Return, which is no part of what a field contains.",
      remedy: "press Return with `submit()`, or let the view have a `TextEditor`.")
  }

  static func severalFound(
    _ wanted: String, _ count: Int, in place: String, _ outline: String
  ) -> ViewFailure {
    ViewFailure(
      headline: "Expected one \(wanted) \(place), but there are \(count). This is there:",
      outline: outline,
      cause: "rows of a list, or other parts of the page, have controls of the same name.",
      remedy: """
        look in a part of the page, as in `find(.row, containing: "Ada").find(.button, "Edit")`, \
        or take one of `findAll`.
        """)
  }

  static func disabled(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is disabled.",
      cause: "the state does not allow it yet, or `disabled(_:)` asks for the opposite.",
      remedy: """
        bring the page into the right state first; or, if it is to be disabled, say so with \
        `#expect(!found.isEnabled)`.
        """)
  }

  static func unsuited(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it does not take that.",
      cause: "it is another kind of control.",
      remedy: """
        tap buttons, type into text fields and secure fields, set toggles, choose in pickers \
        and file fields, dismiss sheets and alerts.
        """)
  }

  static func noOption(_ title: String, of wanted: String, _ outline: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to choose `\(title)` in \(wanted), but it is not offered. This is there:",
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "the option is called something else, or it is not offered in this state.",
      remedy: "choose one of these, by the text that it shows.")
  }

  /// It has left the page; `rows` of a list are out of view.
  static func gone(_ wanted: String, to act: String, missing rows: [Range<Int>]) -> ViewFailure {
    let scrolled =
      rows.isEmpty ? "" : ", or its row is among \(rows.words), which are out of view"
    return ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is no longer on the page.",
      cause: "an earlier step, or a change of the state, has taken it away\(scrolled).",
      remedy: """
        \(rows.remedy)find it again after that step; `exists` tells whether it is still \
        there.
        """)
  }
}

extension [Range<Int>] {
  /// The rows of lists at these positions.
  fileprivate var words: String {
    "the rows " + map { "\($0.lowerBound) to \($0.upperBound - 1)" }.joined(separator: " and ")
  }

  /// What a test does to see them.
  fileprivate var remedy: String {
    guard let first else { return "" }
    let end = Swift.min(first.upperBound, first.lowerBound + 50)
    return """
      bring its row into view, as with \
      `page.find(.list).scroll(to: \(first.lowerBound)..<\(end))`; \

      """
  }
}

extension ViewElement.Concealment {
  /// Why something is not seen.
  fileprivate var words: String {
    switch self {
    case .level: "it is covered by another level of the navigation stack"
    case .tab: "it is in a tab that is not chosen"
    case .column: "it is in a column that is not shown"
    case .hidden: "it is hidden by `hidden()` or by an attribute"
    case .menu: "it is in a menu that is closed"
    case .rows: "it is in rows that are out of view"
    }
  }

  /// What a test does about it.
  fileprivate var remedy: String {
    switch self {
    case .level: "go back first, as in `page.find(.button, \"Back\").tap()`."
    case .tab: "choose the tab first, by its button."
    case .column: "show the column first, by what the `columnVisibility` of the view is bound to."
    case .hidden: "bring the page into a state in which it is shown."
    case .menu: "open the menu first: tap its button, which is above."
    case .rows: "bring the rows into view first, with `scroll(to:)` of the list."
    }
  }
}
