// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceViewTesting
import MillraceViews
import TestSupport

@testable import MillraceLink
@testable import MillraceMonitor

/// A view of the monitor, with a cart that is monitored.
@MainActor struct MonitorPage {
  let store = cartStore()
  let watched: CartMonitor
  let page = MonitorStore(initialState: MonitorState(), reducer: .monitor)
  let shown: RenderedView

  init<Shown: View>(
    after actions: [CartAction] = [], maxAge: Int = 1_000,
    @ViewBuilder _ view: (CartMonitor) -> Shown
  ) {
    watched = monitored(store, maxAge: maxAge)
    for action in actions { store.dispatch(action) }
    shown = RenderedView(view(watched).environment(page))
  }

  /// Dispatches to the cart and shows the next frame.
  func dispatch(_ actions: CartAction...) {
    for action in actions { store.dispatch(action) }
    watched.showFrame()
  }

  /// Taps a button and shows the next frame.
  func tap(_ name: String) {
    shown.find(.button, name).tap()
    watched.showFrame()
  }

  /// Whether a text is on the page, in full.
  func has(_ text: String) -> Bool { shown.texts.contains(text) }
}
