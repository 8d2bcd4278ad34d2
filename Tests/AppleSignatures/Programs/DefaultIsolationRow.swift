// SPDX-License-Identifier: Apache-2.0
// Expect: error: main actor-isolated conformance of 'Card' to 'Identifiable' cannot satisfy conform
// Flags: AS_IN_XCODE
// Flags: AS_IN_XCODE_5

// A row without `nonisolated`, with the settings of a new app in Xcode. This is an error in Swift 5
// mode too; see "In an Xcode app" in MillraceUI.md.

import Millrace
import MillraceUI
import SwiftUI

struct Card: Identifiable, Sendable {
  var id: Int
  var title: String
}
nonisolated struct Board: Sendable { var cards = EntityTable<Card>() }
nonisolated enum BoardAction: Sendable { case title(String) }

func title(_ store: Store<Board, BoardAction>) -> Binding<String> {
  store.binding(row: 1, of: \.cards, \.title, default: "") { .title($0) }
}
