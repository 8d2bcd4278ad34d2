// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct DismissActionTests {
  @Test func outsideADialogItDoesNothing() {
    EnvironmentValues().dismiss()
  }

  @Test func itRunsItsBox() {
    var calls = 0
    DismissAction(box: ActionBox { calls += 1 })()
    #expect(calls == 1)
  }
}
