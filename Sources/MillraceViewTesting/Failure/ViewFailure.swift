// SPDX-License-Identifier: Apache-2.0

import IssueReporting
import MillraceViews

/// The message of a failed step of a view test: the expected and the actual page, the probable
/// cause and the remedy.
struct ViewFailure {
  /// The expected and the actual page.
  let headline: String
  /// The outline of the page or of a part of it, or nil if the message does not need it.
  var outline: String?
  /// The probable cause.
  let cause: String
  /// The recommended correction.
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

/// The source location at which a failure is reported.
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
  /// No element matches.
  ///
  /// `rows` are the rows of lists that are out of view.
  static func notFound(
    _ wanted: String, in container: String, _ outline: String, missing rows: [Range<Int>] = []
  ) -> ViewFailure {
    let missing =
      rows.isEmpty ? "" : ", it is in one of \(rows.words) of a list, which are out of view"
    return ViewFailure(
      headline: "Expected \(wanted) \(container), but there is none. These elements exist:",
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "it has another name\(missing), or it is not shown in this state.",
      remedy: """
        use the role and the name of an element above; \(rows.remedy)if the element should exist, \
        check the state of the view.
        """)
  }

  /// The element is on the page, but a user cannot see it.
  static func unseen(
    _ wanted: String, _ concealment: ViewElement.Concealment, in container: String,
    _ outline: String
  ) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected \(wanted) \(container), but a user cannot see it: \(concealment.words). These \
        elements are visible:
        """,
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "the test omits a step of the user, or an earlier step hides it.",
      remedy: concealment.remedy)
  }

  /// The element was found, but a user cannot see it any more.
  static func unseen(
    _ wanted: String, _ concealment: ViewElement.Concealment, to act: String
  ) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected to \(act) \(wanted), but a user cannot see it any more: \(concealment.words).
        """,
      cause: "an earlier step hides it.", remedy: concealment.remedy)
  }

  /// A dialog covers the element.
  static func covered(
    _ wanted: String, by dialog: ViewElement, to act: String
  ) -> ViewFailure {
    let text = dialog.texts.first.map { " with the text `\($0)`" } ?? ""
    let name = dialog.label.isEmpty ? text : " `\(dialog.label)`"
    return ViewFailure(
      headline: """
        Expected to \(act) \(wanted), but it is covered by the \(dialog.role.bareWords)\(name).
        """,
      cause: "an earlier step has opened it; nothing else can be used until it is closed.",
      remedy: """
        close it first, with one of its buttons or as in \
        `page.find(.\(dialog.role.rawValue)).dismiss()`; or, if it should not be open, check the \
        state of the view.
        """)
  }

  /// The step sets a value that the element has already.
  static func nothingToDo(_ wanted: String, to act: String, because reason: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but \(reason) already.",
      cause: "this is the initial state of the page, or an earlier step has done it.",
      remedy: """
        remove the step; or check this state, as in `#expect(found.isOn)` or `#expect(found.value \
        == "Small")`.
        """)
  }

  /// The text contains a line break, but the field has one line.
  static func oneLine(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted) a text of several lines, but it has one line.",
      cause: "a line break stands for the Return key, which is not part of the content of a field.",
      remedy: "press Return with `submit()`, or use a `TextEditor` in the view.")
  }

  static func severalFound(
    _ wanted: String, _ count: Int, in container: String, _ outline: String
  ) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected one \(wanted) \(container), but there are \(count). These elements exist:
        """,
      outline: outline,
      cause: "rows of a list, or other parts of the page, have controls with the same name.",
      remedy: """
        search in a part of the page, as in `find(.row, containing: "Ada").find(.button, "Edit")`, \
        or use `findAll`.
        """)
  }

  static func disabled(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is disabled.",
      cause: "the state does not allow it yet, or the condition of `disabled(_:)` is inverted.",
      remedy: """
        bring the page into the right state first; or, if it should be disabled, check that with \
        `#expect(!found.isEnabled)`.
        """)
  }

  static func unsuited(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it does not support that.",
      cause: "it is a different kind of control.",
      remedy: """
        tap buttons, type into text fields, secure fields and sliders, set toggles, choose in \
        pickers and file fields, dismiss sheets and alerts.
        """)
  }

  /// A view around the element is redacted.
  static func redacted(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is in a view that is redacted.",
      cause: "`redacted(reason:)` shows a placeholder, for example while data is loading.",
      remedy: "bring the page into the state in which the view is shown first.")
  }

  /// The control is of the right kind, but it does not accept the value.
  static func refused(_ wanted: String, _ value: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it does not accept \(value).",
      cause: "the value does not have the form that the control needs.",
      remedy: """
        give a slider a number, as in `type("40")`; a date, a time or both as `2026-11-30`, \
        `09:30` or `2026-11-30T09:30`; and a file field one file, or several if it allows that.
        """)
  }

  /// The page has ended.
  static func closed(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but the page has ended.",
      cause: "a fault of a view, which was reported before, or `host.close()` has ended it.",
      remedy: "correct that fault, or show the view on another page for this step.")
  }

  static func noOption(_ title: String, of wanted: String, _ outline: String) -> ViewFailure {
    ViewFailure(
      headline: """
        Expected to choose `\(title)` in \(wanted), but there is no such option. These elements \
        exist:
        """,
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "the option has another name, or it does not exist in this state.",
      remedy: "choose one of these options by its text.")
  }

  /// The element is no longer on the page.
  ///
  /// `rows` are the rows of lists that are out of view.
  static func removed(_ wanted: String, to act: String, missing rows: [Range<Int>]) -> ViewFailure {
    let scrolled =
      rows.isEmpty ? "" : ", or its row is among \(rows.words), which are out of view"
    return ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is no longer on the page.",
      cause: "an earlier step, or a change of the state, has removed it\(scrolled).",
      remedy: """
        \(rows.remedy)find it again after that step; `exists` is true while it is there.
        """)
  }
}

extension [Range<Int>] {
  /// The text for these rows.
  fileprivate var words: String {
    "the rows " + map { "\($0.lowerBound) to \($0.upperBound - 1)" }.joined(separator: " and ")
  }

  /// The step that brings the rows into view.
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
  /// The reason why an element is not visible.
  fileprivate var words: String {
    switch self {
    case .level: "it is covered by another level of the navigation stack"
    case .tab: "it is in a tab that is not chosen"
    case .column: "it is in a column that is not shown"
    case .hidden: "it is hidden by `hidden()`, by `opacity(0)` or by an attribute"
    case .menu: "it is in a menu that is closed"
    case .rows: "it is in rows that are out of view"
    }
  }

  /// The step that makes the element visible.
  fileprivate var remedy: String {
    switch self {
    case .level: "go back first, as in `page.find(.button, \"Back\").tap()`."
    case .tab: "choose the tab first, by its button."
    case .column: "show the column first, by setting the value that `columnVisibility` is bound to."
    case .hidden: "bring the page into a state in which it is shown."
    case .menu: "open the menu first, by tapping its button."
    case .rows: "bring the rows into view first, with `scroll(to:)` of the list."
    }
  }
}
