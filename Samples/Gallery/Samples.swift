// SPDX-License-Identifier: Apache-2.0

import CounterData
import CounterUI
import Millrace
import MillraceUI
import MillraceViews
import MillraceWeb

/// All samples; their stores belong to the server, so that every visitor sees the same state.
@MainActor struct Samples {
  private let counter = Store(initialState: CounterState(), reducer: .counter)

  /// One page per sample, in the order of the list.
  var pages: [Page] {
    [
      Page(path: "/counter", title: "Counter", summary: "One number, two buttons, any tabs.") {
        Provider(\.counterStore, counter) { CounterContent() }
      }
    ]
  }
}
