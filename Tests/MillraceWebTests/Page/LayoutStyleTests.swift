// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct LayoutStyleTests {
  @Test func stacksNeverWrap() {
    #expect(LayoutStyle.text.contains(".mv-hstack { display: flex; flex-flow: row nowrap;"))
  }

  @Test func aViewIsInFrontOfItsBackgroundAndOfThoseBeforeIt() {
    #expect(LayoutStyle.text.contains(".mv-zstack > *, .mv-under + * { position: relative; }"))
    #expect(LayoutStyle.text.contains(".mv-shape:not([style*=\"background\"]) { pointer-events"))
    #expect(LayoutStyle.text.contains(".mv-g:not([data-on], [tabindex], [style*=\"background\"])"))
  }

  @Test func aWrapperAroundALineIsAsLongAsTheLine() {
    #expect(LayoutStyle.text.contains(":not(.mv-hstack) > .mv-g:not(.mv-w):has(> hr, > .mv-g"))
  }

  @Test func aShapeIsAsThinAsItsFrame() {
    for (frame, length) in [(".mv-w", "min-width"), (".mv-h", "min-height")] {
      let rule =
        ":is(\(frame), \(frame) > .mv-g, .mv-over, .mv-under) > :is(.mv-color, .mv-shape) "
        + "{ \(length): 0; }"
      #expect(LayoutStyle.text.contains(rule))
    }
  }

  @Test func aBoldTitleIsBold() throws {
    let title = try #require(LayoutStyle.text.firstRange(of: ".mv-font-title {"))
    let bold = try #require(LayoutStyle.text.firstRange(of: ".mv-bold {"))
    #expect(title.lowerBound < bold.lowerBound)
  }

  @Test func aGridHasUpToTwelveColumns() {
    #expect(LayoutStyle.text.contains("> :nth-child(12)) { --n: 12; }"))
  }

  @Test func noRuleLooksForWhatIsFarInsideOfAnyElement() {
    for rule in PageStyle.text.split(separator: "}") where rule.contains(":has(") {
      let selector = rule.prefix { $0 != "{" }
      let parts = selector.split(separator: ":has(", omittingEmptySubsequences: false)
      for (element, inside) in zip(parts, parts.dropFirst()) {
        let isNear = inside.drop { $0 == " " || $0 == "\n" }.hasPrefix(">")
        let ofFew = [":root", "body", ".mv-level", ".mv-field", ".mv-after"].contains {
          element.hasSuffix($0)
        }
        #expect(isNear || ofFew, "\(selector)")
      }
    }
  }

  @Test func everyColorOfViewsIsAVariable() {
    for name in ["primary", "red", "indigo", "brown", "white", "quaternary", "separator"] {
      #expect(LayoutStyle.text.contains(".mv-fg-\(name) { color: var(--mv-\(name)); }"))
      #expect(PageStyle.text.contains("--mv-\(name): "))
    }
  }
}
