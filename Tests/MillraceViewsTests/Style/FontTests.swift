// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct FontTests {
  @Test func fontsAreNames() {
    #expect(Decoration.font(.largeTitle).className == "mv-font-large-title")
    #expect(Decoration.font(.caption).className == "mv-font-caption")
  }

  @Test func aTextStyleCanHaveAnotherDesign() {
    let title = Font.system(.largeTitle, design: .serif, weight: .heavy)
    #expect(Decoration.font(title).className == "mv-font-large-title")
    #expect(
      style(title) == "font-weight:var(--mv-weight,800);"
        + "font-family:var(--mv-family,ui-serif,Georgia,serif);\(pageFamily)")
    #expect(Font.TextStyle.allCases.map { Font.system($0) }.contains(.caption2))
    #expect(Font.system(.body) == .body)
  }

  @Test func aFontOfTheDeviceHasTheSystemsFontAsItsAlternative() {
    #expect(
      style(.custom("Avenir Next", size: 24))
        == "font-size:1.5rem;font-family:'Avenir Next',system-ui,sans-serif;"
        + pageFamily)
    #expect(
      style(.custom("A", fixedSize: 24).bold())
        == "font-size:24px;font-weight:var(--mv-weight,700);"
        + "font-family:'A',system-ui,sans-serif;\(pageFamily)")
    #expect(
      style(.custom("A", fixedSize: 24).monospaced())
        == "font-size:24px;font-family:var(--mv-family,"
        + "ui-monospace,SFMono-Regular,Menlo,Consolas,monospace);\(pageFamily)")
    #expect(
      Font.custom("A", size: 8, relativeTo: .caption) == Font.custom("A", size: 8))
    let name = "x',a;color:red}\\\"\n<"
    #expect(
      style(.custom(name, fixedSize: 1))
        .hasSuffix("'xacolorred',system-ui,sans-serif;\(pageFamily)"))
    // The first scalar, a letter, forms one character with the one after it.
    let joined = "\u{D4E}'\u{D4E};b"
    #expect(
      style(.custom(joined, fixedSize: 1))
        .hasSuffix("'\u{D4E}\u{D4E}b',system-ui,sans-serif;\(pageFamily)"))
  }

  /// The family of the fonts inside.
  private let pageFamily = "--mv-page-family:system-ui,-apple-system,sans-serif"

  private func style(_ font: Font) -> String {
    var style = InlineStyle()
    font.apply(to: &style)
    return style.text ?? ""
  }
}
