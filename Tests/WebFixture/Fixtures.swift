// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import MillraceWeb

/// Pages for the browser tests and for measuring.
///
/// All visitors share the models.
@MainActor struct Fixtures {
  private let board = Board()
  private let large = LargeBoard()
  private let entries = Entry.make(5000)
  private let many = Entry.make(100_000)
  private let slow = Slow()

  var pages: [Page] {
    [
      Page(path: "/clicks", title: "Clicks") { ClicksPage(board: board) },
      Page(path: "/hang", title: "Hang") { HangPage() },
      Page(path: "/slow", title: "Slow") { [slow] in Text("Begun \(slow.begun)") },
      Page(path: "/slow/:seconds", title: "Slow") { [slow] request in
        slow.begun += 1
        try await Task.sleep(for: .seconds(Int(request.parameters["seconds"] ?? "") ?? 0))
        return Text("Slow")
      },
      Page(path: "/private", title: "Private clicks") { PrivatePage() },
      Page(path: "/fields", title: "Fields") { FieldsPage(board: board) },
      Page(path: "/files", title: "Files") { FilesPage() },
      Page(path: "/hostile", title: Hostile.tag) { HostilePage() },
      Page(path: "/rows", title: "Rows") { RowsPage() },
      Page(path: "/bounds", title: "Bounds") { BoundsPage() },
      Page(path: "/dialogs", title: "Dialogs") { DialogsPage() },
      Page(path: "/focus", title: "Focus") { FocusPage() },
      Page(path: "/levels", title: "Levels") { LevelsPage() },
      Page(path: "/keys", title: "Keys") { KeysPage() },
      Page(path: "/texts", title: "Texts") { TextsPage() },
      Page(path: "/spinners", title: "Spinners") { SpinnersPage() },
      Page(path: "/layers", title: "Layers") { LayersPage() },
      Page(path: "/cards", title: "Cards") { CardsPage() },
      Page(path: "/shop/*", title: "Shop") { ShopPage() },
      Page(path: "/fragile", title: "Fragile") { FragilePage(hasTool: true) },
      Page(path: "/broken", title: "Broken") { FragilePage(hasTool: false) },
      Page(path: "/styled", title: "Styled") {
        HTMLView("blockquote", attributes: ["cite": "https://example.com"]) {
          Text("quoted").htmlClass("loud")
        }
      },
      Page(path: "/large/stack", title: "Large stack") { [entries] in
        LargeStackPage(entries: entries)
      },
      Page(path: "/large/list5", title: "List of 5,000") { [entries] in
        LargeListPage(entries: entries)
      },
      Page(path: "/large/list", title: "Large list") { [many] in LargeListPage(entries: many) },
      Page(path: "/large/lazy", title: "Large lazy stack") { [entries] in
        LargeLazyPage(entries: entries)
      },
      Page(path: "/large/sheets", title: "Large list of sheets") { [entries] in
        LargeSheetsPage(entries: entries)
      },
      Page(path: "/large/shared", title: "Large shared list") { LargeSharedPage(board: large) },
      Page(path: "/catalog/layout", title: "Layout") { LayoutCatalog() },
      Page(path: "/catalog/content", title: "Content") { ContentCatalog() },
      Page(path: "/catalog/structure", title: "Structure") { StructureCatalog() },
      Page(path: "/catalog/interaction", title: "Interaction") { InteractionCatalog() },
    ]
  }
}

/// Counts the slow pages that have begun.
@MainActor final class Slow {
  var begun = 0
}
