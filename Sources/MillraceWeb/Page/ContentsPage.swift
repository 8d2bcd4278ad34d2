// SPDX-License-Identifier: Apache-2.0

/// The list of links to the pages, which is served at `/` unless a page has that path.
enum ContentsPage {
  static func html(
    name: String, pages: [Page], base: String = "", language: String = "en"
  ) -> String {
    // A path with a parameter is omitted, because a link needs a value for the parameter.
    let items = pages.filter { $0.isListed && !$0.path.contains("/:") }.map { page in
      let summary = page.summary.isEmpty ? "" : "<p>\(HTMLText.escaped(page.summary))</p>"
      let path = HTMLText.escaped(base + page.link)
      let title = HTMLText.escaped(page.title)
      let picture =
        page.hasPicture
        ? "<div class=\"mp-picture\" aria-hidden=\"true\" inert><iframe src=\"\(path)\" "
          + "title=\"Preview of \(title)\" tabindex=\"-1\" loading=\"lazy\"></iframe></div>" : ""
      return "<li>\(picture)<div><a href=\"\(path)\">\(title)</a>\(summary)</div></li>"
    }
    let body =
      items.isEmpty
      ? "<p class=\"mp-note\">There are no pages yet.</p>"
      : "<ul class=\"mp-list\">\n\(items.joined(separator: "\n"))\n</ul>"
    return Document(title: name, base: base, language: language, body: body).html()
  }
}
