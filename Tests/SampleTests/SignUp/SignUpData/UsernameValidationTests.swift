// SPDX-License-Identifier: Apache-2.0

import SignUpData
import Testing

@Suite struct UsernameValidationTests {
  @Test(arguments: [
    "", "a", "ad", "👩‍👩‍👧‍👦é", "     ", "  ad  ", "\u{200B}\u{200B}\u{200B}",
    "\u{200B} \u{200B} \u{200B}",
    "ad\u{200B}\u{2060}",
  ])
  func fewerThanThreeCharactersAreTooFew(username: String) {
    #expect(UsernameValidation(username) == .tooShort)
  }

  @Test(arguments: ["ada", "a b", "Grace"]) func threeWillDo(username: String) {
    #expect(UsernameValidation(username) == .valid)
  }

  @Test func onlyWhatIsWrongHasAMessage() {
    #expect(UsernameValidation.valid.message == "")
    #expect(UsernameValidation.tooShort.message == "The user name needs at least 3 characters.")
  }
}
