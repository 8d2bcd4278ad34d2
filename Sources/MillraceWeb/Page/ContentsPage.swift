// SPDX-License-Identifier: Apache-2.0

/// The list of all pages, served at `/` unless a page has that path itself.
enum ContentsPage {
  static func html(name: String, pages: [Page]) -> String {
    let items = pages.map { page in
      let summary = page.summary.isEmpty ? "" : "<p>\(HTMLText.escaped(page.summary))</p>"
      return "<li><a href=\"\(HTMLText.escaped(page.path))\">\(HTMLText.escaped(page.title))</a>"
        + "\(summary)</li>"
    }
    let body =
      items.isEmpty
      ? "<p class=\"mp-note\">There are no pages yet.</p>"
      : "<ul class=\"mp-list\">\n\(items.joined(separator: "\n"))\n</ul>"
    return Document(title: name, body: body).html()
  }
}
