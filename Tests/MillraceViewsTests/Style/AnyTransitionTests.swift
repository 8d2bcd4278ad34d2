// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor
struct AnyTransitionTests {
  private func html(_ transition: AnyTransition) -> String {
    render(Text("a").transition(transition))
  }

  @Test func aViewComesAndGoes() {
    #expect(html(.move(edge: .top)) == "<span class=\"mv-enter mv-enter-top\">a</span>")
    #expect(html(.identity) == "<span>a</span>")
    #expect(html(.identity.combined(with: .opacity)).contains("mv-enter-opacity"))
    #expect(html(.opacity.combined(with: .opacity)) == html(.opacity))
  }

  @Test func transitionsRunTogether() {
    #expect(
      html(.move(edge: .top).combined(with: .scale))
        == "<span class=\"mv-enter mv-enter-list\" "
        + "style=\"--mv-enter:mv-top,mv-scale;--mv-leave:mv-top,mv-scale\">a</span>")
  }

  @Test func aViewComesInOneWayAndGoesInAnother() {
    #expect(
      html(.asymmetric(insertion: .opacity, removal: .identity))
        .contains("--mv-enter:mv-opacity;--mv-leave:none"))
    #expect(html(.push(from: .bottom)).contains("--mv-enter:mv-bottom;--mv-leave:mv-top"))
    #expect(html(.slide) == html(.push(from: .leading)))
  }

  @Test func aTransitionHasLengthsAndAnAnimation() {
    #expect(
      html(.scale(scale: 0.5, anchor: .top))
        == "<span class=\"mv-enter mv-enter-scale\" "
        + "style=\"--mv-from-scale:0.5;transform-origin:50% 0%\">a</span>")
    #expect(html(.offset(x: 3)).contains("--mv-from-offset:3px 0px"))
    #expect(
      html(.opacity.animation(.linear(duration: 1).delay(2))).contains(
        "--mv-enter-curve:linear;--mv-enter-delay:2s;--mv-enter-time:1s"))
    #expect(html(.opacity.animation(nil)) == html(.opacity))
  }
}

@MainActor
struct BlurReplaceTransitionTests {
  @Test func aViewIsBlurred() {
    #expect(
      render(Text("a").transition(.blurReplace))
        == "<span class=\"mv-enter mv-enter-blur\">a</span>")
    #expect(render(Text("a").transition(.blurReplace(.upUp))).contains("mv-enter-blur"))
  }
}
