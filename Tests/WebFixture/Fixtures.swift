// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import MillraceWeb

/// Pages for the browser tests and for measuring; models are shared by all visitors.
@MainActor struct Fixtures {
  private let board = Board()

  var pages: [Page] {
    [
      Page(path: "/clicks", title: "Clicks") { ClicksPage(board: board) },
      Page(path: "/private", title: "Private clicks") { PrivatePage() },
      Page(path: "/fields", title: "Fields") { FieldsPage(board: board) },
      Page(path: "/hostile", title: Hostile.tag) { HostilePage() },
      Page(path: "/rows", title: "Rows") { RowsPage() },
      Page(path: "/dialogs", title: "Dialogs") { DialogsPage() },
      Page(path: "/styled", title: "Styled") {
        HTMLView("blockquote", attributes: ["cite": "https://example.com"]) {
          Text("quoted").htmlClass("loud")
        }
      },
      Page(path: "/catalog/layout", title: "Layout") { LayoutCatalog() },
      Page(path: "/catalog/content", title: "Content") { ContentCatalog() },
      Page(path: "/catalog/structure", title: "Structure") { StructureCatalog() },
      Page(path: "/catalog/interaction", title: "Interaction") { InteractionCatalog() },
    ]
  }
}
