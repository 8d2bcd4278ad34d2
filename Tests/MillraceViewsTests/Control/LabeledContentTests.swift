// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

@MainActor struct LabeledContentTests {
  @Test func aTextIsBesideItsLabel() {
    let html = """
      <div class="mv-labeled mv-x"><div class="mv-caption"><span>Version</span></div>\
      <div class="mv-value"><span>12</span></div></div>
      """
    #expect(render(LabeledContent("Version", value: "12")) == html)
    #expect(render(LabeledContent("Version", value: 12, format: .number)) == html)
    #expect(render(LabeledContent("Version") { Text("12") }) == html)
    #expect(
      render(
        LabeledContent {
          Text("12")
        } label: {
          Text("Version")
        }) == html)
  }

  @Test func aControlIsAGroupWithTheLabelAsItsName() {
    let html = render(LabeledContent("Volume") { Button("Mute") {} })
    #expect(
      html.hasPrefix(
        """
        <div class="mv-labeled mv-x" role="group" aria-labelledby="millrace-n3">\
        <div class="mv-caption" id="millrace-n3"><span>Volume</span></div>
        """))
  }

  @Test func theLabelsOfControlsAreHiddenByAClass() {
    #expect(
      render(Toggle("Loud", isOn: .constant(true)).labelsHidden())
        .hasPrefix("<label class=\"mv-toggle mv-no-labels\">"))
  }

  @Test func aGroupOfControls() {
    #expect(
      render(ControlGroup { Button("a") {} })
        .hasPrefix("<div class=\"mv-control-group\" role=\"group\"><button"))
  }
}
