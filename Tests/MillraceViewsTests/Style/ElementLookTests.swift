// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ElementLookTests {
  private let inner = Model()
  private let outer = Model()

  @Test func theInnermostOfAKindCounts() {
    let look = ElementLook(base: "mv-x")
    look.set(.font(.title), by: ObjectIdentifier(inner))
    look.set(.font(.body), by: ObjectIdentifier(outer))
    #expect(look.classes == "mv-x mv-font-title")
    look.set(nil, by: ObjectIdentifier(inner))
    #expect(look.classes == "mv-x mv-font-body")
    #expect(look.label == nil)
  }

  @Test func theDepthSaysWhichOneIsTheInnermost() {
    let last = Model()
    let look = ElementLook(base: nil)
    look.set(.font(.body), by: ObjectIdentifier(outer), depth: 2)
    look.set(.font(.title), by: ObjectIdentifier(inner), depth: 3)
    look.set(.font(.caption), by: ObjectIdentifier(last), depth: 3)
    #expect(look.classes == "mv-font-title")
    look.set(nil, by: ObjectIdentifier(inner), depth: 3)
    #expect(look.classes == "mv-font-caption", "of two at one depth, the first is the inner one")
    look.set(nil, by: ObjectIdentifier(last), depth: 3)
    #expect(look.classes == "mv-font-body")
  }

  @Test func opacitiesAreMultiplied() {
    let look = ElementLook(base: nil, style: InlineStyle().with(.gap, "4px"))
    look.set(.opacity(0.5), by: ObjectIdentifier(inner))
    look.set(.opacity(0.5), by: ObjectIdentifier(outer))
    #expect(look.style.text == "gap:4px;opacity:0.25")
  }

  @Test func withoutClassesThereIsNone() {
    let look = ElementLook(base: nil)
    look.set(.weight(isBold: false), by: ObjectIdentifier(inner))
    look.set(.label("l"), by: ObjectIdentifier(outer))
    #expect(look.classes == nil)
    #expect(look.label == "l")
  }
}
