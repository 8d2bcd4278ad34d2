// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct LabelTests {
  @Test func theTitleSpeaksForTheImage() {
    let html = render(Label("Home", systemImage: "house"))
    #expect(
      html.hasPrefix(
        "<span class=\"mv-label\"><span class=\"mv-icon\" aria-hidden=\"true\"><svg class"))
    #expect(html.hasSuffix("<span class=\"mv-label-title\"><span>Home</span></span></span>"))
  }

  @Test func aStyleChoosesWhatIsSeen() {
    #expect(!render(Label("Home", systemImage: "house").labelStyle(.titleOnly)).contains("<svg"))
    #expect(
      render(Label("Home", systemImage: "house").labelStyle(.iconOnly))
        .contains("<span class=\"mv-unseen\"><span>Home</span></span>"))
  }
}
