// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import MillraceViews
import MillraceWeb

/// Pages for the browser tests and for measuring.
///
/// All visitors share the models.
@MainActor struct Fixtures {
  private let board = Board()
  private let large = LargeBoard()
  private let entries = Entry.make(5000)
  /// Made for the first page that shows them, because most tests show none.
  private static let many = Entry.make(100_000)
  private let slow = Slow()

  var pages: [Page] {
    [
      Page(path: "/clicks", title: "Clicks") { ClicksPage(board: board) },
      Page(path: "/hang", title: "Hang") { HangPage() },
      Page(path: "/slow", title: "Slow") { [slow] in Text("Begun \(slow.begun)") },
      Page(path: "/slow/page", title: "Slow") { [slow] _ in
        try await slow.wait()
        return Text("Slow")
      },
      Page(path: "/private", title: "Private clicks") { PrivatePage() },
      Page(path: "/fields", title: "Fields") { FieldsPage(board: board) },
      Page(path: "/kept", title: "Kept") { KeptPage(board: board) },
      Page(path: "/called", title: "Called") { CalledPage(board: board) },
      Page(path: "/wanted", title: "Wanted") { WantedPage(board: board) },
      Page(path: "/behind", title: "Behind") { BehindPage() },
      Page(path: "/words", title: "Words") { WordsPage() },
      Page(path: "/stops", title: "Stops") { StopsPage() },
      Page(path: "/files", title: "Files") { FilesPage() },
      Page(path: "/hostile", title: Hostile.tag) { HostilePage() },
      Page(path: "/rows", title: "Rows") { RowsPage() },
      Page(path: "/bounds", title: "Bounds") { BoundsPage() },
      Page(path: "/dialogs", title: "Dialogs") { DialogsPage() },
      Page(path: "/focus", title: "Focus") { FocusPage() },
      Page(path: "/around", title: "Around") { AroundPage() },
      Page(path: "/browser", title: "Browser") { BrowserPage() },
      Page(path: "/bars", title: "Bars") { BarsPage() },
      Page(path: "/chat", title: "Chat") { ChatPage() },
      Page(path: "/scrolled", title: "Scrolled") { ScrolledPage() },
      Page(path: "/levels", title: "Levels") { LevelsPage() },
      Page(path: "/keys", title: "Keys") { KeysPage() },
      Page(path: "/moves", title: "Moves") { MovesPage() },
      Page(path: "/texts", title: "Texts") { TextsPage() },
      Page(path: "/formats", title: "Formats") { FormatsPage() },
      Page(path: "/spinners", title: "Spinners") { SpinnersPage() },
      Page(path: "/layers", title: "Layers") { LayersPage() },
      Page(path: "/cards", title: "Cards") { CardsPage() },
      Page(path: "/buttons", title: "Buttons") { ButtonsPage() },
      Page(path: "/toolbars", title: "Toolbars") { ToolbarsPage() },
      Page(path: "/bars-in-stacks", title: "Bars") { BarsInStacksPage() },
      Page(path: "/labels", title: "Labels") { LabelsPage() },
      Page(path: "/tutorial", title: "Tutorial") { TutorialPage() },
      Page(path: "/fonts", title: "Fonts") { FontsPage() },
      Page(path: "/markdown", title: "Markdown") {
        let name = "Ann"
        return Text("Read [the *terms*](https://example.com/terms) of use, **\(name)**.")
      },
      Page(path: "/columns", title: "Columns") { ColumnsPage() },
      Page(path: "/drawing", title: "Drawing") { DrawingPage() },
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
      Page(path: "/large/list", title: "Large list") { LargeListPage(entries: Self.many) },
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
      Page(path: "/catalog/styles", title: "Styles") { StyleCatalog() },
    ]
  }
}

/// Lets slow pages wait for the signal SIGUSR1, and counts those that have begun.
@MainActor final class Slow {
  private(set) var begun = 0
  private let released = AsyncStream.makeStream(of: Void.self)
  private let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .main)

  init() {
    #if canImport(Darwin)
      signal(SIGUSR1, SIG_IGN)  // on Linux the source installs a handler of its own
    #endif
    source.setEventHandler { [continuation = released.continuation] in continuation.yield() }
    source.resume()
  }

  func wait() async throws {
    begun += 1
    for await _ in released.stream { return }
    try Task.checkCancellation()
  }
}
