// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ControlStyleTests {
  @Test func whatMovesHeedsTheWish() {
    let parts = ControlStyle.text.split(separator: "@media (prefers-reduced-motion")
    #expect(parts.count == 2 && !parts[0].contains("animation:"))
  }

  @Test func noBrowserDrawsABarInAWheel() {
    for part in ["-webkit-progress-bar", "-moz-progress-bar"] {
      #expect(ControlStyle.text.contains("progress.mv-wheel::\(part) { background: none; }"))
    }
  }

  @Test func onlyVisibleViewsHideBars() {
    let rules = ControlStyle.text.split(separator: "\n").filter {
      $0.contains(".mv-no-navigation-bar") || $0.contains(".mv-inline-title")
    }
    #expect(rules.count == 3)
    for rule in rules { #expect(rule.contains(":not([hidden] *"), "\(rule)") }
    // A dialog does not change the title of the page behind it.
    for rule in rules where rule.contains("body:") { #expect(rule.contains("dialog *"), "\(rule)") }
  }
}
