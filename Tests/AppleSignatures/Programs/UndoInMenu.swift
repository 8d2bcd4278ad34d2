// SPDX-License-Identifier: Apache-2.0
// Expect: ok

// The steps of a store in the system's menu.

import Foundation
import Millrace
import MillraceUndo

struct Text: UndoableState {
  var text = ""
  var history = UndoHistory<Text>()
  static let undoable: [UndoField<Self>] = [.slice("text", \.text)]
}

enum TextAction: Sendable { case type(String), undo(UndoAction) }

@MainActor
func note(_ store: Store<Text, TextAction>, _ undoManager: UndoManager?) {
  undoManager?.register(
    store.state.history.undoTitle, of: store, undo: .undo(.undo()), redo: .undo(.redo()))
}
