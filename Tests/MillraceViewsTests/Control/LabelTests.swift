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

@MainActor
struct DefaultLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.automatic))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct TitleAndIconLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.titleAndIcon))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct TitleOnlyLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.titleOnly))
    #expect(html.contains("<svg") == false)
    #expect(html.contains("mv-unseen") == false)
  }
}

@MainActor
struct IconOnlyLabelStyleTests {
  @Test func whatIsSeen() {
    let html = render(Label("t", systemImage: "star").labelStyle(.iconOnly))
    #expect(html.contains("<svg") == true)
    #expect(html.contains("mv-unseen") == true)
  }
}
