// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct GaugeTests {
  @Test func itIsAMeterWithALabel() {
    #expect(
      render(Gauge(value: 30, in: 0...120) { Text("Speed") }) == """
        <label class="mv-progress mv-gauge mv-x"><span class="mv-caption"><span>Speed</span></span>\
        <span class="mv-slider-bar"><meter min="0" max="120" value="30"></meter></span></label>
        """)
  }

  @Test func theOtherLabels() {
    let gauge = Gauge(value: 0.5) {
      Text("Speed")
    } currentValueLabel: {
      Text("now")
    } minimumValueLabel: {
      Text("low")
    } maximumValueLabel: {
      Text("high")
    }
    let html = render(gauge)
    #expect(html.contains("<span>low</span><meter min=\"0\" max=\"1\" value=\"0.5\"></meter>"))
    #expect(html.hasSuffix("<span class=\"mv-note\"><span>now</span></span></label>"))
  }

  @Test func aValueOutsideTheRangeIsAtItsEnd() {
    #expect(render(Gauge(value: 2) { Text("x") }).contains("value=\"1\""))
  }

  @Test func numbersAreNotRounded() {
    #expect(
      render(Gauge(value: 3_000_000, in: 0...5_000_000) { Text("x") })
        .contains("<meter min=\"0\" max=\"5000000\" value=\"3000000\">"))
    #expect(
      render(Gauge(value: Float(0.0004), in: 0...0.001) { Text("x") })
        .contains("<meter min=\"0\" max=\"0.001\" value=\"0.0004\">"))
  }

  @Test func aValueThatIsNotANumberIsAtTheLowerEnd() {
    #expect(render(Gauge(value: .nan, in: 2...3) { Text("x") }).contains("value=\"2\""))
  }

  @Test func anAccessibilityLabelIsThatOfTheMeter() {
    #expect(
      render(Gauge(value: 1) { Text("x") }.accessibilityLabel("Speed"))
        .contains("value=\"1\" aria-label=\"Speed\""))
  }

  @Test func aNewValueIsOnePatch() throws {
    struct Page: View {
      @State private var value = 0.0
      var body: some View {
        Gauge(value: value) { Text("x") }
        Button("More") { value = 0.25 }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    let patches = host.flush()
    guard case .setAttribute(_, name: "value", value: "0.25") = patches.first, patches.count == 1
    else {
      Issue.record("\(patches)")
      return
    }
  }
}
