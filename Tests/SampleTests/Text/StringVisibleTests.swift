// SPDX-License-Identifier: Apache-2.0

import Testing
import TextData

@Suite struct StringVisibleTests {
  @Test(arguments: [
    "", " ", "\t\n\u{A0}", "\u{200B}", "\u{200B} \u{200D}\u{2060}\u{FEFF}", "\u{AD}", "\u{7}",
    "\u{3164}", "\u{115F}", "\u{2800}", "\u{301}", "\u{202E}", "\u{FE0F}", "\u{E0041}",
  ])
  func whatCannotBeSeenIsNoText(text: String) {
    #expect(!text.hasVisibleText)
  }

  @Test(arguments: ["a", " é ", "\u{200B}x", "1", "-", "李", "👩🏽‍💻", "❤️", "🇳🇴", "e\u{301}", "।"])
  func oneCharacterThatIsSeenIsEnough(text: String) {
    #expect(text.hasVisibleText)
  }
}
