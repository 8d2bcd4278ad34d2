// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct AccessibilityTraitsTests {
  private func names(_ decorations: [Decoration], of kind: SpokenKind) -> [String] {
    Spoken(decorations).attributes(of: kind).map { "\($0.name.rawValue)=\($0.value)" }
  }

  @Test func aRoleOfHTMLStays() {
    let traits = Decoration.traits([.isButton, .isHeader, .isImage, .isLink], isAdded: true)
    #expect(names([traits], of: .plain) == ["role=link", "tabindex=0"])
    for kind in [SpokenKind.button, .field, .range, .fixed] {
      #expect(names([traits], of: kind) == [])
    }
  }

  @Test func outerModifiersCountLast() {
    let added = Decoration.traits(.isSelected, isAdded: true)
    let removed = Decoration.traits(.isSelected, isAdded: false)
    #expect(names([added, removed], of: .plain) == [])
    #expect(names([removed, added], of: .plain) == ["aria-current=true"])
  }

  @Test func aTraitHasItsOwnBit() {
    let all: [AccessibilityTraits] = [
      .isButton, .isHeader, .isSelected, .isLink, .isSearchField, .isImage, .isStaticText,
      .isToggle, .updatesFrequently, .playsSound, .isKeyboardKey, .isSummaryElement,
      .startsMediaSession,
    ]
    #expect(Set(all.map(\.rawValue)).count == all.count)
    #expect(all.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
  }
}
