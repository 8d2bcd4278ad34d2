// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor
struct DefaultProgressViewStyleTests {
  @Test func itIsABarOrAWheel() {
    let bar = ProgressView(value: 0.25)
    #expect(render(bar.progressViewStyle(.automatic)) == render(bar))
    #expect(render(ProgressView().progressViewStyle(.automatic)) == render(ProgressView()))
  }
}

@MainActor
struct LinearProgressViewStyleTests {
  @Test func itIsABar() {
    let bar = ProgressView(value: 0.25)
    #expect(render(bar.progressViewStyle(.linear)) == render(bar))
    #expect(
      render(ProgressView().progressViewStyle(.linear))
        == "<label class=\"mv-progress mv-x\"><progress aria-label=\"Progress\" max=\"1\">"
        + "</progress></label>")
  }
}

@MainActor
struct CircularProgressViewStyleTests {
  @Test func itIsARingOrAWheel() {
    let html = render(ProgressView(value: 0.25).progressViewStyle(.circular))
    #expect(html.hasPrefix("<label class=\"mv-progress\"><progress class=\"mv-ring\""))
    #expect(html.contains("style=\"--mv-part:0.25\"") && html.contains("value=\"0.25\""))
    #expect(render(ProgressView().progressViewStyle(.circular)) == render(ProgressView()))
  }
}
