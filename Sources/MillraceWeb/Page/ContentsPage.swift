// SPDX-License-Identifier: Apache-2.0

/// The list of all pages, served at `/` unless a page has that path itself.
enum ContentsPage {
  static func html(name: String, pages: [Page]) -> String {
    let items = pages.map { page in
      let summary = page.summary.isEmpty ? "" : "<p>\(HTMLText.escaped(page.summary))</p>"
      let path = HTMLText.escaped(page.path)
      let title = HTMLText.escaped(page.title)
      let picture =
        page.hasPicture
        ? "<div class=\"mp-picture\" aria-hidden=\"true\" inert><iframe src=\"\(path)\" "
          + "title=\"\(title) in small\" tabindex=\"-1\" loading=\"lazy\"></iframe></div>" : ""
      return "<li>\(picture)<div><a href=\"\(path)\">\(title)</a>\(summary)</div></li>"
    }
    let body =
      items.isEmpty
      ? "<p class=\"mp-note\">There are no pages yet.</p>"
      : "<ul class=\"mp-list\">\n\(items.joined(separator: "\n"))\n</ul>"
    return Document(title: name, body: body).html()
  }
}
