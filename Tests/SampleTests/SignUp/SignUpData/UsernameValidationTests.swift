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
    #expect(UsernameValidation(String(repeating: "a", count: 41)) == .tooLong)
    #expect(UsernameValidation("abc" + String(repeating: "\u{301}", count: 320)) == .tooLong)
  }

  @Test func theNullCharacterIsRefusedAndNamed() {
    #expect(UsernameValidation("ada\0") == .nullCharacter)
    #expect(UsernameValidation("ad\0") == .tooShort)
    #expect(
      UsernameValidation.nullCharacter.message
        == "The user name contains the character U+0000, which is not allowed.")
  }

  @Test func onlyWhatIsWrongHasAMessage() {
    #expect(UsernameValidation.tooLong.message == "The user name may have 40 characters at most.")
    #expect(UsernameValidation.valid.message == "")
    #expect(UsernameValidation.tooShort.message == "The user name needs at least 3 characters.")
  }
}
