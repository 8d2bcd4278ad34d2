// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor

@MainActor @Suite struct MachineBarTests {
  @Test func itStepsThroughTheLine() {
    let page = MonitorPage(after: [.look, .look, .look]) { MachineBar(store: $0) }
    #expect(page.has("3 / 3"))
    page.tap("Step back")
    page.tap("Step back")
    #expect(page.has("1 / 3"))
    page.tap("Step forward")
    #expect(page.has("2 / 3"))
    page.tap("Go on from here")
    #expect(page.has("0 / 0"))
    #expect(page.has("The present. One earlier timeline is stored."))
  }

  @Test func linesThatWereLeftAreCounted() {
    let page = MonitorPage(after: [.look, .look, .look]) { MachineBar(store: $0) }
    page.tap("Step back")
    page.tap("Go on from here")
    page.dispatch(.look)
    page.tap("Step back")
    page.tap("Go on from here")
    #expect(page.has("The present. 2 earlier timelines are stored."))
  }

  @Test func aJumpForgetsWhatWasSelected() {
    let page = MonitorPage(after: [.look, .look]) { MachineBar(store: $0) }
    page.page.dispatch(.select(2))
    page.tap("Step back")
    #expect(page.page.state.selection == nil)
    page.tap("Present")
    #expect(page.watched.status.isInPresent)
  }

  @Test func aToggleShowsAtOnceWhatItHasDone() {
    let page = MonitorPage(after: [.look]) { MachineBar(store: $0) }
    // No frame is shown: until then a browser's checkbox would show the old value.
    for name in ["Lock", "Pause"] {
      page.shown.find(.toggle, name).turn(on: true)
      #expect(page.shown.find(.toggle, name).isOn)
      page.shown.find(.toggle, name).turn(on: false)
      #expect(!page.shown.find(.toggle, name).isOn)
    }
  }
}
