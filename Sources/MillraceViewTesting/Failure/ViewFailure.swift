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

  func report(at site: TestSite) {
    reportIssue(
      text, fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column)
  }
}

/// The line of a test that a failure belongs to.
struct TestSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

extension ViewFailure {
  static func notFound(_ wanted: String, in place: String, _ outline: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected \(wanted) \(place), but there is none. This is there:",
      outline: outline.isEmpty ? "(nothing)" : outline,
      cause: "it is called something else, or it is not shown in this state.",
      remedy: """
        take role and name as they stand above; if it should be there, look at the state that the \
        view is given.
        """)
  }

  static func severalFound(
    _ wanted: String, _ count: Int, in place: String, _ outline: String
  ) -> ViewFailure {
    ViewFailure(
      headline: "Expected one \(wanted) \(place), but there are \(count). This is there:",
      outline: outline,
      cause: "rows of a list, or a page and a dialog on top of it, have controls of the same name.",
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

  static func gone(_ wanted: String, to act: String) -> ViewFailure {
    ViewFailure(
      headline: "Expected to \(act) \(wanted), but it is no longer on the page.",
      cause: "an earlier step, or a change of the state, has taken it away.",
      remedy: "find it again after that step; `exists` tells whether it is still there.")
  }
}
