// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// The undo steps of a store, registered in the system's menu.

import Foundation
import Millrace
import MillraceUndo
import SwiftUI

struct Page: UndoableState {
  var text = ""
  var history = UndoHistory<Page>()
  static let undoable: [UndoField<Self>] = [.slice("text", \.text)]
}

enum PageAction: Sendable { case type(String), undo(UndoAction) }

struct PageView: View {
  @Environment(Store<Page, PageAction>.self) private var store
  @Environment(\.undoManager) private var undoManager

  var body: some View {
    Text(store.text)
      .onChange(of: store.history.lastNumber) { old, _ in
        undoManager?.register(store.history.entries(after: old), of: store, \.history) { .undo($0) }
      }
  }
}

/// A state whose part has a history, from which the entries of one person are registered.
struct Book: Sendable {
  var page = Page()
}

@MainActor
func note(_ store: Store<Book, PageAction>, since old: Int, _ undoManager: UndoManager) {
  undoManager.register(
    store.page.history.entries(after: old, by: "ada"), of: store, \.page.history,
    action: PageAction.undo)
}
