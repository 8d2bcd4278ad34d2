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
      html(.scale(scale: 0.5))
        == "<span class=\"mv-enter mv-enter-scale\" style=\"--mv-from-scale:0.5\">a</span>")
    // The anchor of the transition is not that of the view's own rotation.
    let anchored = html(.scale(scale: 0.5, anchor: .top))
    #expect(!anchored.contains("transform-origin"))
    #expect(anchored.contains("--mv-from-anchor:50% 0%;--mv-from-scale:0.5;"))
    #expect(anchored.contains("--mv-enter:mv-scale,mv-anchor;--mv-leave:mv-scale,mv-anchor"))
    #expect(html(.offset(x: 3)).contains("--mv-from-offset:3px 0px"))
    #expect(
      html(.opacity.animation(.linear(duration: 1).delay(2))).contains(
        "--mv-enter-curve:linear;--mv-enter-delay:2s;--mv-enter-time:1s"))
    #expect(html(.opacity.animation(nil)) == html(.opacity))
  }

  @Test func aViewThatGoesHasLengthsAndAnAnimationOfItsOwn() {
    let offsets = html(.asymmetric(insertion: .offset(x: 3), removal: .offset(x: -3)))
    #expect(offsets.contains("--mv-from-offset:3px 0px;--mv-enter:mv-offset;--mv-leave:mv-offset"))
    #expect(offsets.contains("--mv-leave-offset:-3px 0px"))
    let slow = html(
      .asymmetric(insertion: .opacity, removal: .opacity.animation(.linear(duration: 2))))
    #expect(!slow.contains("--mv-enter-time"))
    #expect(slow.contains("--mv-leave-curve:linear;--mv-leave-time:2s"))
    #expect(html(.asymmetric(insertion: .scale, removal: .scale)) == html(.scale))
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
