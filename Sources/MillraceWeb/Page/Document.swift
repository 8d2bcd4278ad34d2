// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A complete HTML page around a body of HTML.
struct Document: Sendable {
  var title: String
  /// The path below which the server's pages are.
  var base = ""
  var language = "en"
  /// The text of the link to the address `/` below `base`, or nil for no link.
  var home: String?
  var body: String
  /// The session of the page, or nil for a page without scripts.
  var live: Live?

  struct Live: Sendable {
    var session: SessionID
    var path: String
    var batch: Int
    /// The maximum size of a file that the page sends.
    var fileBytes = 0
    /// The maximum size of a message of the page.
    var messageBytes = 0
  }

  /// The attribute for a language that is written from right to left, or an empty text.
  private var direction: String {
    let isRightToLeft = Locale.Language(identifier: language).characterDirection == .rightToLeft
    return isRightToLeft ? " dir=\"rtl\"" : ""
  }

  func html() -> String {
    let base = HTMLText.escaped(base)
    let name = HTMLText.escaped(title)
    // Scripts cannot format a number for a language with an underscore.
    let tag = language.replacing("_", with: "-")
    var lines = [
      "<!doctype html>",
      "<html lang=\"\(HTMLText.escaped(tag))\"\(direction)>", "<head>",
      "<meta charset=\"utf-8\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      "<meta name=\"color-scheme\" content=\"light dark\">", "<title>\(name)</title>",
    ]
    // The script comes before the style sheet, because a script after it would wait for it.
    if live != nil { lines.append("<script>\(FirstScript.text)</script>") }
    lines += [
      "<link rel=\"icon\" href=\"\(base)\(Asset.icon.path)\" type=\"image/svg+xml\">",
      "<link rel=\"stylesheet\" href=\"\(base)\(Asset.style.path)\">",
    ]
    if live != nil {
      lines += Asset.scripts.map { "<script src=\"\(base)\($0.path)\" defer></script>" }
    }
    lines.append("</head>")
    if let live {
      lines.append(
        "<body data-session=\"\(live.session.text)\" data-page=\"\(HTMLText.escaped(live.path))\""
          + " data-base=\"\(base)\" data-batch=\"\(live.batch)\""
          + " data-file-bytes=\"\(live.fileBytes)\""
          + " data-message-bytes=\"\(live.messageBytes)\">")
    } else {
      lines.append("<body>")
    }
    lines.append("<header class=\"mp-bar\">")
    if let home { lines.append("<nav><a href=\"\(base)/\">\(HTMLText.escaped(home))</a></nav>") }
    lines += ["<h1 id=\"millrace-title\">\(name)</h1>", "</header>"]
    if live != nil {
      lines.append(
        "<noscript><p class=\"mp-note\">Scripts are off: this page shows its text, but its "
          + "controls do nothing.</p></noscript>")
    }
    lines += ["<main id=\"millrace\">\(body)</main>"]
    if live != nil { lines.append("<p id=\"millrace-status\" role=\"status\"></p>") }
    lines += ["</body>", "</html>", ""]
    return lines.joined(separator: "\n")
  }
}
