// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor struct ProgressViewTests {
  @Test func aPartOfAWhole() {
    #expect(
      render(ProgressView("Load", value: 1, total: 4))
        == "<label class=\"mv-progress mv-x\"><span>Load</span>"
        + "<progress max=\"1\" value=\"0.25\"></progress></label>")
    #expect(render(ProgressView(value: 9.0)).contains("value=\"1\""))
    #expect(render(ProgressView(value: 1.0, total: 0)).contains("value=\"0\""))
  }

  @Test func somethingUnderWayHasAName() {
    #expect(
      render(ProgressView())
        == "<label class=\"mv-progress\"><progress class=\"mv-wheel\" aria-label=\"Progress\" "
        + "max=\"1\"></progress></label>")
    #expect(!render(ProgressView("Wait")).contains("aria-label"))
    let unknown: Double? = nil
    #expect(!render(ProgressView(value: unknown)).contains(" value="))
  }

  @Test func anAccessibilityLabelIsThatOfTheIndicator() {
    #expect(
      render(ProgressView().accessibilityLabel("Loading"))
        == "<label class=\"mv-progress\"><progress class=\"mv-wheel\" aria-label=\"Loading\" "
        + "max=\"1\"></progress></label>")
    let stopped = ProgressView {
      Button("Stop") {}
    }.accessibilityLabel("Loading")
    #expect(render(stopped).contains("<progress class=\"mv-wheel\" max=\"1\" aria-label="))
  }

  @Test func whatTheValueIsCalled() {
    let html = render(
      ProgressView(value: 0.5) {
        Text("a")
      } currentValueLabel: {
        Text("half")
      })
    #expect(html.contains("<span class=\"mv-note\"><span>half</span></span>"))
  }
}
