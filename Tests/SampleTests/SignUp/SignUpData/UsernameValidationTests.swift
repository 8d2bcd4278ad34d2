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

  @Test func thereIsALongestName() {
    #expect(UsernameValidation(String(repeating: "a", count: 40)) == .valid)
    #expect(UsernameValidation(" " + String(repeating: "a", count: 40) + " ") == .valid)
    #expect(
      UsernameValidation(String(repeating: "a", count: 41)).message
        == "The user name has 41 characters; the maximum is 40.")
    #expect(
      UsernameValidation("abc" + String(repeating: "\u{301}", count: 320)).message
        == "The user name has 643 bytes; the maximum is 320.")
  }

  @Test func theNullCharacterIsRefusedAndNamed() {
    #expect(UsernameValidation("ad\0") == .tooShort)
    #expect(
      UsernameValidation("ada\0").message
        == "The user name contains the character U+0000, which is not allowed.")
  }

  @Test func onlyWhatIsWrongHasAMessage() {
    #expect(UsernameValidation.valid.message == "")
    #expect(UsernameValidation.tooShort.message == "The user name needs at least 3 characters.")
  }
}
